// The invoices of the three-year demonstration: one per month and customer, most of them paid, some late, some never, a
// few withdrawn or credited and issued again.
import type { BigCustomer } from './customers.ts';
import type { BigMonth, BigSize, BigWork } from './works.ts';
import { chance, pick } from '../chance.ts';
import { dayOf, daysAfter, demoId, monthStart } from '../works.ts';

type Item = { id: string; description: string; amount: number };

/** Days are null if not reached yet. `live`: its works have its number. */
export type BigBill = {
  id: string;
  customer: number;
  issue_date: string;
  work_ids: string[];
  items: Item[];
  sent: string | null;
  paid: string | null;
  withdrawn: string | null;
  credited: { on: string; reason: string } | null;
  live: boolean;
};

const REASONS = ['Wrong acreage', 'Billed to the wrong farm', 'Price was agreed lower', 'Twelve bales too many'];

/** How many of the invoices are reversed, by withdrawal and by credit note. */
export const takenBack = ({ invoices }: BigSize) => ({
  withdrawn: Math.max(1, Math.round(invoices * 0.007)),
  credited: Math.max(2, Math.round(invoices * 0.005)),
});

const complete = (work: BigWork) => work.rate !== null && (work.quantity !== null || work.start_time !== null);

function itemsOf(n: number, next: () => number): Item[] {
  const luck = next();
  if (luck > 0.06) return [];
  const [description, amount] =
    luck < 0.02
      ? (['Goodwill discount', -20] as const)
      : pick([['Net wrap, 2 rolls', 131.98] as const, ['Diesel', 184.6] as const], next);
  return [{ id: `ad000000-0000-4000-8000-${String(n + 100).padStart(12, '0')}`, description, amount }];
}

/** The day of payment: around the due date; late for a few customers, and null for some invoices. */
function paidOn(customer: BigCustomer, place: number, issued: string, today: string, next: () => number) {
  const due = daysAfter(issued, customer.payment_terms_days ?? 30);
  const slow = place % 13 === 4;
  const luck = next();
  if (luck < (slow ? 0.05 : 0.004)) return null;
  const day = daysAfter(due, Math.round((slow ? 20 : -12) + next() * (slow ? 70 : 24)));
  const paid = day > issued ? day : daysAfter(issued, 1);
  return paid < today ? paid : null;
}

type Bare = Pick<BigBill, 'customer' | 'issue_date' | 'work_ids'>;

function billsOf(month: BigMonth): Bare[] {
  const issued = dayOf(monthStart(month.from, 1), 3);
  const by = new Map<number, string[]>(month.billed.map((customer) => [customer, []]));
  for (const work of month.works) if (complete(work)) by.get(work.customer)?.push(work.id);
  // An invoice has at most a thousand entries.
  return [...by].map(([customer, ids]) => ({ customer, issue_date: issued, work_ids: ids.slice(0, 1000) }));
}

/** All invoices in the order of their numbers. */
export function bigBills(customers: readonly BigCustomer[], months: readonly BigMonth[], size: BigSize, today: string) {
  const next = chance(3000);
  const bare = months.flatMap(billsOf);
  const back = takenBack(size);
  // Spread evenly over the period, except for the last month's.
  const steady = bare.length - (months.at(-2)?.billed.length ?? 0);
  const taken = new Set<number>();
  const spread = (count: number, shift: number) =>
    new Set(
      Array.from({ length: count }, (_, n) => {
        let place = Math.floor(((n + shift) / count) * (steady - 1));
        while (taken.has(place)) place += 1;
        taken.add(place);
        return place;
      }),
    );
  const withdrawn = spread(back.withdrawn, 0.3);
  const credited = spread(back.credited, 0.7);
  const lastIssue = bare.at(-1)?.issue_date;
  const bills = bare.flatMap((bill, n): Omit<BigBill, 'id'>[] => {
    const customer = customers[bill.customer];
    if (!customer) throw new Error('a bill for nobody');
    // The latest ones are not sent yet.
    const waiting = bill.issue_date === lastIssue && n % 6 === 0;
    const sent = waiting ? null : daysAfter(bill.issue_date, n % 9 === 0 ? 1 : 0);
    const good = {
      ...bill,
      items: itemsOf(n, next),
      sent: sent !== null && sent < today ? sent : null,
      paid: waiting ? null : paidOn(customer, bill.customer, bill.issue_date, today, next),
      withdrawn: null,
      credited: null,
      live: true,
    };
    const again = { ...good, issue_date: daysAfter(bill.issue_date, 8) };
    const paidLater = good.paid !== null && good.paid > again.issue_date ? good.paid : null;
    if (credited.has(n)) {
      const on = daysAfter(bill.issue_date, 8);
      // Every third had been paid before the mistake was noticed.
      const paid = n % 3 === 0 ? daysAfter(bill.issue_date, 6) : null;
      return [
        { ...good, live: false, paid, credited: { on, reason: pick(REASONS, next) } },
        { ...again, sent: again.issue_date, paid: paidLater },
      ];
    }
    if (withdrawn.has(n))
      return [
        { ...good, sent: null, paid: null, live: false, withdrawn: daysAfter(bill.issue_date, 1) },
        { ...again, sent: again.issue_date, paid: paidLater },
      ];
    return [good];
  });
  return bills
    .sort((a, b) => (a.issue_date < b.issue_date ? -1 : a.issue_date > b.issue_date ? 1 : 0))
    .map((bill, n): BigBill => ({ id: demoId('e', n + 1), ...bill }));
}
