import { formatMoney, hoursFromMinutes, ONE, type Currency, type Decimal } from '@/domain/core/money';
import { roundUpMinutes } from '@/domain/core/time';
import { formatQuantityWithUnit, formatRateWithUnit } from '@/domain/core/units';
import { counted } from '@/domain/core/word-list';
import { doerNames } from './work';

/** What was charged for a work, and when it was done. */
export type WorkFigures = {
  chargeableUnit: string;
  quantity: Decimal | null;
  rate: Decimal | null;
  totalValue: Decimal | null;
  startTime: string | null;
  finishTime: string | null;
  breaks: number;
};
type Work = WorkFigures & {
  /** Paid hours, from the times. */
  totalTime: Decimal | null;
};

/** Minutes worked, null without times. Hours with four decimals represent minutes exactly. */
export const minutesOf = ({ totalTime }: Pick<Work, 'totalTime'>): number | null =>
  totalTime === null ? null : Math.round((totalTime * 60) / ONE);

/** "7 h 20", "86 bales"; empty without a quantity. */
export function amountWords(work: Work, incrementMinutes: number): string {
  if (work.quantity === null) return '';
  const minutes = minutesOf(work);
  const billed = minutes === null ? null : roundUpMinutes(minutes, incrementMinutes);
  const exact = billed !== null && hoursFromMinutes(billed) === work.quantity ? billed : undefined;
  return formatQuantityWithUnit(work.quantity, work.chargeableUnit, exact);
}

/** "£45.00 / h"; empty for a missing rate, for no charge, and for a fixed price, which equals the value. */
export const priceWords = (work: Work, currency: Currency): string =>
  work.rate === null || work.rate === 0 || work.chargeableUnit === 'fixed'
    ? ''
    : formatRateWithUnit(work.rate, work.chargeableUnit, currency);

/** "£330.00" or "No charge"; empty if unknown. */
export const workValueWords = (work: Work, currency: Currency): string =>
  work.totalValue === null
    ? ''
    : work.totalValue === 0 && work.rate === 0
      ? 'No charge'
      : formatMoney(work.totalValue, currency);

/** "13:10–21:00, 30 min breaks"; empty without times. */
export const timesWords = (work: Work): string =>
  work.startTime === null || work.finishTime === null
    ? ''
    : `${work.startTime}–${work.finishTime}${work.breaks > 0 ? `, ${work.breaks} min breaks` : ''}`;

/** Who did it: "Sam Driver", of several people "Sam Driver +1". */
export function doerWords(work: Parameters<typeof doerNames>[0]): string {
  const [first = '', ...others] = doerNames(work);
  return others.length === 0 ? first : `${first} +${others.length}`;
}

/** "12 entries". */
export const entriesWords = (entries: number): string => counted(entries, 'entry', 'entries');

/** What a file of the entries will hold. `entries`: how many match the filters, undefined until they are counted. */
export function exportWords(entries: number | undefined, filtered: boolean): string {
  if (entries === 0) return 'No entry matches these filters. The file will hold the names of the columns only.';
  const what = filtered ? 'What the filters leave' : 'Everything';
  const count = entries === undefined ? '' : `: ${entriesWords(entries)}`;
  return `${what}${count}, one row each, for a spreadsheet.`;
}
