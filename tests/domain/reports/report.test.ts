import { expect, test } from 'vitest';
import { decimal, ZERO } from '@/domain/core/money';
import { daysOf, openOf, partsOf, withEmptySteps, yearBefore, type ReportRow } from '@/domain/reports/report';

const pounds = (amount: number) => decimal(amount * 10_000);
const EMPTY: Omit<ReportRow, 'key' | 'label'> = {
  ...{ currency: null, count: 0, total: ZERO, invoiced: ZERO, credited: ZERO, paid: ZERO, before: ZERO },
  ...{ unvalued: 0, unvaluedBefore: 0 },
};
const row = (key: string): ReportRow => ({ ...EMPTY, key, label: key, count: 1 });
const sums = (total: number, invoiced: number, paid: number) => ({
  ...EMPTY,
  ...{ total: pounds(total), invoiced: pounds(invoiced), paid: pounds(paid) },
});

test.each([
  ['a year that is over', '2025-04-06', '2026-04-05', '2024-04-06', '2025-04-05'],
  ['a year that is not over', '2026-04-06', '2027-04-05', '2025-04-06', '2025-11-26'],
  ['a year that ends today', '2026-01-01', '2026-11-26', '2025-01-01', '2025-11-26'],
  ['days to come', '2027-01-01', '2027-01-31', '2026-01-01', '2026-01-31'],
  ['a leap day', '2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
])('%s is compared with the same days of the year before', (_, from, to, beforeFrom, beforeTo) => {
  expect(yearBefore({ from, to }, '2026-11-26')).toEqual({ from: beforeFrom, to: beforeTo });
});

test('a month has only the days of the period', () => {
  const year = { from: '2026-04-06', to: '2027-04-05' };
  expect(daysOf('month', '2026-04-01', year)).toEqual({ from: '2026-04-06', to: '2026-04-30' });
  expect(daysOf('month', '2027-02-01', year)).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  expect(daysOf('month', '2027-04-01', year)).toEqual({ from: '2027-04-01', to: '2027-04-05' });
});

test('months without anything are listed, except those to come', () => {
  const months = (rows: readonly ReportRow[], to = '2027-04-05') =>
    withEmptySteps('month', rows, { from: '2026-08-06', to }, '2026-11-26', EMPTY).map(
      ({ key, count }) => `${key} ${count}`,
    );
  const listed = ['2026-08-01 0', '2026-09-01 1', '2026-10-01 0', '2026-11-01 0'];
  expect(months([row('2026-09-01')])).toEqual(listed);
  expect(months([row('2027-01-01'), row('2026-09-01')])).toEqual([...listed, '2026-12-01 0', '2027-01-01 1']);
  expect(months([row('2026-09-01')], '2026-09-30')).toEqual(listed.slice(0, 2));
});

test('of a long period only the months with something are listed', () => {
  const rows = [row('2026-09-01'), row('2001-02-01')];
  const keys = withEmptySteps('month', rows, { from: '2000-01-01', to: '2026-12-31' }, '2026-11-26', EMPTY).map(
    ({ key }) => key,
  );
  expect(keys).toEqual(['2001-02-01', '2026-09-01']);
});

test.each([
  ['work that is in part invoiced and paid', 'work', [100, 60, 25], { paid: 25, invoiced: 35, unbilled: 40 }],
  ['work that is not invoiced', 'work', [100, 0, 0], { paid: 0, invoiced: 0, unbilled: 100 }],
  ['documents that are in part paid', 'invoices', [100, 130, 25], { paid: 25, invoiced: 75, unbilled: 0 }],
  ['more paid than invoiced', 'invoices', [100, 200, 150], { paid: 100, invoiced: 0, unbilled: 0 }],
  ['credit notes alone', 'invoices', [-50, 0, 0], { paid: 0, invoiced: 0, unbilled: 0 }],
] as const)('the bar of %s', (_, basis, [total, invoiced, paid], expected) => {
  const parts = partsOf(basis, sums(total, invoiced, paid));
  expect(parts).toEqual({
    paid: pounds(expected.paid),
    invoiced: pounds(expected.invoiced),
    unbilled: pounds(expected.unbilled),
  });
});

test('the open amount is unbilled work, or unpaid invoices', () => {
  expect(openOf('work', sums(100, 60, 25))).toBe(pounds(40));
  expect(openOf('invoices', sums(100, 130, 25))).toBe(pounds(75));
  expect(openOf('invoices', sums(0, 100, 100))).toBe(pounds(-100));
});
