// What customers owe, by how late it is. Amounts are with VAT, as on the invoices.
import { add, type Currency, type Decimal } from '@/domain/core/money';
import { AGES, type Age } from '@/domain/invoices/register';

export type Owed = {
  currency: Currency;
  invoices: number;
  /** Together they equal `owed`. */
  ages: Record<Age, Decimal>;
  owed: Decimal;
  /** The part of `owed` that is on invoices of another program; the rest is what the register has outstanding. */
  fromBefore: Decimal;
};

/** The open invoices of a customer in one currency, those from before included. */
export type OwedCustomer = Owed & {
  key: string;
  /** Null for invoices that belong to no customer of the list. */
  customerId: string | null;
  customer: string;
  /** The earliest due date of these invoices. */
  oldestDue: string;
};

/** The sums for each currency. The account's own currency comes first, even without invoices. */
export function owedSums(rows: readonly OwedCustomer[], own: Currency): Owed[] {
  const currencies = [...new Set([own, ...rows.map(({ currency }) => currency)])];
  return currencies.map((currency) => {
    const list = rows.filter((row) => row.currency === currency);
    const sum = (of: (row: OwedCustomer) => Decimal) => add(...list.map(of));
    return {
      currency,
      invoices: list.reduce((all, { invoices }) => all + invoices, 0),
      // The cast is safe: there is an entry for each age.
      ages: Object.fromEntries(AGES.map((age) => [age, sum(({ ages }) => ages[age])])) as Record<Age, Decimal>,
      owed: sum(({ owed }) => owed),
      fromBefore: sum(({ fromBefore }) => fromBefore),
    };
  });
}
