import { expect, test } from 'vitest';
import { rowHeights } from '@/ui/lists/row-heights';

test('unmeasured rows have the estimated height', () => {
  const heights = rowHeights(40);
  expect(heights.topOf(0)).toBe(0);
  expect(heights.topOf(50_000)).toBe(2_000_000);
  expect(heights.rowAt(0)).toBe(0);
  expect(heights.rowAt(39)).toBe(0);
  expect(heights.rowAt(40)).toBe(1);
  expect(heights.rowAt(1_999_999)).toBe(49_999);
  expect(heights.rowAt(-5)).toBe(0);
});

test('a measured row moves the rows below it; a new estimate moves the rows that are not measured', () => {
  const heights = rowHeights(40);
  heights.measure(2, 100);
  heights.measure(2, 90);
  heights.measure(3, 10);
  expect([0, 1, 2, 3, 4, 5].map(heights.topOf)).toEqual([0, 40, 80, 170, 180, 220]);
  heights.setGuess(50);
  expect([0, 1, 2, 3, 4, 5].map(heights.topOf)).toEqual([0, 50, 100, 190, 200, 250]);
});

test('positions match the sums of random measurements, also below the last measured row', () => {
  const heights = rowHeights(33);
  const known = new Map<number, number>();
  // A seeded generator, so that a failure can be repeated.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let turn = 0; turn < 4000; turn += 1) {
    const row = random(5000);
    const height = 20 + random(100);
    known.set(row, height);
    heights.measure(row, height);
  }
  let top = 0;
  for (let row = 0; row < 6000; row += 1) {
    expect(heights.topOf(row)).toBe(top);
    expect(heights.rowAt(top)).toBe(row);
    top += known.get(row) ?? 33;
    expect(heights.rowAt(top - 1)).toBe(row);
  }
});
