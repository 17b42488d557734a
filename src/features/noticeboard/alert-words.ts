import type { HomeSummary } from '@/data/summaries';
import type { Decimal } from '@/domain/money';

export type Alert = {
  kind: 'overdue' | 'ready' | 'needsRate' | 'needsQuantity';
  title: string;
  detail: string;
  value: Decimal | null;
  to: string;
};

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`;

/** The rows of the noticeboard, most serious first; what is in order has no row. */
export function alertsOf(summary: HomeSummary): Alert[] {
  const { overdueInvoices, overdue, unbilledEntries, unbilledCustomers, unbilledValue } = summary;
  const all: [n: number, alert: Alert][] = [
    [
      overdueInvoices,
      {
        kind: 'overdue',
        title: overdueInvoices === 1 ? 'Invoice overdue' : 'Invoices overdue',
        detail: count(overdueInvoices, 'invoice', 'invoices'),
        value: overdue,
        to: '/view-invoices?status=overdue',
      },
    ],
    [
      unbilledEntries,
      {
        kind: 'ready',
        title: 'Ready to invoice',
        detail: `${count(unbilledCustomers, 'customer', 'customers')}, ${count(unbilledEntries, 'entry', 'entries')}`,
        value: unbilledValue,
        to: '/works-list?status=ready',
      },
    ],
    [
      summary.needsRate,
      {
        kind: 'needsRate',
        title: summary.needsRate === 1 ? '1 entry needs a rate' : `${summary.needsRate} entries need a rate`,
        detail: 'No invoice without a rate.',
        value: null,
        to: '/works-list?status=needs_rate',
      },
    ],
    [
      summary.needsQuantity,
      {
        kind: 'needsQuantity',
        title:
          summary.needsQuantity === 1 ? '1 entry needs a quantity' : `${summary.needsQuantity} entries need a quantity`,
        detail: 'How much was done?',
        value: null,
        to: '/works-list?status=needs_quantity',
      },
    ],
  ];
  return all.filter(([n]) => n > 0).map(([, alert]) => alert);
}

const WORDS = ['Nothing needs', 'One thing needs', 'Two things need', 'Three things need', 'Four things need'];

/** "Two things need you." */
export const countWords = (n: number): string => `${WORDS[n] ?? `${n} things need`} you.`;
