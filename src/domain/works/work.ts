// One work entry: who did it, its billed value, its status, and whether it looks like a duplicate.
import { hoursFromMinutes, hoursValue, lineValue, type Decimal } from '@/domain/core/money';
import { foldText, sameName } from '@/domain/core/search';
import { daysBetween, roundUpMinutes } from '@/domain/core/time';
import { unitOf } from '@/domain/core/units';

/** The database accepts no more photos for one entry. */
export const MAX_WORK_PHOTOS = 100;

type Authored = {
  userId: string;
  employeeId: string | null;
  createdByName: string;
  doneBy: readonly string[] | null;
  doneByNames: readonly string[] | null;
};

/** The ids of the people who did an entry: those whom its job names, or else who logged it. */
export const doersOf = ({
  doneBy,
  employeeId,
  userId,
}: Pick<Authored, 'doneBy' | 'employeeId' | 'userId'>): readonly string[] => doneBy ?? [employeeId ?? userId];

/** Their names, in the same order. */
export const doerNames = ({ doneByNames, createdByName }: Pick<Authored, 'doneByNames' | 'createdByName'>) =>
  doneByNames ?? [createdByName];

export type Billing = {
  unit: string;
  /** Per unit; null when not agreed yet, zero when there is no charge. */
  rate: Decimal | null;
  quantity: Decimal | null;
  /** Minutes worked, if start and finish are known. */
  minutes: number | null;
  /** True once the user has overwritten the quantity computed from the times. */
  quantityTouched: boolean;
  /** Billed minutes are rounded up to this many; 0 bills exact minutes. */
  incrementMinutes: number;
};

/**
 * The minutes that are billed, or null if the quantity is billed as it is. A quantity that is empty, or equal to the hours
 * between the times, is billed by the minute even if it was typed: the database can't tell, and applies the same rule.
 */
function billedMinutes({ unit, quantity, minutes, quantityTouched, incrementMinutes }: Billing): number | null {
  if (!unitOf(unit).fromTimes || minutes === null) return null;
  const billed = roundUpMinutes(minutes, incrementMinutes);
  const isTyped = quantityTouched && quantity !== null && quantity !== hoursFromMinutes(billed);
  return isTyped ? null : billed;
}

/** The quantity on the invoice line: hours from the times (four decimals), 1 for a fixed price, else as typed. */
export function billedQuantity(billing: Billing): Decimal | null {
  const minutes = billedMinutes(billing);
  return minutes === null ? (unitOf(billing.unit).lockedQuantity ?? billing.quantity) : hoursFromMinutes(minutes);
}

/** The line's value, rounded once to two decimals; null while the rate or the quantity is missing. */
export function workValue(billing: Billing): Decimal | null {
  const minutes = billedMinutes(billing);
  const quantity = billedQuantity(billing);
  if (billing.rate === null || quantity === null) return null;
  return minutes === null ? lineValue(billing.rate, quantity) : hoursValue(billing.rate, minutes);
}

export type WorkStatus =
  | { kind: 'needsQuantity' }
  | { kind: 'needsRate' }
  | { kind: 'ready' }
  | { kind: 'invoiced'; number: string }
  | { kind: 'sent' }
  | { kind: 'paid' }
  | { kind: 'overdue'; days: number };

export type WorkProgress = {
  quantity: number | null;
  rate: number | null;
  invoiceNumber: string | null;
  invoiceSentAt: string | null;
  invoicePaidAt: string | null;
  /** The invoice's due date, if known. */
  dueDate?: string | null;
};

/** The status of an entry. Payment overrides everything; a missing rate matters only before the invoice. */
export function workStatus(work: WorkProgress, today: string): WorkStatus {
  if (work.invoicePaidAt !== null) return { kind: 'paid' };
  if (work.invoiceSentAt !== null) {
    const days = work.dueDate == null ? 0 : daysBetween(work.dueDate, today);
    return days > 0 ? { kind: 'overdue', days } : { kind: 'sent' };
  }
  if (work.invoiceNumber !== null) return { kind: 'invoiced', number: work.invoiceNumber };
  if (work.quantity === null) return { kind: 'needsQuantity' };
  if (work.rate === null) return { kind: 'needsRate' };
  return { kind: 'ready' };
}

const STATUS_WORDS = {
  needsQuantity: 'Needs quantity',
  needsRate: 'Needs rate',
  ready: 'Ready',
  sent: 'Sent',
  paid: 'Paid',
  overdue: 'Overdue',
};

/** The words of a status: "Needs rate", "On invoice INV-0041". */
export const statusLabel = (status: WorkStatus): string =>
  status.kind === 'invoiced' ? `On invoice ${status.number}` : STATUS_WORDS[status.kind];

export type Entry = {
  id: string;
  /** Null for the account holder's own entries. */
  employeeId: string | null;
  customer: string;
  taskName: string;
  workDate: string;
  quantity: number | null;
  /** ISO instant. */
  createdAt: string;
};

const DUPLICATE_MINUTES = 10;

/**
 * The entry that this one seems to repeat: same person, customer, task, day and quantity, saved within ten
 * minutes. It may seem to be saved later than now: the clocks of two devices differ.
 */
export function possibleDuplicate<T extends Entry>(
  entry: Omit<Entry, 'createdAt'>,
  saved: readonly T[],
  now: Date,
): T | null {
  const repeated = saved.find((other) => {
    const age = now.getTime() - Date.parse(other.createdAt);
    return (
      other.id !== entry.id &&
      other.employeeId === entry.employeeId &&
      sameName(other.customer, entry.customer) &&
      sameName(other.taskName, entry.taskName) &&
      other.workDate === entry.workDate &&
      other.quantity === entry.quantity &&
      Math.abs(age) <= DUPLICATE_MINUTES * 60_000
    );
  });
  return repeated ?? null;
}

/** Letters and digits only: case, accents, spaces, punctuation, "and" and "&" are ignored. */
function lettersOf(name: string): string {
  return foldText(name)
    .replace(/&/g, ' and ')
    .replace(/\band\b/g, ' ')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Edit distance: letters added, dropped, changed or swapped with a neighbour. Stops counting beyond `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let older: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (older[j - 2] ?? limit) + 1 : Infinity;
      row.push(Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    if (Math.min(...row) > limit) return limit + 1;
    older = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}

/** One typing error is allowed, two in a name of ten letters or more; up to three letters must match exactly. */
const allowedDistance = (length: number): number => (length < 4 ? 0 : length < 10 ? 1 : 2);

/**
 * "Did you mean J Smith & Sons?": the known name that a new one is probably a misspelling of; null if the name is known
 * already or nothing is close.
 */
export function nearMatch(name: string, names: readonly string[]): string | null {
  const typed = lettersOf(name);
  if (typed === '' || names.some((known) => sameName(known, name))) return null;
  const allowed = allowedDistance(typed.length);
  let best: { name: string; distance: number } | null = null;
  for (const known of names) {
    const distance = editDistance(typed, lettersOf(known), allowed);
    if (distance <= allowed && (best === null || distance < best.distance)) best = { name: known, distance };
  }
  return best?.name ?? null;
}
