// What the reports show, stored in the URL: the report, its period and its filters.
import { addDays, addMonths, isDate, shortMonth, type Region } from '@/domain/core/time';
import { taxYears } from '@/domain/invoices/register';
import { BASES, GROUPINGS_OF, type ReportBasis, type ReportGrouping, type Span } from '@/domain/reports/report';
import { isUuid } from '@/lib/params';

/** The value of the period that two date fields set. */
export const CHOSEN_DATES = 'dates';

export type PeriodOption = Span & { value: string; label: string };

/** The tax years and calendar years to choose from: this one and the last. In Ireland they are the same. */
function yearOptions(today: string, region: Region): PeriodOption[] {
  const years = taxYears(today, region).map((year, at) => ({
    ...year,
    value: at === 0 ? 'tax-year' : 'last-tax-year',
  }));
  if (region === 'ireland') return years;
  const first = `${today.slice(0, 4)}-01-01`;
  return [
    ...years,
    ...(['year', 'last-year'] as const).map((value, at) => {
      const from = addMonths(first, -12 * at);
      return { value, label: `Year ${from.slice(0, 4)}`, from, to: addDays(addMonths(from, 12), -1) };
    }),
  ];
}

/** "Oct 2026". */
const monthWords = (day: string): string => `${shortMonth(Number(day.slice(5, 7)))} ${day.slice(0, 4)}`;

/**
 * The years; this month and the last; and the three quarters that ended last, one of which is a VAT quarter, whichever month
 * the farm's end in.
 */
export function periodOptions(today: string, region: Region): PeriodOption[] {
  const thisMonth = `${today.slice(0, 8)}01`;
  const ofMonths = (value: string, first: string, count: number, label: (last: string) => string): PeriodOption => {
    const to = addDays(addMonths(first, count), -1);
    return { value, label: label(to), from: first, to };
  };
  return [
    ...yearOptions(today, region),
    ...[3, 4, 5].map((back, at) =>
      ofMonths(`quarter-${at + 1}`, addMonths(thisMonth, -back), 3, (last) => `Quarter to ${monthWords(last)}`),
    ),
    ofMonths('month', thisMonth, 1, monthWords),
    ofMonths('last-month', addMonths(thisMonth, -1), 1, monthWords),
  ];
}

/** The reports and their names; the first is shown without a word in the URL. */
export const REPORT_WORDS = {
  income: 'Income',
  unbilled: 'To bill',
  owed: 'Owed',
  margin: 'Margin',
  hours: 'Hours',
  machines: 'Machines',
  accountant: 'For the accountant',
} as const;
export type ReportName = keyof typeof REPORT_WORDS;
// The cast is safe: the object has these keys alone.
export const REPORTS = Object.keys(REPORT_WORDS) as readonly ReportName[];

export const readReportName = (params: URLSearchParams): ReportName =>
  REPORTS.find((one) => one === params.get('report')) ?? 'income';

/** The customer or the person that a report is limited to; null for all. */
export function readId(params: URLSearchParams, name: 'customer' | 'person'): string | null {
  const id = params.get(name);
  return id !== null && isUuid(id) ? id : null;
}

export type PeriodView = {
  /** The value of a period option, or CHOSEN_DATES. */
  periodId: string;
  /** The dates as they are in the URL, even if they are not a valid period. */
  from: string;
  to: string;
  /** Null while the chosen dates are not a valid period. */
  period: Span | null;
  /** The errors of the two date fields. */
  fromProblem: string | undefined;
  toProblem: string | undefined;
};

export type ReportView = PeriodView & {
  basis: ReportBasis;
  grouping: ReportGrouping;
  customerId: string | null;
};

const date = (text: string | null): string => (text !== null && isDate(text) ? text : '');

/** The period of the URL; without one it is this tax year. */
export function readPeriod(params: URLSearchParams, today: string, region: Region): PeriodView {
  const options = periodOptions(today, region);
  const word = params.get('period');
  if (word !== CHOSEN_DATES) {
    const chosen = options.find(({ value }) => value === word) ?? options[0];
    const { value, from, to } = chosen ?? { value: CHOSEN_DATES, from: today, to: today };
    return { periodId: value, from, to, period: { from, to }, fromProblem: undefined, toProblem: undefined };
  }
  const [from, to] = [date(params.get('from')), date(params.get('to'))];
  const fromProblem = from === '' ? 'Enter the first day.' : undefined;
  const toProblem =
    to === '' ? 'Enter the last day.' : from !== '' && to < from ? 'The last day is before the first.' : undefined;
  const period = fromProblem === undefined && toProblem === undefined ? { from, to } : null;
  return { periodId: CHOSEN_DATES, from, to, fromProblem, toProblem, period };
}

/** Reads the URL of the report of earned and invoiced amounts; invalid values are ignored. */
export function readReport(params: URLSearchParams, today: string, region: Region): ReportView {
  const basis = BASES.find((one) => one === params.get('basis')) ?? 'work';
  const grouping = GROUPINGS_OF[basis].find((one) => one === params.get('by')) ?? 'month';
  return { ...readPeriod(params, today, region), basis, grouping, customerId: readId(params, 'customer') };
}
