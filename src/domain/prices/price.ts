// Dated prices: the price of a task on a day, for one customer or for everyone, and the days without a price.
import { formatRate, type Currency, type Decimal } from '@/domain/core/money';
import { addDays, formatDate } from '@/domain/core/time';
import { formatRateWithUnit } from '@/domain/core/units';

export type Price = {
  id: string;
  taskId: string;
  /** Null: the standard price, for customers without one of their own. */
  customerId: string | null;
  chargeableUnit: string;
  rate: Decimal;
  /** First and last day, 'YYYY-MM-DD', both inclusive; a null `validTo` means until further notice. */
  validFrom: string;
  validTo: string | null;
};

/** The task, unit and customer of a price (null: for everyone). There is one such price per day. */
export type Priced = { taskId: string; customerId: string | null; unit: string };

const isFor = (price: Price, { taskId, customerId, unit }: Priced) =>
  price.taskId === taskId && price.customerId === customerId && price.chargeableUnit === unit;

export const isValidOn = ({ validFrom, validTo }: Pick<Price, 'validFrom' | 'validTo'>, date: string): boolean =>
  validFrom <= date && (validTo === null || date <= validTo);

/** The price on a day: the customer's own, else the standard one, else null. A null customer gets the standard one. */
export function priceOn(
  prices: readonly Price[],
  { taskId, customerId, unit, date }: Priced & { date: string },
): Price | null {
  const find = (owner: string | null) =>
    prices.find((price) => isFor(price, { taskId, customerId: owner, unit }) && isValidOn(price, date));
  return (customerId === null ? undefined : find(customerId)) ?? find(null) ?? null;
}

/** The prices of one task, customer and unit, the earliest first. */
export const pricesOf = (prices: readonly Price[], priced: Priced): Price[] =>
  prices.filter((price) => isFor(price, priced)).sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));

export type Gap = {
  from: string;
  to: string;
  /** The standard price, if it fills the customer's gap; null: the task's own rate applies. */
  instead: Price | null;
};

/**
 * The days between two prices on which none is set, in order; none before the first price or after the last. A
 * customer's gap is split where a standard price begins or ends, so that each part has a single replacement.
 */
export function gapsOf(prices: readonly Price[], priced: Priced): Gap[] {
  const own = pricesOf(prices, priced);
  const standard = priced.customerId === null ? [] : pricesOf(prices, { ...priced, customerId: null });
  return own.flatMap((price, at) => {
    const next = own[at + 1];
    if (!next || price.validTo === null) return [];
    const from = addDays(price.validTo, 1);
    const to = addDays(next.validFrom, -1);
    return from <= to ? splitGap(from, to, standard) : [];
  });
}

/** Splits a span by the given prices, which are sorted and do not overlap. */
function splitGap(from: string, to: string, prices: readonly Price[]): Gap[] {
  const parts: Gap[] = [];
  let day = from;
  for (const price of prices) {
    const first = price.validFrom < day ? day : price.validFrom;
    const last = price.validTo === null || price.validTo > to ? to : price.validTo;
    if (first > last) continue;
    if (day < first) parts.push({ from: day, to: addDays(first, -1), instead: null });
    parts.push({ from: first, to: last, instead: price });
    day = addDays(last, 1);
  }
  if (day <= to) parts.push({ from: day, to, instead: null });
  return parts;
}

/** "1 Mar 2026"; without the year if it is that of `today`. */
export const priceDay = (date: string, today = ''): string => formatDate(date, today).replace(/^\w+ /, '');

/** "from 1 Mar 2026", "1 Mar 2026 to 30 Sep 2026", "on 1 Mar 2026". */
export function priceSpan({ validFrom, validTo }: Pick<Price, 'validFrom' | 'validTo'>): string {
  if (validTo === null) return `from ${priceDay(validFrom)}`;
  return validFrom === validTo ? `on ${priceDay(validFrom)}` : `${priceDay(validFrom)} to ${priceDay(validTo)}`;
}

/** "Between 1 Oct and 31 Oct 2026 no price is set: the task's own rate, £40.00, is used." */
export function gapWords({ from, to, instead }: Gap, ownRate: Decimal | null, currency: Currency): string {
  const days = from === to ? `On ${priceDay(from)}` : `Between ${priceDay(from, to)} and ${priceDay(to)}`;
  const replacement =
    instead !== null
      ? `the price for everybody, ${formatRate(instead.rate, currency)}, is used`
      : ownRate === null
        ? 'the rate charged last is offered'
        : `the task's own rate, ${formatRate(ownRate, currency)}, is used`;
  return `${days} no price is set: ${replacement}.`;
}

/** "£32.06 / ac"; an agreed price of zero is "No charge". */
export const priceWords = (rate: Decimal, unit: string, currency: Currency): string =>
  rate === 0 ? 'No charge' : formatRateWithUnit(rate, unit, currency);
