// The invoices of the demonstration account, in every state: works, issue date, and when sent and paid.
import { dayOf, daysAfter, monthsUpTo, type DemoWork } from './works.ts';

type Item = { id: string; description: string; amount: number };

export type DemoInvoice = {
  customer: string;
  work_ids: string[];
  items: Item[];
  issue_date: string;
  /** Days; null if not reached yet. */
  sent: string | null;
  paid: string | null;
};

/** The number of the next invoice once all of these are issued. */
export const NEXT_NUMBER = 42;

const NET_WRAP: Item = {
  id: 'ad000000-0000-4000-8000-000000000001',
  description: 'Net wrap, 2 rolls',
  amount: 131.98,
};
const GOODWILL: Item = {
  id: 'ad000000-0000-4000-8000-000000000002',
  description: 'Goodwill discount',
  amount: -50,
};

// The customers billed for each month, with the day of the following month on which they pay; null: not yet.
const FIRST_MONTH = [
  ['Manor Estate Ltd', 24],
  ['Hill Farm', 18],
  ["O'Brien & Sons", 26],
  ['Tŷ Gwyn', 20],
  ['Church Farm Partnership', null],
  ['Siân Ní Dhálaigh', 21],
  ['Wójcik Growers', 16],
  ['Wood Lane Livery', 28],
  ['Arrow Valley Parish Council', 27],
  ['Old Mill Farm', 12],
] as const;
const SECOND_MONTH = [
  ['Hill Farm', 19],
  ["O'Brien & Sons", 25],
  ['Tŷ Gwyn', 22],
  // 60 days to pay: sent, and not overdue on any day of the demonstration.
  ['Manor Estate Ltd', null],
  ['Church Farm Partnership', null],
  ['Siân Ní Dhálaigh', 27],
  ['Wójcik Growers', 14],
  ['Wood Lane Livery', 23],
  ['Arrow Valley Parish Council', null],
] as const;

/** The first one is withdrawn before the second, of the same works, replaces it. */
export function demoInvoices(
  works: readonly DemoWork[],
  today: string,
): [withdrawn: DemoInvoice, ...rest: DemoInvoice[]] {
  const { first, second, lastFull, current } = monthsUpTo(today);
  const billable = (customer: string, from: string, before: string) =>
    works
      .filter((work) => work.customer === customer && work.work_date >= from && work.work_date < before)
      .filter((work) => work.rate !== null && (work.quantity !== null || work.start_time !== null))
      .map((work) => work.id);
  const invoice = (
    customer: string,
    [from, before]: readonly [string, string],
    issue_date: string,
    progress: Partial<Pick<DemoInvoice, 'sent' | 'paid' | 'items'>> = {},
  ): DemoInvoice => ({
    customer,
    work_ids: billable(customer, from, before),
    items: [],
    issue_date,
    sent: null,
    paid: null,
    ...progress,
  });
  const month = (list: typeof FIRST_MONTH | typeof SECOND_MONTH, from: string, before: string) =>
    list.map(([customer, paidOn]) =>
      invoice(customer, [from, before], dayOf(before, 3), {
        sent: dayOf(before, 3),
        paid: paidOn === null ? null : dayOf(before, paidOn),
      }),
    );
  const latest = dayOf(current, 4) < today ? dayOf(current, 4) : today;
  return [
    invoice('Manor Estate Ltd', [first, second], dayOf(second, 2)),
    ...month(FIRST_MONTH, first, second),
    ...month(SECOND_MONTH, second, lastFull),
    invoice('Tŷ Gwyn', [lastFull, current], latest),
    invoice("O'Brien & Sons", [lastFull, current], latest, { items: [NET_WRAP, GOODWILL], sent: latest }),
  ];
}

/** An invoice is withdrawn the day after it was issued. */
export const withdrawnOn = ({ issue_date }: DemoInvoice) => daysAfter(issue_date, 1);
