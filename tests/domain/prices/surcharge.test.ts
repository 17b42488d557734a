import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, fromNumeric, isWholePence } from '@/domain/core/money';
import { fuelRule, litreWords, surchargeOf, surchargeWords, type FuelRule } from '@/domain/prices/surcharge';

const rule = (base: number, current: number, share: number): FuelRule => ({
  basePrice: fromNumeric(base),
  currentPrice: fromNumeric(current),
  share: fromNumeric(share),
});
const surchargeFor = (works: number, ...figures: [base: number, current: number, share: number]) =>
  surchargeOf(fromNumeric(works), rule(...figures));

test.each<[works: number, base: number, current: number, share: number, result: number | null]>([
  // 30 % of 1,000.00 is 300.00; 12.5p on 70p is 17.857 %.
  [1000, 0.7, 0.825, 30, 53.57],
  [1265.67, 0.7, 0.825, 30, 67.8],
  // Diesel up 10 %, 30 % fuel: 3 % on the bill.
  [100, 1, 1.1, 30, 3],
  // Half a penny is rounded up.
  [0.5, 1, 1.01, 100, 0.01],
  [100, 0.7, 1.4, 100, 100],
  [0.01, 0.7, 0.71, 30, null],
  [0, 0.7, 0.825, 30, null],
  [1000, 0.7, 0.825, 0, null],
  [1000, 0.7, 0.7, 30, null],
  [1000, 0.825, 0.7, 30, null],
])(
  'the surcharge on %d of work, diesel base %d, now %d, fuel share %d %%, is %s',
  (works, base, current, share, result) => {
    expect(surchargeFor(works, base, current, share)).toBe(result === null ? null : fromNumeric(result));
  },
);

test('the surcharge is whole pennies, at most half a penny off, and never below zero', () => {
  const works = fc.integer({ min: 0, max: 99_999_999_900 }).map((n) => decimal(n - (n % 100)));
  const litre = fc.integer({ min: 1, max: 99_999_999 }).map(decimal);
  const share = fc.integer({ min: 0, max: 10_000 }).map((n) => decimal(n * 100));
  fc.assert(
    fc.property(works, litre, litre, share, (value, basePrice, currentPrice, part) => {
      // Larger amounts exceed the money column, so such an invoice cannot exist.
      fc.pre(currentPrice < 100 * basePrice);
      const amount = surchargeOf(value, { basePrice, currentPrice, share: part });
      const denominator = 1_000_000n * BigInt(basePrice);
      const exact = BigInt(value) * BigInt(part) * BigInt(currentPrice - basePrice);
      if (amount === null) {
        expect(2n * exact < 100n * denominator).toBe(true);
        return;
      }
      expect(isWholePence(amount) && amount > 0).toBe(true);
      const difference = BigInt(amount) * denominator - exact;
      expect(2n * (difference < 0n ? -difference : difference) <= 100n * denominator).toBe(true);
    }),
  );
});

test("the surcharge's text states the current price, the base price and the share", () => {
  expect(surchargeWords(rule(0.7, 0.825, 30), 'GBP')).toBe('Fuel surcharge (diesel 82.5p, base 70p, 30 % of the work)');
  expect(surchargeWords(rule(0.9, 1.0125, 27.5), 'EUR')).toBe(
    'Fuel surcharge (diesel 101.25c, base 90c, 27.5 % of the work)',
  );
  expect(litreWords(fromNumeric(1.2), 'GBP')).toBe('120p');
});

test('there is no rule while the surcharge is off or incomplete', () => {
  const columns = {
    surcharge_on: true,
    fuel_base_price: fromNumeric(0.7),
    fuel_current_price: fromNumeric(0.825),
    fuel_share: fromNumeric(30),
  };
  expect(fuelRule(columns)).toEqual(rule(0.7, 0.825, 30));
  expect(fuelRule({ ...columns, surcharge_on: false })).toBeNull();
  for (const name of ['fuel_base_price', 'fuel_current_price', 'fuel_share'])
    expect(fuelRule({ ...columns, [name]: null })).toBeNull();
});
