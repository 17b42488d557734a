// Meal mixes: an example worked out by hand, inclusions, and parts that add up to the batch.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate } from '@/domain/core/allocate';
import { toFixed } from '@/domain/core/fraction';
import { add, fromNumeric, toNumeric } from '@/domain/core/money';
import {
  batchCost,
  batchKg,
  batchParts,
  inclusionProblem,
  inclusionTotal,
  mealTotals,
  scaledTo100,
  type MealItem,
} from '@/domain/rations/meal';
import { mixFeed } from './feeds';

const ROWS = [
  ['Rolled barley', 48, [86, null, 11, 195]],
  ['Beet pulp', 20, [89, null, 9.5, 225]],
  ['Rapeseed meal', 15, [89, null, 38, 265]],
  ['Soya hulls', 10, [88, null, 12, 205]],
  ['Molasses', 4.5, [75, null, 5.5, 240]],
  ['Minerals', 2.5, [98, null, 0, 650]],
] as const;
const ITEMS: MealItem[] = ROWS.map(([name, pct, analysis]) => ({ ...mixFeed(name, analysis), pct: fromNumeric(pct) }));
const decimals = (...ns: readonly number[]) => ns.map(fromNumeric);
const parts = (size: number, rounding: number, items: readonly { pct: MealItem['pct'] }[] = ITEMS) =>
  batchParts(fromNumeric(size), items, fromNumeric(rounding)).map(toNumeric);

test('the worked example: kg, cost and protein on both bases', () => {
  expect(parts(3000, 1)).toEqual([1440, 600, 450, 300, 135, 75]);
  expect(parts(1250, 0.25)).toEqual([600, 250, 187.5, 125, 56.25, 31.25]);
  const totals = mealTotals(ITEMS);
  expect(totals?.costPerTonne && toFixed(totals.costPerTonne, 2)).toBe('225.90');
  expect(totals && toFixed(totals.dmPct, 2)).toBe('87.06');
  expect(totals?.cpFedPct && toFixed(totals.cpFedPct, 2)).toBe('12.55');
  expect(totals?.cpPct && toFixed(totals.cpPct, 2)).toBe('14.41');
  const batch = batchParts(fromNumeric(3000), ITEMS, fromNumeric(1));
  const cost = batchCost(batch.flatMap((kg, at) => ({ kg, cost: ITEMS[at]?.cost ?? null })));
  expect(cost && toFixed(cost, 2)).toBe('677.70');
  expect(batchCost([{ kg: fromNumeric(1), cost: null }])).toBeNull();
  expect(batchKg(fromNumeric(3), 't')).toBe(fromNumeric(3000));
});

test('inclusions: three thirds are accepted and share 1,000 kg (case 72); other totals than 100 % are not', () => {
  const thirds = decimals(33.33, 33.33, 33.33);
  expect(inclusionProblem(thirds)).toBeNull();
  expect(
    parts(
      1000,
      1,
      thirds.map((pct) => ({ pct })),
    ),
  ).toEqual([334, 333, 333]);
  expect(inclusionProblem(decimals(60, 37.5))).toBe('Inclusions add to 97.5 % – 2.5 % short.');
  expect(inclusionProblem(decimals(60, 41))).toBe('Inclusions add to 101 %.');
  expect(inclusionProblem(decimals(99.95))).toBeNull();
  expect(inclusionProblem(decimals(100.05))).toBeNull();
  expect(inclusionProblem(decimals(99.949))).toBe('Inclusions add to 99.949 % – 0.051 % short.');
  expect(scaledTo100(decimals(60, 41)).map(toNumeric)).toEqual([59.406, 40.594]);
});

test('the parts of any batch add up to it exactly, and each is within two rounding steps of its share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_000_000 }).map((n) => fromNumeric(n / 1000)),
      fc.array(
        fc.integer({ min: 1, max: 100_000 }).map((n) => fromNumeric(n / 1000)),
        { minLength: 1, maxLength: 12 },
      ),
      fc.constantFrom(0.01, 0.5, 1, 5, 25),
      (total, weights, step) => {
        const shares = allocate(total, weights, fromNumeric(step));
        expect(add(...shares)).toBe(total);
        const sum = toNumeric(inclusionTotal(weights));
        shares.forEach((share, at) => {
          const exactly = (toNumeric(total) * toNumeric(weights[at] ?? fromNumeric(0))) / sum;
          // The heaviest part also takes the remainder, which is less than a step.
          expect(Math.abs(toNumeric(share) - exactly)).toBeLessThan(2 * step + 1e-6);
        });
        expect(inclusionProblem(scaledTo100(weights))).toBeNull();
        expect(add(...scaledTo100(weights))).toBe(fromNumeric(100));
      },
    ),
  );
  expect(() => allocate(fromNumeric(1), [], fromNumeric(1))).toThrow(RangeError);
});
