import { expect, test } from 'vitest';
import { decimal, ZERO } from '@/domain/core/money';
import { daysOf, partsOf, unbilledOf, withEmptySteps, yearBefore, type ReportRow } from '@/domain/reports/report';

const pounds = (amount: number) => decimal(amount * 10_000);
const EMPTY: Omit<ReportRow, 'key' | 'label'> = {
  ...{ currency: null, count: 0, total: ZERO, invoiced: ZERO, credited: ZERO, paid: ZERO, before: ZERO },
  ...{ outstanding: ZERO, toRefund: ZERO, openNet: ZERO, unvalued: 0, unvaluedBefore: 0 },
};
const row = (key: string): ReportRow => ({ ...EMPTY, key, label: key, count: 1 });
const sums = (total: number, invoiced: number, paid: number, openNet = 0) => ({
  ...EMPTY,
  ...{ total: pounds(total), invoiced: pounds(invoiced), paid: pounds(paid), openNet: pounds(openNet) },
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
  ['work that is in part invoiced and paid', 'work', [100, 60, 25], [25, 35, 40]],
  ['work that is not invoiced', 'work', [100, 0, 0], [0, 0, 100]],
  ['documents that are in part paid', 'invoices', [100, 130, 25, 75], [25, 75, 0]],
  ['invoices that a credit note of the next month takes back', 'invoices', [100, 100, 25, 15], [25, 15, 60]],
  ['more paid than invoiced', 'invoices', [100, 200, 150], [100, 0, 0]],
  ['credit notes alone', 'invoices', [-50, 0, 0], [0, 0, 0]],
] as const)('the bar of %s', (_, basis, [total, invoiced, paid, openNet = 0], expected) => {
  expect(partsOf(basis, sums(total, invoiced, paid, openNet))).toEqual(expected.map(pounds));
});

test('unbilled is what was earned less what is on an invoice', () => {
  expect(unbilledOf(sums(100, 60, 25))).toBe(pounds(40));
});
