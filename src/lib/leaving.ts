// Loading the page anew of the app's own accord: whoever holds what somebody typed puts it away first.
type PutAway = () => Promise<unknown>;

/** A device that does not answer must not hold the page. */
const LONGEST_MS = 2000;
const calls = new Set<PutAway>();

/** Calls before the app loads its page anew; the answer ends it. */
export function beforeLeaving(call: PutAway): () => void {
  calls.add(call);
  return () => void calls.delete(call);
}

/** Resolves when everything is put away that can be. Never rejects. */
export async function putAllAway(): Promise<void> {
  const done = Promise.allSettled([...calls].map((call) => call()));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]);
}
