// The invoices of the three-year demonstration: one per month and customer, most of them paid, some late, some never, a
// few withdrawn or credited and issued again.
import type { BigCustomer } from './customers.ts';
import type { BigMonth, BigSize, BigWork } from './works.ts';
import { seededRandom, pick } from '../random.ts';
import { dayOf, daysAfter, demoId, monthStart } from '../works.ts';

type Item = { id: string; description: string; amount: number };

/** Days are null if not reached yet. `live`: its works have its number. */
export type BigInvoice = {
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
export const reversedCounts = ({ invoices }: BigSize) => ({
  withdrawn: Math.max(1, Math.round(invoices * 0.007)),
  credited: Math.max(2, Math.round(invoices * 0.005)),
});

const isComplete = (work: BigWork) => work.rate !== null && (work.quantity !== null || work.start_time !== null);

function itemsOf(n: number, random: () => number): Item[] {
  const roll = random();
  if (roll > 0.06) return [];
  const [description, amount] =
    roll < 0.02
      ? (['Goodwill discount', -20] as const)
      : pick([['Net wrap, 2 rolls', 131.98] as const, ['Diesel', 184.6] as const], random);
  return [{ id: `ad000000-0000-4000-8000-${String(n + 100).padStart(12, '0')}`, description, amount }];
}

/** The day of payment: around the due date; late for a few customers, and null for some invoices. */
function paidOn(customer: BigCustomer, place: number, issued: string, today: string, random: () => number) {
  const due = daysAfter(issued, customer.payment_terms_days ?? 30);
  const paysLate = place % 13 === 4;
  const roll = random();
  if (roll < (paysLate ? 0.05 : 0.004)) return null;
  const day = daysAfter(due, Math.round((paysLate ? 20 : -12) + random() * (paysLate ? 70 : 24)));
  const paid = day > issued ? day : daysAfter(issued, 1);
  return paid < today ? paid : null;
}

type PlannedInvoice = Pick<BigInvoice, 'customer' | 'issue_date' | 'work_ids'>;

function plannedInvoicesOf(month: BigMonth): PlannedInvoice[] {
  const issued = dayOf(monthStart(month.from, 1), 3);
  const by = new Map<number, string[]>(month.billed.map((customer) => [customer, []]));
  for (const work of month.works) if (isComplete(work)) by.get(work.customer)?.push(work.id);
  // An invoice has at most a thousand entries.
  return [...by].map(([customer, ids]) => ({ customer, issue_date: issued, work_ids: ids.slice(0, 1000) }));
}

/** All invoices in the order of their numbers. */
export function bigInvoices(
  customers: readonly BigCustomer[],
  months: readonly BigMonth[],
  size: BigSize,
  today: string,
) {
  const random = seededRandom(3000);
  const planned = months.flatMap(plannedInvoicesOf);
  const reversed = reversedCounts(size);
  // Spread evenly over the period, except for the last month's.
  const spreadLength = planned.length - (months.at(-2)?.billed.length ?? 0);
  const takenPlaces = new Set<number>();
  const spread = (count: number, shift: number) =>
    new Set(
      Array.from({ length: count }, (_, n) => {
        let place = Math.floor(((n + shift) / count) * (spreadLength - 1));
        while (takenPlaces.has(place)) place += 1;
        takenPlaces.add(place);
        return place;
      }),
    );
  const withdrawn = spread(reversed.withdrawn, 0.3);
  const credited = spread(reversed.credited, 0.7);
  const lastIssue = planned.at(-1)?.issue_date;
  const invoices = planned.flatMap((invoice, n): Omit<BigInvoice, 'id'>[] => {
    const customer = customers[invoice.customer];
    if (!customer) throw new Error(`there is no customer ${invoice.customer}`);
    // The latest ones are not sent yet.
    const isUnsent = invoice.issue_date === lastIssue && n % 6 === 0;
    const sent = isUnsent ? null : daysAfter(invoice.issue_date, n % 9 === 0 ? 1 : 0);
    const issued = {
      ...invoice,
      items: itemsOf(n, random),
      sent: sent !== null && sent < today ? sent : null,
      paid: isUnsent ? null : paidOn(customer, invoice.customer, invoice.issue_date, today, random),
      withdrawn: null,
      credited: null,
      live: true,
    };
    const reissued = { ...issued, issue_date: daysAfter(invoice.issue_date, 8) };
    const paidLater = issued.paid !== null && issued.paid > reissued.issue_date ? issued.paid : null;
    if (credited.has(n)) {
      const on = daysAfter(invoice.issue_date, 8);
      // Every third had been paid before the mistake was noticed.
      const paid = n % 3 === 0 ? daysAfter(invoice.issue_date, 6) : null;
      return [
        { ...issued, live: false, paid, credited: { on, reason: pick(REASONS, random) } },
        { ...reissued, sent: reissued.issue_date, paid: paidLater },
      ];
    }
    if (withdrawn.has(n))
      return [
        { ...issued, sent: null, paid: null, live: false, withdrawn: daysAfter(invoice.issue_date, 1) },
        { ...reissued, sent: reissued.issue_date, paid: paidLater },
      ];
    return [issued];
  });
  return invoices
    .sort((a, b) => (a.issue_date < b.issue_date ? -1 : a.issue_date > b.issue_date ? 1 : 0))
    .map((invoice, n): BigInvoice => ({ id: demoId('e', n + 1), ...invoice }));
}
