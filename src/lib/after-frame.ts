// Work that may wait until the user sees the result of a press.
const LONGEST_WAIT_MS = 100;

/**
 * Runs the work once the next frame is painted, or after a moment if there is none (a tab in the background). Returns a
 * function that cancels it.
 */
export function afterFrame(work: () => void): () => void {
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    work();
  };
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, LONGEST_WAIT_MS);
  return () => {
    begun = true;
  };
}
