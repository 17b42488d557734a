// Reads the coordinates of a KML file, also as programs write them that do not follow its rules.

const numberOf = (value: string) => (value === '' ? NaN : Number(value));

/** A field is far smaller, so a list is split in the wrong places if it reaches further. */
const MAX_DEGREES = 1;

function reachOf(values: readonly number[]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return most - least;
}

/** Positions from a list of all numbers in a row, with or without heights: the split that gives the smaller field. */
function positionsInRow(values: readonly number[]): number[][] {
  const splits = [2, 3]
    .filter((size) => values.length % size === 0)
    .map((size) => {
      const positions = Array.from({ length: values.length / size }, (_, at) => values.slice(at * size, at * size + 2));
      const reach = Math.max(...[0, 1].map((axis) => reachOf(positions.map((position) => position[axis] ?? NaN))));
      return { positions, reach };
    })
    .filter(({ reach }) => reach <= MAX_DEGREES)
    .toSorted((a, b) => a.reach - b.reach);
  return splits[0]?.positions ?? [[NaN, NaN]];
}

/**
 * "-4.1,50.5,0 -4.097,50.5,0": longitude, latitude and height. Also with spaces around commas, with commas between
 * positions, and with decimal commas and semicolons. What can't be read is NaN.
 */
export function positionsIn(text: string): number[][] {
  const hasPoints = text.includes('.');
  const plain = text.includes(';')
    ? // Semicolons separate numbers with decimal commas, or positions.
      hasPoints
      ? text.replaceAll(';', ' ')
      : text.replaceAll(',', '.').replaceAll(';', ',')
    : text;
  const groups = plain
    .trim()
    .replace(/\s*,\s*/g, ',')
    .split(/\s+/)
    .map((group) => group.replace(/^,+|,+$/g, ''))
    .filter((group) => group !== '')
    .map((group) => group.split(',').map(numberOf));
  const isByTheRules = groups.every(({ length }) => length === 2 || length === 3);
  return isByTheRules ? groups.map((group) => group.slice(0, 2)) : positionsInRow(groups.flat());
}
