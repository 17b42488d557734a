import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateIn,
  daysBetween,
  formatDate,
  formatDateLong,
  formatDateNumeric,
  formatDuration,
  isDate,
  localTimeIn,
  periodPresets,
  roundUpMinutes,
  todayIn,
  weekday,
} from '@/domain/core/time';

const anyDate = fc.integer({ min: 0, max: 73_000 }).map((n) => addDays('2000-01-01', n));

describe('plain dates', () => {
  test.each(['2028-02-29', '2026-11-20', '2000-01-01', '0001-01-01', '9999-12-31'])('%s is a date', (text) => {
    expect(isDate(text)).toBe(true);
  });
  test.each([
    '2027-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '0000-01-01',
    '26-11-20',
    '20/11/2026',
    '2026-11-20T00:00',
    '2026-11-2',
    '',
    'tomorrow',
    '+2026-11-20',
    '２026-11-20',
  ])('%j is not a date (case 12)', (text) => {
    expect(isDate(text)).toBe(false);
  });

  test.each([
    ['case 13', '2026-08-31', 6, '2027-02-28'],
    ['case 12', '2028-02-29', 12, '2029-02-28'],
    ['to a leap day', '2027-08-31', 6, '2028-02-29'],
    ['back over the year', '2026-01-31', -2, '2025-11-30'],
    ['a century that is no leap year', '2096-02-29', 48, '2100-02-28'],
    ['nothing', '2026-05-31', 0, '2026-05-31'],
  ])('%s: %s + %d months is %s', (_, date, months, result) => {
    expect(addMonths(date, months)).toBe(result);
  });

  test('days are counted regardless of clock changes', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(daysBetween('2027-03-29', '2027-03-27')).toBe(-2);
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4000, max: 4000 }), (date, n) => {
        expect(daysBetween(date, addDays(date, n))).toBe(n);
        expect(isDate(addDays(date, n))).toBe(true);
        expect(weekday(addDays(date, 7 * n))).toBe(weekday(date));
      }),
    );
  });

  test.each([
    ['2026-11-20', 5],
    ['2026-10-25', 7],
    ['2026-10-26', 1],
    ['1969-12-31', 3],
    ['1900-01-01', 1],
  ])('%s is weekday %d', (date, day) => {
    expect(weekday(date)).toBe(day);
  });

  test('today and the time are in the farm’s zone, not the machine’s (M7, case 23)', () => {
    const lateBst = new Date('2026-05-31T23:30:00Z');
    expect(todayIn('Europe/London', lateBst)).toBe('2026-06-01');
    expect(localTimeIn('Europe/London', lateBst)).toBe('00:30');
    const winter = new Date('2026-12-31T23:59:59Z');
    expect(todayIn('Europe/Dublin', winter)).toBe('2026-12-31');
    expect(localTimeIn('Europe/Dublin', winter)).toBe('23:59');
    expect(localTimeIn('Europe/London', new Date('2026-10-25T01:15:00Z'))).toBe('01:15');
  });
});

describe('formatting', () => {
  test('dates have the weekday on screen, the year only if it differs from this year, and only digits in documents', () => {
    expect(formatDate('2026-11-20')).toBe('Fri 20 Nov');
    expect(formatDate('2026-11-02', '2026-01-01')).toBe('Mon 2 Nov');
    expect(formatDate('2025-11-20', '2026-11-20')).toBe('Thu 20 Nov 2025');
    expect(formatDateLong('2026-11-20')).toBe('Friday 20 November');
    expect(formatDateLong('2026-11-20', '2026-12-01')).toBe('Friday 20 November');
    expect(formatDateLong('2027-03-28', '2026-11-20')).toBe('Sunday 28 March 2027');
    expect(formatDateNumeric('2026-11-20')).toBe('20/11/2026');
    expect(formatDateNumeric('2026-06-01')).toBe('01/06/2026');
  });

  test.each([
    [440, '7 h 20'],
    [545, '9 h 05'],
    [540, '9 h'],
    [37, '0 h 37'],
    [0, '0 h'],
    [6000, '100 h'],
    [3742050, '62,367 h 30'],
  ])('%d minutes are shown as hours and minutes', (minutes, text) => {
    expect(formatDuration(minutes)).toBe(text);
  });

  test.each([
    ['case 33', 451, 15, 465],
    ['case 33', 450, 15, 450],
    ['exact', 451, 0, 451],
    ['six minutes', 1, 6, 6],
    ['half hours', 31, 30, 60],
    ['nothing worked', 0, 15, 0],
  ])('%s: %d minutes are rounded up to steps of %d', (_, minutes, step, billed) => {
    expect(roundUpMinutes(minutes, step)).toBe(billed);
  });
});

describe('periods', () => {
  const spans = (today: string, region: Parameters<typeof periodPresets>[1]) =>
    Object.fromEntries(periodPresets(today, region).map(({ id, from, to }) => [id, `${from} ${to}`]));

  test('the periods of a Friday in November have the expected first and last days', () => {
    expect(spans('2026-11-20', 'england')).toEqual({
      today: '2026-11-20 2026-11-20',
      'this-week': '2026-11-16 2026-11-22',
      'this-month': '2026-11-01 2026-11-30',
      'last-month': '2026-10-01 2026-10-31',
      'tax-year': '2026-04-06 2027-04-05',
    });
  });
  test('the week of the clock change is 19 to 25 October, seen from its Monday, its Saturday and its Sunday (case 20)', () => {
    for (const day of ['2026-10-19', '2026-10-24', '2026-10-25']) {
      expect(spans(day, 'wales')['this-week']).toBe('2026-10-19 2026-10-25');
    }
  });
  test.each([
    ['2026-04-05', 'england', '2025-04-06 2026-04-05'],
    ['2026-04-06', 'scotland', '2026-04-06 2027-04-05'],
    ['2026-01-01', 'northern_ireland', '2025-04-06 2026-04-05'],
    ['2026-01-01', 'ireland', '2026-01-01 2026-12-31'],
    ['2026-12-31', 'ireland', '2026-01-01 2026-12-31'],
  ] as const)('the tax year that contains %s begins and ends as it does in %s', (today, region, span) => {
    expect(spans(today, region)['tax-year']).toBe(span);
  });
  test('last month is in the previous year in January, and February has its leap day', () => {
    expect(spans('2027-01-15', 'england')['last-month']).toBe('2026-12-01 2026-12-31');
    expect(spans('2028-02-10', 'england')['this-month']).toBe('2028-02-01 2028-02-29');
    expect(spans('2028-03-31', 'england')['last-month']).toBe('2028-02-01 2028-02-29');
  });
  test('the periods have these labels, in this order', () => {
    expect(periodPresets('2026-11-20', 'england').map((preset) => preset.label)).toEqual([
      'Today',
      'This week',
      'This month',
      'Last month',
      'Tax year',
    ]);
  });
});

test('the date of an instant is the farm’s, not that of UTC', () => {
  expect(dateIn('Europe/London', '2026-07-14T23:30:00Z')).toBe('2026-07-15');
  expect(dateIn('Europe/London', '2026-12-14T23:30:00Z')).toBe('2026-12-14');
  expect(dateIn('Europe/Dublin', '2026-03-29T23:00:00+00:00')).toBe('2026-03-30');
});
