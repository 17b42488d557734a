// Defers work until the result of a press has been painted.
const MAX_WAIT_MS = 100;

/**
 * Runs the work once the next frame is painted, or after a moment if there is none (a tab in the background). Returns a
 * function that cancels it.
 */
export function afterFrame(work: () => void): () => void {
  let isDone = false;
  const run = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(() => setTimeout(run));
  setTimeout(run, MAX_WAIT_MS);
  return () => {
    isDone = true;
  };
}
