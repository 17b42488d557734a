// The view of the reports (what is summed, by what and when), stored in the URL.
import { addDays, addMonths, isDate, type Region } from '@/domain/core/time';
import { taxYears } from '@/domain/invoices/register';
import { BASES, GROUPINGS_OF, type ReportBasis, type ReportGrouping, type Span } from '@/domain/reports/report';
import { isUuid } from '@/lib/params';

/** The value of the period that two date fields set. */
export const CHOSEN_DATES = 'dates';

export type PeriodOption = Span & { value: string; label: string };

/** The tax years and calendar years to choose from: this one and the last. In Ireland they are the same. */
export function periodOptions(today: string, region: Region): PeriodOption[] {
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

export type ReportView = {
  basis: ReportBasis;
  grouping: ReportGrouping;
  /** The value of a period option, or CHOSEN_DATES. */
  periodId: string;
  /** The dates as they are in the URL, also if they are no period. */
  from: string;
  to: string;
  /** Null while the chosen dates are no period. */
  period: Span | null;
  /** Why they are none, beside the field that it is about. */
  fromProblem: string | undefined;
  toProblem: string | undefined;
  customerId: string | null;
};

const date = (text: string | null): string => (text !== null && isDate(text) ? text : '');

/** Reads the URL; invalid values are ignored. Without a period it is this tax year. */
export function readReport(params: URLSearchParams, today: string, region: Region): ReportView {
  const basis = BASES.find((one) => one === params.get('basis')) ?? 'work';
  const grouping = GROUPINGS_OF[basis].find((one) => one === params.get('by')) ?? 'month';
  const customer = params.get('customer');
  const options = periodOptions(today, region);
  const word = params.get('period');
  const common = { basis, grouping, customerId: customer !== null && isUuid(customer) ? customer : null };
  if (word !== CHOSEN_DATES) {
    const chosen = options.find(({ value }) => value === word) ?? options[0];
    const { value, from, to } = chosen ?? { value: CHOSEN_DATES, from: today, to: today };
    return {
      ...common,
      ...{ periodId: value, from, to, period: { from, to }, fromProblem: undefined, toProblem: undefined },
    };
  }
  const [from, to] = [date(params.get('from')), date(params.get('to'))];
  const fromProblem = from === '' ? 'Enter the first day.' : undefined;
  const toProblem =
    to === '' ? 'Enter the last day.' : from !== '' && to < from ? 'The last day is before the first.' : undefined;
  return {
    ...common,
    ...{ periodId: CHOSEN_DATES, from, to, fromProblem, toProblem },
    period: fromProblem === undefined && toProblem === undefined ? { from, to } : null,
  };
}
