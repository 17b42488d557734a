// Describes the change of a column in words: the old and new value, with money, units and dates in the app's formats.
import { formatMoney, formatQuantity, formatRate, type Currency, type Decimal } from '@/domain/core/money';
import { amountOf, isInstant, numberOrNull } from '@/domain/core/stored-json';
import { formatDateDated, formatDuration, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { formatQuantityWithUnit, formatRateWithUnit, unitOf } from '@/domain/core/units';
import { plural } from '@/domain/core/word-list';

export type Change = { old: unknown; new: unknown };
type Changed = Record<string, Change>;
export type HistoryContext = {
  currency: Currency;
  zone: Zone;
  /** What the account's country calls a code of the post. */
  postcodeName: string;
  /** The entry's unit after the change described; null if there is none. */
  unit: string | null;
  /** The entry's start and finish after the change described; null if they are not known. */
  times: { start: unknown; finish: unknown } | null;
  /** The row's current name. */
  name: string;
  /** Whether the invoice is a credit note. */
  creditNote: boolean;
  /** A customer's current name; null if it is not known. */
  customerName: (id: string) => string | null;
};
/** Describes a change of a column; null if it is not shown. */
export type Wording = (change: Change, all: Changed, context: HistoryContext) => string | null;
/** In display order; null for a column that is never shown. */
export type Columns = Record<string, Wording | null>;

const MAX_QUOTE_LENGTH = 60;

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
/** Text, numbers and booleans; anything else has no short form. */
function shortValue(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-GB', { maximumFractionDigits: 6 });
  return typeof value === 'string' ? value : null;
}

/** "Rate added: £45.00", "Phone 07700 900112 removed", "Task Baling → Mowing"; "Task changed" without a short form. */
function changeWords(label: string, change: Change, write: (value: unknown) => string | null): string {
  const before = isEmpty(change.old) ? '' : write(change.old);
  const after = isEmpty(change.new) ? '' : write(change.new);
  if (before === null || after === null) return `${label} changed`;
  if (before === '') return `${label} added: ${after}`;
  return after === '' ? `${label} ${before} removed` : `${label} ${before} → ${after}`;
}

const wording =
  (label: string, write: (value: unknown, context: HistoryContext) => string | null): Wording =>
  (change, _, context) =>
    changeWords(label, change, (value) => write(value, context));

export const plain = (label: string): Wording => wording(label, shortValue);

/** A longer text in quotation marks, cut after 60 characters. */
export const quoted = (label: string): Wording =>
  wording(label, (value) => {
    const text = shortValue(value)?.replace(/\s+/g, ' ').trim() ?? null;
    return text === null
      ? null
      : `“${text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH).trimEnd()}…` : text}”`;
  });

const number = (value: unknown): Decimal | null => (numberOrNull(value) === null ? null : amountOf(value));

export const money = (label: string): Wording =>
  wording(label, (value, { currency }) => {
    const amount = number(value);
    return amount === null ? null : formatMoney(amount, currency);
  });

export const day = (label: string): Wording =>
  wording(label, (value) => (typeof value === 'string' ? formatDateDated(value.slice(0, 10)) : null));

const time = (label: string): Wording =>
  wording(label, (value) => (typeof value === 'string' ? value.slice(0, 5) : null));

/** "Times 08:00–12:00 → 08:30–13:00": both times, even if only one changed. If both did, only the start's wording has it. */
export const shiftTimes =
  (which: 'Start' | 'Finish'): Wording =>
  (change, all, context) => {
    const { times } = context;
    const [start, finish] = [all['start_time'], all['finish_time']];
    if (times === null) return time(which)(change, all, context);
    if (which === 'Finish' && start) return null;
    const span = (from: unknown, to: unknown) =>
      typeof from === 'string' && typeof to === 'string' ? `${from.slice(0, 5)}–${to.slice(0, 5)}` : null;
    const before = span(start ? start.old : times.start, finish ? finish.old : times.finish);
    const after = span(start ? start.new : times.start, finish ? finish.new : times.finish);
    return changeWords('Times', { old: before, new: after }, shortValue);
  };

/** An instant in the farm's zone: "3 Nov 2026 07:12". */
export const moment = (label: string): Wording =>
  wording(label, (value, { zone }) => {
    if (!isInstant(value)) return null;
    const at = new Date(value);
    return `${formatDateDated(todayIn(zone, at))} ${localTimeIn(zone, at)}`;
  });

export const minutes = (label: string): Wording =>
  wording(label, (value) => (typeof value === 'number' ? formatDuration(value) : null));

export const hours = (label: string): Wording =>
  wording(label, (value) => (typeof value === 'number' ? formatDuration(Math.round(value * 60)) : null));

export const counted = (label: string, one: string, many: string): Wording =>
  wording(label, (value) => (typeof value === 'number' ? `${value} ${plural(value, one, many)}` : null));

export const unit = (label: string): Wording =>
  wording(label, (value) => (typeof value === 'string' ? unitOf(value).label : null));

/** The units before and after a change of the entry. */
function unitsOf(all: Changed, context: HistoryContext): [before: string, after: string] {
  const changed = all['chargeable_unit'];
  const text = (value: unknown) => (typeof value === 'string' ? value : (context.unit ?? ''));
  return [text(changed?.old), text(changed?.new)];
}

/** "Quantity 12 → 14 ac": the unit only once if it did not change and is written after the number. */
export const quantity: Wording = (change, all, context) => {
  const [before, after] = unitsOf(all, context);
  const old = number(change.old);
  const now = number(change.new);
  const write = (value: Decimal, code: string) => formatQuantityWithUnit(value, code);
  if (old === null) return now === null ? null : `Quantity added: ${write(now, after)}`;
  if (now === null) return `Quantity ${write(old, before)} removed`;
  const once = before === after && !['hour', 'gal_1000', 'fixed'].includes(after);
  return `Quantity ${once ? formatQuantity(old) : write(old, before)} → ${write(now, after)}`;
};

/** "Rate added: £32.06 / ac", "Rate £30.00 → £32.06 / ac". */
export const rate: Wording = (change, all, context) => {
  const [before, after] = unitsOf(all, context);
  const old = number(change.old);
  const now = number(change.new);
  const write = (value: Decimal, code: string) => formatRateWithUnit(value, code, context.currency);
  if (old === null) return now === null ? null : `Rate added: ${write(now, after)}`;
  if (now === null) return `Rate ${write(old, before)} removed`;
  return `Rate ${before === after ? formatRate(old, context.currency) : write(old, before)} → ${write(now, after)}`;
};

/** The date of an instant in the farm's zone: "3 Nov 2026". */
export const dayOf = (instant: unknown, { zone }: HistoryContext): string =>
  isInstant(instant) ? formatDateDated(todayIn(zone, new Date(instant))) : '';
