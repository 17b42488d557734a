// The words for an entry's price, value, times and people.
import { expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { entriesWords, exportWords, priceWords, timesWords, workValueWords } from '@/domain/works/work-words';
import type { Work } from '@/records/works';

// The functions under test use only these fields.
const work = (values: Partial<Work>) =>
  ({
    ...{ chargeableUnit: 'hour', rate: fromNumeric(45), totalValue: fromNumeric(330) },
    ...{ startTime: '13:10', finishTime: '21:00', breaks: 30 },
    ...values,
  }) as Work;

test('a value of zero is no charge only if the rate is zero (case 28, case 29)', () => {
  expect(workValueWords(work({}), 'GBP')).toBe('£330.00');
  expect(workValueWords(work({ totalValue: null }), 'GBP')).toBe('');
  expect(workValueWords(work({ totalValue: fromNumeric(0), rate: fromNumeric(0) }), 'GBP')).toBe('No charge');
  expect(workValueWords(work({ totalValue: fromNumeric(0), rate: fromNumeric(0.01) }), 'GBP')).toBe('£0.00');
});

test('a price is given by its unit; no charge and a fixed price have none beside the value', () => {
  expect(priceWords(work({}), 'GBP')).toBe('£45.00 / h');
  expect(priceWords(work({ rate: null }), 'GBP')).toBe('');
  expect(priceWords(work({ rate: fromNumeric(0) }), 'GBP')).toBe('');
  expect(priceWords(work({ chargeableUnit: 'fixed' }), 'GBP')).toBe('');
});

test('times are named with their breaks, if there are any', () => {
  expect(timesWords(work({}))).toBe('13:10–21:00, 30 min breaks');
  expect(timesWords(work({ breaks: 0 }))).toBe('13:10–21:00');
  expect(timesWords(work({ finishTime: null }))).toBe('');
});

test('entries are counted', () => {
  expect([1, 12, 1200].map(entriesWords)).toEqual(['1 entry', '12 entries', '1,200 entries']);
});

test('an export says how many entries it will have, once they are counted', () => {
  expect(exportWords(undefined, true)).toBe('What the filters leave, one row each, for a spreadsheet.');
  expect(exportWords(2, true)).toBe('What the filters leave: 2 entries, one row each, for a spreadsheet.');
  expect(exportWords(1, false)).toBe('Everything: 1 entry, one row each, for a spreadsheet.');
  expect(exportWords(0, true)).toMatch(/^No entry matches these filters\./);
});
