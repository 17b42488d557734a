import { CircleDashed, ClockAlert, ReceiptText, type LucideIcon } from 'lucide-react';
import type { HomeSummary } from '@/data/summaries';
import type { Decimal } from '@/domain/core/money';
import { counted, plural } from '@/domain/core/word-list';
import { isMissing, type Read } from '@/lib/read-state';
import type { AbsenceRequest } from '@/records/absence-requests';

/** One card of the "Needs you" list. Calculated from the data, never stored. */
export type Alert = {
  /** Unique key of the card. */
  key: string;
  tone: 'bad' | 'warn' | 'ready' | 'note';
  icon: LucideIcon;
  title: string;
  detail: string;
  /** An amount of money; null if there is none. */
  value: Decimal | null;
  /** Null if there is nothing to open. */
  to: string | null;
  /** Time off to answer: the alert has a button for it. */
  request?: AbsenceRequest;
};

/** The alerts of one source. */
export type AlertSource = {
  /** Null until loaded. */
  alerts: readonly Alert[] | null;
  failed: boolean;
  retry: () => void;
};

type Query<Data> = Read & { data: Data | undefined };

/** The alerts of a query. Offline without a cached copy this counts as failed. */
export const alertsFromQuery = <Data>(query: Query<Data>, alertsOf: (data: Data) => readonly Alert[]): AlertSource => ({
  alerts: query.data === undefined ? null : alertsOf(query.data),
  failed: isMissing(query),
  retry: () => void query.refetch(),
});

/** Alerts that need no query. */
export const readyAlerts = (alerts: readonly Alert[]): AlertSource => ({
  alerts,
  failed: false,
  retry: () => undefined,
});

/** Alerts about money, the overdue invoices first; zero counts are left out. */
export function moneyAlerts(summary: HomeSummary): Alert[] {
  const { overdueInvoices, overdue, unbilledEntries, unbilledCustomers, unbilledValue } = summary;
  const all: [n: number, alert: Alert][] = [
    [
      overdueInvoices,
      {
        key: 'overdue',
        tone: 'bad',
        icon: ClockAlert,
        title: plural(overdueInvoices, 'Invoice overdue', 'Invoices overdue'),
        detail: counted(overdueInvoices, 'invoice', 'invoices'),
        value: overdue,
        to: '/view-invoices?show=overdue',
      },
    ],
    [
      unbilledEntries,
      {
        key: 'ready',
        tone: 'ready',
        icon: ReceiptText,
        title: 'Ready to invoice',
        detail: `${counted(unbilledCustomers, 'customer', 'customers')}, ${counted(unbilledEntries, 'entry', 'entries')}`,
        value: unbilledValue,
        to: '/works-list?status=ready',
      },
    ],
    [
      summary.needsRate,
      {
        key: 'needs-rate',
        tone: 'warn',
        icon: CircleDashed,
        title: counted(summary.needsRate, 'entry needs a rate', 'entries need a rate'),
        detail: 'No invoice without a rate.',
        value: null,
        to: '/works-list?status=needs_rate',
      },
    ],
    [
      summary.needsQuantity,
      {
        key: 'needs-quantity',
        tone: 'warn',
        icon: CircleDashed,
        title: counted(summary.needsQuantity, 'entry needs a quantity', 'entries need a quantity'),
        detail: 'How much was done?',
        value: null,
        to: '/works-list?status=needs_quantity',
      },
    ],
  ];
  return all.filter(([n]) => n > 0).map(([, alert]) => alert);
}

const COUNT_PHRASES = [
  'Nothing needs',
  'One thing needs',
  'Two things need',
  'Three things need',
  'Four things need',
  'Five things need',
];

/** "Two things need you." */
export const headlineWords = (n: number): string => `${COUNT_PHRASES[n] ?? `${n} things need`} you.`;
