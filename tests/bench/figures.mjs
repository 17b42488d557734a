// Shared by all parts of the bench: medians, and a figure as one line of JSON.

export function median(values) {
  const sorted = values.filter((value) => typeof value === 'number' && !Number.isNaN(value)).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Prints one figure; `runs` are all measured values. Returns whether it meets its limit, if it has one. */
export function report({ name, runs, unit, limit, ...more }) {
  if ('bar' in more || 'max' in more) throw new Error(`${name}: a limit is called 'limit'`);
  const value = median(runs);
  const holds = value !== null && (limit === undefined || value <= limit);
  const rounded = (number) => (number === null ? null : Math.round(number * 10) / 10);
  console.log(JSON.stringify({ name, median: rounded(value), unit, limit, holds, runs: runs.map(rounded), ...more }));
  return holds;
}
