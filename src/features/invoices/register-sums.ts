// The sums of the invoices in sight. A cancelled invoice counts for nothing; two currencies are not added up.
import type { InvoiceEntry } from '@/data/invoice-register';
import { add, formatMoney, ZERO, type Currency } from '@/domain/money';

type Figure = 'subtotal' | 'vatAmount' | 'total';

/** "£1,265.67", and with euros among them "£1,265.67 + €90.00". */
function sumOf(entries: readonly InvoiceEntry[], figure: Figure, own: Currency): string {
  const currencies = [own, ...(['GBP', 'EUR'] as const).filter((one) => one !== own)];
  const sums = currencies.flatMap((currency) => {
    const those = entries.filter((entry) => entry.currency === currency);
    return those.length === 0 ? [] : [formatMoney(add(...those.map((entry) => entry[figure])), currency)];
  });
  return sums.length === 0 ? formatMoney(ZERO, own) : sums.join(' + ');
}

export function registerSums(invoices: readonly InvoiceEntry[], own: Currency): { label: string; value: string }[] {
  const standing = invoices.filter(({ voidedAt }) => voidedAt === null);
  return [
    { label: 'Net', value: sumOf(standing, 'subtotal', own) },
    { label: 'VAT', value: sumOf(standing, 'vatAmount', own) },
    { label: 'Total', value: sumOf(standing, 'total', own) },
  ];
}
