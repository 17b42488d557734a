// Pseudo-random numbers: the demonstration is the same on every machine.

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A random item of a non-empty list. */
export function pick<T>(list: readonly T[], random: () => number): T {
  const at = Math.floor(random() * list.length);
  if (list.length === 0) throw new Error('there is nothing to pick from');
  // The index is within the list; the item itself may be null or undefined.
  return list[at] as T;
}

/** A random index, weighted; takes the running sums of the weights, which need not add up to 1. */
export function weightedIndex(sums: readonly number[], random: () => number): number {
  const total = sums.at(-1) ?? 0;
  const target = random() * total;
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > target) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Running sums of weights, as input for `weightedIndex`. */
export function runningSums(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}

/** `count` distributed by weight, in whole numbers that add up to it. */
export function distribute(count: number, weights: readonly number[]): number[] {
  const sums = runningSums(weights);
  const total = sums.at(-1) ?? 1;
  const upTo = sums.map((sum) => Math.round((count * sum) / total));
  return upTo.map((sum, index) => sum - (upTo[index - 1] ?? 0));
}
