// Exact fractions: a result is rounded once, where it is shown, however many factors it has.
import { decimal, divideHalfAway, type Decimal } from './money';

export type Fraction = Readonly<{ n: bigint; d: bigint }>;

const SCALE = 10_000n;
/** Just below the largest safe integer. Results are clamped to it: an absurd stored value must not break a screen. */
const MAX = 9_007_199_254_740_000n;

const clamp = (n: bigint): Decimal => decimal(Number(n > MAX ? MAX : n < -MAX ? -MAX : n));

const ZERO_FRACTION: Fraction = { n: 0n, d: 1n };

export const fractionOf = (value: Decimal): Fraction => ({ n: BigInt(value), d: SCALE });
export const wholeNumber = (value: number): Fraction => ({ n: BigInt(value), d: 1n });

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
export const sumOf = (all: readonly Fraction[]): Fraction => {
  const [first, ...rest] = all;
  return first ? rest.reduce(plus, first) : ZERO_FRACTION;
};
export const times = (...factors: readonly Fraction[]): Fraction => ({
  n: factors.reduce((product, { n }) => product * n, 1n),
  d: factors.reduce((product, { d }) => product * d, 1n),
});

/** The quotient; null if the divisor is zero. Both must be positive. */
export const dividedBy = (a: Fraction, b: Fraction): Fraction | null =>
  b.n === 0n ? null : { n: a.n * b.d, d: a.d * b.n };

export const isBelow = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d;

/** The smallest whole number that is not below the fraction, which must not be negative. */
export const ceiling = ({ n, d }: Fraction): number => Number((n + d - 1n) / d);

/** Rounded to at most four decimals, ties away from zero. */
export const rounded = ({ n, d }: Fraction, decimals: number): Decimal =>
  clamp(divideHalfAway(n * 10n ** BigInt(decimals), d) * 10n ** BigInt(4 - decimals));

/** The nearest multiple of `step`, ties away from zero. */
export const nearestMultiple = ({ n, d }: Fraction, step: Decimal): Decimal =>
  clamp(divideHalfAway(n * SCALE, d * BigInt(step)) * BigInt(step));

/** "6,078", "11.20": with exactly that many decimals. */
export function toFixed({ n, d }: Fraction, decimals: number): string {
  const digits = divideHalfAway(n * 10n ** BigInt(decimals), d)
    .toString()
    .padStart(decimals + 1, '0');
  const units = digits.slice(0, digits.length - decimals).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === 0 ? units : `${units}.${digits.slice(-decimals)}`;
}
