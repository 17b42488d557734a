import { describe, expect, test } from 'vitest';
import { dateOrderOf, hasDecimalComma, parseDate, parseNumber, parseTime, unitCode } from '@/domain/import/formats';
import { guessMapping, headsOf } from '@/domain/import/mapping';
import { RowReader } from '@/domain/import/row-reader';
import { MAX_RATE } from '@/domain/core/money';

describe('dates', () => {
  test('the values decide whether the day or the month comes first', () => {
    expect(dateOrderOf(['01/02/2026', '28/02/2026'])).toBe('dmy');
    expect(dateOrderOf(['01/02/2026', '02/28/2026'])).toBe('mdy');
    // Nothing decides, or the values contradict each other.
    expect(dateOrderOf(['01/02/2026', '2026-10-28', '1 Oct 2026'])).toBeNull();
    expect(dateOrderOf(['28/02/2026', '02/28/2026'])).toBeNull();
  });

  test.each([
    ['1/10/2026', '2026-10-01', '2026-01-10'],
    ['01.10.26', '2026-10-01', '2026-01-10'],
    ['01-10-2026 13:10', '2026-10-01', '2026-01-10'],
    ['2026-10-01', '2026-10-01', '2026-10-01'],
    ['2026-10-01T13:10:00Z', '2026-10-01', '2026-10-01'],
    ['1 Oct 2026', '2026-10-01', '2026-10-01'],
    ['01-Oct-26', '2026-10-01', '2026-10-01'],
    ['Thu 1st October 2026', '2026-10-01', '2026-10-01'],
    ['October 1, 2026', '2026-10-01', '2026-10-01'],
    ['31/02/2026', null, null],
    ['2026', null, null],
    ['soon', null, null],
  ])('%s', (text, dayFirst, monthFirst) => {
    expect([parseDate(text, 'dmy'), parseDate(text, 'mdy')]).toEqual([dayFirst, monthFirst]);
  });
});

test('times are read with and without a colon, seconds and halves of the day', () => {
  expect(['7:30', '07:30:00', '7.30', '0730', '7:30 pm', '12am', '7pm'].map(parseTime)).toEqual([
    '07:30',
    '07:30',
    '07:30',
    '07:30',
    '19:30',
    '00:00',
    '19:00',
  ]);
  expect(['24:00', '7:60', '13pm', '7', 'noon', ''].map(parseTime)).toEqual([null, null, null, null, null, null]);
});

test('a decimal comma is recognised from the values of the whole file', () => {
  expect(hasDecimalComma(['12,5', '1,250'])).toBe(true);
  expect(hasDecimalComma(['1.250,00'])).toBe(true);
  expect(hasDecimalComma(['1,250', '12'])).toBe(false);
  expect(hasDecimalComma(['12.5', '12,5'])).toBe(false);
  expect(parseNumber('1,250', true)).toEqual({ ok: true, value: 12_500 });
  expect(parseNumber('1.250,50 €', true)).toEqual({ ok: true, value: 12_505_000 });
  expect(parseNumber('£1,250.50', false)).toEqual({ ok: true, value: 12_505_000 });
});

test('units are found by their words', () => {
  expect(
    ['per Hour', 'hrs', 'Ha', 'acres', '£/bale', '1,000 gallons', 'm³', 'Fixed price', 'half day', 'rood'].map(
      unitCode,
    ),
  ).toEqual(['hour', 'hour', 'hectare', 'acre', 'bale', 'gal_1000', 'm3', 'fixed', 'half_day', null]);
});

const COLUMNS = [
  { key: 'name', label: 'Name', required: true, names: ['Customer', 'Client'] },
  { key: 'contact', label: 'Contact person', names: ['Contact', 'Name'] },
  { key: 'town', label: 'Town', names: ['City'] },
];

test('columns are found by their names, each only once', () => {
  expect(guessMapping(COLUMNS, ['CLIENT ', 'town/', 'Contact'])).toEqual({ name: 0, contact: 2, town: 1 });
  expect(guessMapping(COLUMNS, ['Name', 'Phone'])).toEqual({ name: 0, contact: null, town: null });
});

test('the choices of the last import come first, also the choice that a column is not in the file', () => {
  const heads = ['Account', 'Client', 'Town'];
  const chosen = { name: 0, contact: 1, town: null };
  const remembered = headsOf(chosen, heads);
  expect(remembered).toEqual({ name: 'Account', contact: 'Client', town: '' });
  expect(guessMapping(COLUMNS, heads, remembered)).toEqual(chosen);
  // A file without that head is guessed again.
  expect(guessMapping(COLUMNS, ['Client', 'Town'], remembered)).toEqual({ name: null, contact: 0, town: null });
});

test('a row names the column of each value that can’t be read', () => {
  const columns = ['Name', 'Date', 'Start', 'Rate', 'Unit', 'Year'].map((label) => ({ key: label, label, names: [] }));
  const mapping = guessMapping(
    columns,
    columns.map(({ label }) => label),
  );
  const cells = ['x'.repeat(5), '31/02/2026', '25:00', 'ten', 'rood', '1.5'];
  const read = new RowReader({ at: 2, cells }, columns, mapping, { dateOrder: 'dmy', decimalComma: false });
  expect([
    ...[read.text('Name', 4), read.date('Date'), read.time('Start'), read.decimal('Rate', MAX_RATE)],
    ...[read.unit('Unit'), read.whole('Year', 1, 9)],
  ]).toEqual([null, null, null, null, null, null]);
  expect(read.problems).toEqual([
    'Name: It is too long (4 characters at most).',
    'Date: “31/02/2026” is not a date (day first).',
    'Start: “25:00” is not a time such as 7:30.',
    'Rate: “ten” is not a number from 0 on.',
    'Unit: “rood” is not a unit of the app. Use a unit such as hour, acre, hectare, bale, load, tonne, day or fixed.',
    'Year: Enter a whole number from 1 to 9.',
  ]);
});
