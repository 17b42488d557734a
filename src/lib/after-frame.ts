// What may wait until the person sees what they pressed for.
const LONGEST_WAIT_MS = 100;

/** Runs the work once the next frame is painted, or after a moment where none is (a tab in the background). The answer calls it off. */
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
