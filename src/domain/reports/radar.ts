// What may be missing from the invoices: work to bill, clocked days without a logged job, incomplete entries, and work
// that was done last year but not this year.
import { add, ZERO, type Decimal } from '@/domain/core/money';
import { addDays } from '@/domain/core/time';

export const RADAR_LISTS = ['unbilled', 'clocked', 'incomplete', 'last-year'] as const;
export type RadarList = (typeof RADAR_LISTS)[number];

export type UnbilledCustomer = {
  customerId: string;
  customer: string;
  entries: number;
  value: Decimal;
  /** The number of entries without a value; `value` does not include them. */
  unvalued: number;
  oldest: string;
};

/** A day on which a person clocked time, without an entry. */
export type UnloggedDay = {
  personId: string;
  person: string;
  workDate: string;
  minutes: number;
  /** What the shifts were for. */
  activities: string;
};

export type IncompleteWork = {
  id: string;
  workDate: string;
  customer: string;
  taskName: string;
  chargeableUnit: string;
  quantity: Decimal | null;
  rate: Decimal | null;
  person: string;
};

/** A customer's work of one task that was done last year but not this year. */
export type LastYearWork = {
  customerId: string;
  customer: string;
  taskName: string;
  chargeableUnit: string;
  firstDay: string;
  lastDay: string;
  entries: number;
  /** Null if no entry has one. */
  quantity: Decimal | null;
  value: Decimal;
  unvalued: number;
};

/** The choices for how old unbilled work must be, and for how far back to look; in days. */
export const RADAR_DAYS = [7, 14, 30, 60, 90, 180, 365] as const;
export const DEFAULT_RADAR_DAYS = 30;

/** Work before this day is more than `days` days old. */
export const olderThan = (days: number, today: string): string => addDays(today, -days);

export const valueOf = (rows: readonly { value: Decimal }[]): Decimal => add(ZERO, ...rows.map(({ value }) => value));

/** "quantity", "rate" or both. */
export const lacks = ({ quantity, rate }: Pick<IncompleteWork, 'quantity' | 'rate'>): string =>
  [quantity === null && 'quantity', rate === null && 'rate'].filter(Boolean).join(' and ');
