// The totals above the invoice register and the documents behind each: owed, overdue by age, received this month.
import type { Currency, Decimal } from '@/domain/core/money';
import { addDays, addMonths, instantOf, periodPresets, type Region, type Zone } from '@/domain/core/time';

/** How late an open invoice is, by days past the due date. One that is due today is not late yet. */
export const AGES = ['not-due', '1-30', '31-60', '61-90', 'over-90'] as const;
export type Age = (typeof AGES)[number];

/** What every list of invoices and credit notes says of a document. */
export type DocumentHead = {
  id: string;
  invoiceNumber: string;
  kind: 'invoice' | 'credit_note';
  customerId: string | null;
  /** As printed. */
  customerName: string;
  issueDate: string;
  taxPoint: string;
  dueDate: string;
  currency: Currency;
  subtotal: Decimal;
  /** Percent; null when the supplier was not registered for VAT. */
  vatRate: Decimal | null;
  vatAmount: Decimal;
  total: Decimal;
  /** The number of the invoice that a credit note corrects. */
  corrects: string | null;
};

export const PARTS = ['outstanding', 'overdue', ...AGES, 'paid-this-month'] as const;
export type RegisterPart = (typeof PARTS)[number];

/** Dates are inclusive; of the instants (ISO) `paidFrom` is inclusive and `paidTo` is not. Null means no bound. */
export type PartBounds = {
  /** Only invoices that are neither paid, cancelled nor credited. */
  open: boolean;
  dueFrom: string | null;
  dueTo: string | null;
  paidFrom: string | null;
  paidTo: string | null;
};

// Days late: minimum and maximum.
const DAYS_LATE: Record<Exclude<RegisterPart, 'paid-this-month'>, [number | null, number | null]> = {
  outstanding: [null, null],
  overdue: [1, null],
  'not-due': [null, 0],
  '1-30': [1, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  'over-90': [91, null],
};

/**
 * Which documents make up a total, with the same bounds as the database's register_summary. Months are in the farm's
 * zone.
 */
export function partBounds(part: RegisterPart, today: string, zone: Zone): PartBounds {
  if (part === 'paid-this-month') {
    const first = `${today.slice(0, 8)}01`;
    return {
      open: false,
      dueFrom: null,
      dueTo: null,
      paidFrom: instantOf(first, '00:00', zone),
      paidTo: instantOf(addMonths(first, 1), '00:00', zone),
    };
  }
  const [min, max] = DAYS_LATE[part];
  return {
    open: true,
    dueFrom: max === null ? null : addDays(today, -max),
    dueTo: min === null ? null : addDays(today, -min),
    paidFrom: null,
    paidTo: null,
  };
}

export type TaxYear = { label: string; from: string; to: string };

/** This tax year and the last: "Tax year 2026/27" from 6 April, in Ireland "Tax year 2026". */
export function taxYears(today: string, region: Region): TaxYear[] {
  const yearOf = (day: string) => periodPresets(day, region).filter(({ id }) => id === 'tax-year');
  const now = yearOf(today);
  return [...now, ...now.flatMap(({ from }) => yearOf(addDays(from, -1)))].map(({ from, to }) => {
    const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
    return { label: `Tax year ${first === last ? first : `${first}/${last.slice(2)}`}`, from, to };
  });
}
