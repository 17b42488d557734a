// The fuel surcharge: an addition to an invoice if diesel costs more than the base price agreed with the rates.
import { decimal, formatQuantity, fractionOf, type Currency, type Decimal } from '@/domain/core/money';

export type FuelRule = {
  /** Price per litre when the rates were set, and now; above zero, in the account's currency. */
  basePrice: Decimal;
  currentPrice: Decimal;
  /** The share of fuel in the price of the work, in percent, 0 to 100. */
  share: Decimal;
};

type FuelColumns = {
  surcharge_on: boolean;
  fuel_base_price: Decimal | null;
  fuel_current_price: Decimal | null;
  fuel_share: Decimal | null;
};

/** The account's rule; null if it is switched off or incomplete. */
export function fuelRule(settings: FuelColumns): FuelRule | null {
  const {
    surcharge_on: on,
    fuel_base_price: basePrice,
    fuel_current_price: currentPrice,
    fuel_share: share,
  } = settings;
  return on && basePrice !== null && currentPrice !== null && share !== null && basePrice > 0
    ? { basePrice, currentPrice, share }
    : null;
}

/**
 * The surcharge on work of a given value: value × share % × (current − base) / base, rounded once to the penny; null if
 * that is zero or less, since cheaper diesel is not a discount by itself. Work by the hour, acre or bale has the same
 * fuel share; additional items have none.
 *
 * The formula is the usual escalator of haulage and contracting agreements: if fuel is a share of the price, the price
 * rises by that share of the rise in fuel (30 % fuel, diesel 10 % dearer: 3 % on the bill). No law or tariff fixes the
 * share or the base price; the parties agree on both, which is why the item names all three figures.
 */
export function surchargeOf(works: Decimal, { basePrice, currentPrice, share }: FuelRule): Decimal | null {
  const amount = fractionOf(works, BigInt(share) * BigInt(currentPrice - basePrice), 1_000_000n * BigInt(basePrice));
  return amount > 0 ? amount : null;
}

/** "82.5p", "101c": per litre, as shown at the pump. */
export const litreWords = (price: Decimal, currency: Currency): string =>
  `${formatQuantity(decimal(price * 100))}${currency === 'EUR' ? 'c' : 'p'}`;

/** "Fuel surcharge (diesel 82.5p, base 70p, 30 % of the work)". */
export const surchargeWords = ({ basePrice, currentPrice, share }: FuelRule, currency: Currency): string =>
  `Fuel surcharge (diesel ${litreWords(currentPrice, currency)}, base ${litreWords(basePrice, currency)}, ${formatQuantity(share)} % of the work)`;
