// The positions of the rows of a long list. Rows that were never rendered have an estimated height.

const INITIAL_SIZE = 1024;

/**
 * Row heights in pixels by index, measured or `guess`. Each query and each measurement takes logarithmic time: two
 * binary indexed trees, one of heights and one of how many rows were measured.
 */
export function rowHeights(guess: number) {
  let size = INITIAL_SIZE;
  // 0: not measured.
  let heights = new Float64Array(size);
  let sums = new Float64Array(size + 1);
  let counts = new Int32Array(size + 1);

  const add = (row: number, height: number, count: number) => {
    for (let at = row + 1; at <= size; at += at & -at) {
      sums[at] = (sums[at] ?? 0) + height;
      counts[at] = (counts[at] ?? 0) + count;
    }
  };
  const grow = (row: number) => {
    const oldHeights = heights;
    while (size <= row) size *= 2;
    heights = new Float64Array(size);
    heights.set(oldHeights);
    sums = new Float64Array(size + 1);
    counts = new Int32Array(size + 1);
    oldHeights.forEach((height, at) => {
      if (height > 0) add(at, height, 1);
    });
  };
  /** The height of the `length` rows covered by the tree node `at`. */
  const filled = (at: number, length: number) => (sums[at] ?? 0) + (length - (counts[at] ?? 0)) * guess;

  return {
    /** Sets the height assumed for unmeasured rows. */
    setGuess: (height: number) => {
      guess = height;
    },
    measure: (row: number, height: number) => {
      if (row >= size) grow(row);
      const before = heights[row] ?? 0;
      if (before === height) return;
      heights[row] = height;
      add(row, height - before, before === 0 ? 1 : 0);
    },
    /** Pixels from the top of the list to the top of a row, which is the height of all rows before it. */
    topOf: (row: number): number => {
      let top = Math.max(0, row - size) * guess;
      for (let at = Math.min(row, size); at > 0; at -= at & -at) top += filled(at, at & -at);
      return top;
    },
    /** The row at a distance in pixels from the top of the list. */
    rowAt: (pixels: number): number => {
      let row = 0;
      let rest = Math.max(0, pixels);
      for (let step = size; step > 0; step >>= 1) {
        if (row + step > size) continue;
        const height = filled(row + step, step);
        if (height > rest) continue;
        row += step;
        rest -= height;
      }
      return row < size ? row : row + Math.floor(rest / guess);
    },
  };
}
