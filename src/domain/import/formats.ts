// How a file writes dates, times, numbers and units. A file writes all its dates and numbers in the same way, so the
// format is derived from all its values.
import { parseDecimal, type ParsedDecimal } from '@/domain/core/money';
import { isDate } from '@/domain/core/time';
import { UNITS } from '@/domain/core/units';

export type DateOrder = 'dmy' | 'mdy';

const NUMERIC = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?:[ T,].*)?$/;
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/;
const DAY_WORD = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+(\p{L}{3,9})[-/., ]+(\d{4}|\d{2})$/u;
const WORD_DAY = /^(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The order of day and month; null if the values fit both, or if some fit only one and some only the other. */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  const orders = new Set<DateOrder>();
  for (const text of texts) {
    const [, first, second] = NUMERIC.exec(text.trim()) ?? [];
    if (Number(first) > 12) orders.add('dmy');
    if (Number(second) > 12) orders.add('mdy');
  }
  const [order = null] = orders;
  return orders.size === 1 ? order : null;
}

/** Whether any of these values is a date that depends on the order of day and month. */
export const hasNumericDate = (texts: readonly string[]): boolean => texts.some((text) => NUMERIC.test(text.trim()));

const dateOf = (year: string, month: number, day: string): string | null => {
  const text = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(text) ? text : null;
};
const monthOf = (word: string) => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;

/** 'YYYY-MM-DD'; null if the text is not a date. */
export function parseDate(given: string, order: DateOrder): string | null {
  // "Thu 1 Oct 2026"
  const text = given.trim().replace(/^(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*,? +/iu, '');
  const iso = ISO.exec(text);
  if (iso) return dateOf(iso[1] ?? '', Number(iso[2]), iso[3] ?? '');
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [, first = '', second = '', year = ''] = numeric;
    return order === 'dmy' ? dateOf(year, Number(second), first) : dateOf(year, Number(first), second);
  }
  const dayFirst = DAY_WORD.exec(text);
  if (dayFirst) return dateOf(dayFirst[3] ?? '', monthOf(dayFirst[2] ?? ''), dayFirst[1] ?? '');
  const wordFirst = WORD_DAY.exec(text);
  return wordFirst && dateOf(wordFirst[3] ?? '', monthOf(wordFirst[1] ?? ''), wordFirst[2] ?? '');
}

/** 'HH:MM' of "7:30", "07:30:00", "7.30", "7:30 pm", "7pm" or "0730"; null if the text is not a time. */
export function parseTime(text: string): string | null {
  const [, hours = '', minutes = '00', half = ''] =
    /^(\d{1,2})[:.](\d{2})(?::\d{2})?\s*(am|pm)?$/i.exec(text.trim()) ??
    /^(\d{2})(\d{2})$/.exec(text.trim()) ??
    /^(\d{1,2})()\s*(am|pm)$/i.exec(text.trim()) ??
    [];
  if (hours === '') return null;
  const hour = Number(hours);
  if (half !== '' && (hour < 1 || hour > 12)) return null;
  const hour24 = half === '' ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return hour24 < 24 && Number(minutes) < 60 ? `${String(hour24).padStart(2, '0')}:${minutes.padEnd(2, '0')}` : null;
}

/** Numbers that can only have a decimal comma, and those that can only have a decimal point. */
const COMMA = /^\D*(?:\d+|\d{1,3}(?:\.\d{3})+),(?:\d{1,2}|\d{4,})\D*$/;
const POINT = /^\D*(?:\d+|\d{1,3}(?:,\d{3})+)\.(?:\d{1,2}|\d{4,})\D*$/;

/** Whether a file writes 12,5. Then 1,250 is one and a quarter, and 1.250 is one thousand two hundred and fifty. */
export const hasDecimalComma = (texts: readonly string[]): boolean =>
  texts.some((text) => COMMA.test(text.trim())) && !texts.some((text) => POINT.test(text.trim()));

export const parseNumber = (text: string, decimalComma: boolean): ParsedDecimal =>
  parseDecimal(decimalComma ? text.replaceAll('.', '').replace(',', '.') : text);

const plainUnit = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('³', '3')
    .replace(/^(?:per|a|\/)\s+|^\//, '')
    .replace(/[^a-z\d]/g, '');
const OTHER_WORDS: Readonly<Record<string, string>> = {
  ...{ hr: 'hour', hrs: 'hour', hourly: 'hour', acres: 'acre', ha: 'hectare', hectares: 'hectare', bales: 'bale' },
  ...{ ton: 'tonne', tons: 'tonne', job: 'fixed', fixed: 'fixed', lumpsum: 'fixed', agreed: 'fixed', miles: 'mile' },
  ...{ kilometres: 'km', metres: 'metre', unit: 'each', item: 'each', ea: 'each', animal: 'head', animals: 'head' },
};
const UNIT_CODES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHER_WORDS),
  ...UNITS.flatMap(({ code, label, short, singular, plural }) =>
    [code, label, short, singular, plural].map((word): [string, string] => [plainUnit(word), code]),
  ),
]);

/** The code of a unit; null if the word is not a unit. */
export const unitCode = (text: string): string | null => UNIT_CODES.get(plainUnit(text)) ?? null;
