// Splits a whole into rounded parts that add up to it again: the largest remainder method.
import { decimal, type Decimal } from './money';

/**
 * The parts of a total by weight, each a multiple of `step`. Parts are rounded down; the steps left over go to the parts
 * with the largest remainders, to the first of equal ones. A rest smaller than a step goes to the part with the largest
 * weight. Throws a RangeError without a positive weight.
 */
export function allocate(total: Decimal, weights: readonly Decimal[], step: Decimal): Decimal[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum <= 0n) throw new RangeError('Nothing to share by');
  const whole = BigInt(total);
  const unit = BigInt(step);
  const shares = weights.map((weight, place) => {
    const numerator = whole * BigInt(weight);
    const divisor = sum * unit;
    return { place, steps: numerator / divisor, remainder: numerator % divisor };
  });
  const left = Number(whole / unit - shares.reduce((all, { steps }) => all + steps, 0n));
  const largest = shares
    .toSorted((a, b) => (a.remainder === b.remainder ? a.place - b.place : a.remainder < b.remainder ? 1 : -1))
    .slice(0, left);
  const raised = new Set(largest.map(({ place }) => place));
  const heaviest = weights.indexOf(decimal(Math.max(...weights)));
  return shares.map(({ place, steps }) =>
    decimal(Number((steps + (raised.has(place) ? 1n : 0n)) * unit + (place === heaviest ? whole % unit : 0n))),
  );
}
