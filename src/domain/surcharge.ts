// The fuel surcharge: what dearer diesel adds to an invoice, from a base price that was agreed when the rates were set.
import { decimal, formatQuantity, fractionOf, type Currency, type Decimal } from './money';

export type FuelRule = {
  /** A litre when the rates were set, and now; above zero, in the account's currency. */
  basePrice: Decimal;
  currentPrice: Decimal;
  /** How much of the work is fuel, percent, 0 to 100. */
  share: Decimal;
};

type FuelColumns = {
  surcharge_on: boolean;
  fuel_base_price: Decimal | null;
  fuel_current_price: Decimal | null;
  fuel_share: Decimal | null;
};

/** The account's rule; null while it is off or not complete. */
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
 * The surcharge on work of a value: value × share % × (current − base) / base, rounded once to the penny; null where
 * that is nothing or less, for diesel that became cheaper is no discount by itself. Hours, acres and bales carry fuel in
 * the same share, additional items carry none.
 *
 * The formula is the plain escalator of haulage and contracting agreements: if fuel is a share of the price, a price
 * that rises with it rises by that share of fuel's own rise (30 % fuel, diesel 10 % dearer: 3 % on the bill). No law or
 * tariff fixes share or base price; both are for the parties to agree, which is why the item names all three figures.
 */
export function surchargeOf(works: Decimal, { basePrice, currentPrice, share }: FuelRule): Decimal | null {
  const amount = fractionOf(works, BigInt(share) * BigInt(currentPrice - basePrice), 1_000_000n * BigInt(basePrice));
  return amount > 0 ? amount : null;
}

/** "82.5p", "101c": a litre, as it stands at the pump. */
export const litreWords = (price: Decimal, currency: Currency): string =>
  `${formatQuantity(decimal(price * 100))}${currency === 'EUR' ? 'c' : 'p'}`;

/** "Fuel surcharge (diesel 82.5p, base 70p, 30 % of the work)". */
export const surchargeWords = ({ basePrice, currentPrice, share }: FuelRule, currency: Currency): string =>
  `Fuel surcharge (diesel ${litreWords(currentPrice, currency)}, base ${litreWords(basePrice, currency)}, ${formatQuantity(share)} % of the work)`;
