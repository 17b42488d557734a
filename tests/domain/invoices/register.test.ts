import { describe, expect, test } from 'vitest';
import { partBounds, taxYears } from '@/domain/invoices/register';

const TODAY = '2026-11-20';
const dueRange = (part: Parameters<typeof partBounds>[0]) => {
  const { open, dueFrom, dueTo } = partBounds(part, TODAY, 'Europe/London');
  return [open, dueFrom, dueTo];
};

describe('the age bands', () => {
  test('follow each other without a gap; an invoice that is due today is not late', () => {
    expect(dueRange('not-due')).toEqual([true, '2026-11-20', null]);
    expect(dueRange('1-30')).toEqual([true, '2026-10-21', '2026-11-19']);
    expect(dueRange('31-60')).toEqual([true, '2026-09-21', '2026-10-20']);
    expect(dueRange('61-90')).toEqual([true, '2026-08-22', '2026-09-20']);
    expect(dueRange('over-90')).toEqual([true, null, '2026-08-21']);
    expect(dueRange('overdue')).toEqual([true, null, '2026-11-19']);
    expect(dueRange('outstanding')).toEqual([true, null, null]);
  });
});

test.each([
  ['2026-07-31', '2026-06-30T23:00:00.000Z', '2026-07-31T23:00:00.000Z'],
  // The clocks go back within that month.
  ['2026-10-25', '2026-09-30T23:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  ['2026-12-01', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('the month of %s is in the farm’s time zone', (today, paidFrom, paidTo) => {
  expect(partBounds('paid-this-month', today, 'Europe/Dublin')).toEqual({
    open: false,
    dueFrom: null,
    dueTo: null,
    paidFrom,
    paidTo,
  });
});

describe('tax years', () => {
  test.each([
    [
      '2026-11-20',
      'england',
      ['Tax year 2026/27', '2026-04-06', '2027-04-05'],
      ['Tax year 2025/26', '2025-04-06', '2026-04-05'],
    ],
    [
      '2026-04-05',
      'wales',
      ['Tax year 2025/26', '2025-04-06', '2026-04-05'],
      ['Tax year 2024/25', '2024-04-06', '2025-04-05'],
    ],
    [
      '2026-04-06',
      'northern_ireland',
      ['Tax year 2026/27', '2026-04-06', '2027-04-05'],
      ['Tax year 2025/26', '2025-04-06', '2026-04-05'],
    ],
    [
      '2000-01-01',
      'scotland',
      ['Tax year 1999/00', '1999-04-06', '2000-04-05'],
      ['Tax year 1998/99', '1998-04-06', '1999-04-05'],
    ],
    [
      '2026-01-01',
      'ireland',
      ['Tax year 2026', '2026-01-01', '2026-12-31'],
      ['Tax year 2025', '2025-01-01', '2025-12-31'],
    ],
  ] as const)('on %s in %s', (today, region, ...years) => {
    expect(taxYears(today, region).map(({ label, from, to }) => [label, from, to])).toEqual(years);
  });
});
