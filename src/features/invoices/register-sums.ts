// The sums of the register. A cancelled invoice counts for nothing; two currencies are not added up.
import type { RegisterTotals } from '@/data/invoice-register';
import { formatMoney, ZERO, type Currency } from '@/domain/money';

type Figure = 'subtotal' | 'vatAmount' | 'total';

/** "£1,265.67", and with euros among them "£1,265.67 + €90.00". */
function sumOf(totals: readonly RegisterTotals[], figure: Figure, own: Currency): string {
  const ownFirst = totals.toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own));
  const sums = ownFirst.map((sum) => formatMoney(sum[figure], sum.currency));
  return sums.length === 0 ? formatMoney(ZERO, own) : sums.join(' + ');
}

export const registerSums = (totals: readonly RegisterTotals[], own: Currency): { label: string; value: string }[] => [
  { label: 'Net', value: sumOf(totals, 'subtotal', own) },
  { label: 'VAT', value: sumOf(totals, 'vatAmount', own) },
  { label: 'Total', value: sumOf(totals, 'total', own) },
];

/** "1 invoice", "70 invoices". */
export function countWords(totals: readonly RegisterTotals[]): string {
  const count = totals.reduce((sum, { invoices }) => sum + invoices, 0);
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'invoice' : 'invoices'}`;
}
