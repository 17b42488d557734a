import { compareNames } from '@/domain/core/search';
import { formatMoney, negate, type Currency, type Decimal } from '@/domain/core/money';
import { formatDateDated, formatDateFull, shortMonth } from '@/domain/core/time';
import {
  daysOf,
  unbilledOf,
  type ReportBasis,
  type ReportGrouping,
  type ReportRow,
  type ReportSums,
  type Span,
} from '@/domain/reports/report';
import { counted, plural } from '@/domain/core/word-list';
import { NO_PART, overlapWords } from '@/domain/works/works-list';
import { isUuid } from '@/lib/params';

export const BASIS_WORDS: Record<ReportBasis, string> = { work: 'Work done', invoices: 'Invoices' };

export const GROUPING_WORDS: Record<ReportGrouping | 'week', string> = {
  month: 'Month',
  week: 'Week',
  customer: 'Customer',
  task: 'Task',
  person: 'Person',
  machine: 'Machine',
  field: 'Field',
};

/** "By month" and so on, to choose from. */
export const groupOptions = <Group extends keyof typeof GROUPING_WORDS>(groups: readonly Group[]) =>
  groups.map((value) => ({ value, label: `By ${GROUPING_WORDS[value].toLowerCase()}` }));

export const COUNT_WORDS: Record<ReportBasis, string> = { work: 'Entries', invoices: 'Documents' };

/** The head of the column with the total, and the word for it in a sentence. */
export const TOTAL_WORDS: Record<ReportBasis, { head: string; word: string }> = {
  work: { head: 'Earned', word: 'earned' },
  invoices: { head: 'Invoiced', word: 'invoiced' },
};

export const YEAR_BEFORE = 'Year before';

export type ReportColumn = { head: string; of: (sums: ReportSums) => Decimal };

/** The amounts of a row, on the screen and in the files; the total is the first. */
export const COLUMNS: Record<ReportBasis, readonly ReportColumn[]> = {
  work: [
    { head: TOTAL_WORDS.work.head, of: ({ total }) => total },
    { head: 'Invoiced', of: ({ invoiced }) => invoiced },
    { head: 'Paid', of: ({ paid }) => paid },
    { head: 'Unbilled', of: unbilledOf },
  ],
  invoices: [
    { head: TOTAL_WORDS.invoices.head, of: ({ total }) => total },
    { head: 'Credit notes', of: ({ credited }) => negate(credited) },
    { head: 'Paid', of: ({ paid }) => paid },
    { head: 'Outstanding with VAT', of: ({ outstanding }) => outstanding },
    { head: 'To refund with VAT', of: ({ toRefund }) => toRefund },
  ],
};

/** An amount of a row. Zero is left empty, except in the total column. */
export const amountWords = ({ of }: ReportColumn, at: number, row: ReportSums, currency: Currency): string => {
  const amount = of(row);
  return amount === 0 && at > 0 ? '' : formatMoney(amount, currency);
};

/** The amount of the year before, or nothing. */
export const beforeWords = ({ before }: ReportSums, currency: Currency): string =>
  before === 0 ? '' : formatMoney(before, currency);

/** Explains the amounts, below the filters and in the PDF. */
export const BASIS_NOTES: Record<ReportBasis, string> = {
  work: 'Amounts are without VAT. Work counts on the day it was done; what is invoiced or paid is the part of it that is on an invoice or on a paid one.',
  invoices:
    'Documents count on the day they were issued. Invoiced is less credit notes, and includes what was added to an invoice; cancelled invoices do not count. Amounts are without VAT, but for what is outstanding and to refund: these are the figures of View Invoices.',
};

/** The note for a grouping in which an entry can be in several rows; empty for other groupings. */
export const sharedNote = (grouping: ReportGrouping): string =>
  overlapWords(grouping).replace(/\.$/, ', so the rows can add up to more than the total.');

export type ShownRow = ReportSums & {
  id: string;
  key: string;
  name: string;
  /** For the labels in the chart of months. */
  shortName: string;
  /** The link to the list of the row's entries or documents; null if that list has no such filter. */
  to: string | null;
};

export const spanWords = ({ from, to }: Span): string => `${formatDateDated(from)} – ${formatDateDated(to)}`;

/** "April 2026", or of a month that is in the period only in part "6–30 April 2026". */
function monthName(month: string, period: Span): string {
  const { from, to } = daysOf('month', month, period);
  const whole = daysOf('month', month, { from: month, to: '9999-12-31' });
  const [, ...words] = formatDateFull(from).split(' ');
  if (from === whole.from && to === whole.to) return words.join(' ');
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))];
  return [first === last ? `${first}` : `${first}–${last}`, ...words].join(' ');
}

/** The name of a group: a month's, of its days within the period, or the label of its key. */
export function nameOf(
  { key, label }: Pick<ReportRow, 'key' | 'label'>,
  grouping: keyof typeof GROUPING_WORDS,
  period: Span,
): string {
  if (grouping === 'week') return spanWords(daysOf('week', key, period));
  if (grouping === 'month') return monthName(key, period);
  if (key === NO_PART) return grouping === 'machine' ? 'No machine' : 'No field';
  return label;
}

type Scope = { basis: ReportBasis; grouping: ReportGrouping; period: Span; customerId: string | null };

/** The works list or the invoice register, filtered to a row; null for documents whose customer was deleted. */
function listOf({ basis, grouping, period, customerId }: Scope, { key }: ReportRow): string | null {
  const { from, to } = grouping === 'month' ? daysOf('month', key, period) : period;
  if (basis === 'invoices' && grouping === 'customer' && !isUuid(key)) return null;
  const params = new URLSearchParams({ from, to, ...(customerId === null ? {} : { customer: customerId }) });
  if (grouping !== 'month') params.set(grouping, key);
  return `${basis === 'work' ? '/works-list' : '/view-invoices'}?${params.toString()}`;
}

/** The entries of the works list that have no value, or may have none. */
export function unvaluedList({ period: { from, to }, customerId }: Scope): string {
  const params = new URLSearchParams({ from, to, ...(customerId === null ? {} : { customer: customerId }) });
  for (const status of ['needs_quantity', 'needs_rate']) params.append('status', status);
  return `/works-list?${params.toString()}`;
}

/** Months in order, other groups by their total, then by name. */
export function shownRows(rows: readonly ReportRow[], scope: Scope): ShownRow[] {
  const shown = rows.map((row): ShownRow => {
    return {
      ...row,
      ...{ id: `${scope.grouping} ${row.key}`, name: nameOf(row, scope.grouping, scope.period) },
      shortName: shortMonth(Number(row.key.slice(5, 7))),
      to: listOf(scope, row),
    };
  });
  if (scope.grouping === 'month') return shown.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return shown.toSorted(
    (a, b) => b.total - a.total || b.before - a.before || compareNames(a.name, b.name) || (a.key < b.key ? -1 : 1),
  );
}

/** "3 entries have no value yet: …", or empty. */
export function unvaluedWords({ unvalued, unvaluedBefore }: ReportSums): string {
  const words = (count: number) => counted(count, 'entry', 'entries');
  const why = 'a rate or a quantity is missing';
  if (unvalued === 0)
    return unvaluedBefore === 0
      ? ''
      : `${words(unvaluedBefore)} of the year before ${plural(unvaluedBefore, 'has', 'have')} no value: ${why}.`;
  const before = unvaluedBefore === 0 ? '' : ` The same goes for ${words(unvaluedBefore)} of the year before.`;
  return `${words(unvalued)} ${plural(unvalued, 'has', 'have')} no value yet, because ${why}. They are not in these sums.${before}`;
}
