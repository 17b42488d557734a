// The sums of the register as text. Amounts in different currencies are not added up.
import type { InvoiceStateWord } from '@/data/invoices/invoice-register';
import type { RegisterTotals } from '@/data/invoices/register-sums';
import { formatMoney, ZERO, type Currency, type Decimal } from '@/domain/core/money';
import { plural } from '@/domain/core/word-list';

/** Sorts the account's own currency first. */
export const ownCurrencyFirst = <T extends { currency: Currency }>(sums: readonly T[], ownCurrency: Currency): T[] =>
  sums.toSorted((a, b) => Number(b.currency === ownCurrency) - Number(a.currency === ownCurrency));

/** "£1,265.67", or with two currencies "£1,265.67 + €90.00". */
function sumOf(
  totals: readonly RegisterTotals[],
  figure: (sum: RegisterTotals) => Decimal,
  ownCurrency: Currency,
): string {
  const sums = ownCurrencyFirst(totals, ownCurrency).map((sum) => formatMoney(figure(sum), sum.currency));
  return sums.length === 0 ? formatMoney(ZERO, ownCurrency) : sums.join(' + ');
}

export const registerSums = (
  totals: readonly RegisterTotals[],
  ownCurrency: Currency,
): { label: string; value: string }[] => [
  { label: 'Net', value: sumOf(totals, ({ subtotal }) => subtotal, ownCurrency) },
  { label: 'VAT', value: sumOf(totals, ({ vatAmount }) => vatAmount, ownCurrency) },
  { label: 'Total', value: sumOf(totals, ({ total }) => total, ownCurrency) },
];

/** "No invoices", "1 invoice", "1,070 invoices". */
export const countWithNoun = (count: number, noun: string): string =>
  `${count === 0 ? 'No' : count.toLocaleString('en-GB')} ${plural(count, noun, `${noun}s`)}`;

/**
 * The number of rows that match a filter: "credit notes" if the state is one that only credit notes have, otherwise
 * "invoices", even if there are credit notes among them.
 */
export const countWords = (totals: readonly RegisterTotals[], state: InvoiceStateWord | null): string =>
  countWithNoun(
    totals.reduce((sum, { documents }) => sum + documents, 0),
    state === 'credit' || state === 'refund' || state === 'refunded' ? 'credit note' : 'invoice',
  );
