// The rows of the grouped works list: in which order groups stand, what the open one shows, and what a group lacks.
import { expect, test } from 'vitest';
import type { Grouping, WorksGroup } from '@/data/works/works-groups';
import { fromNumeric } from '@/domain/core/money';
import { groupLines, missingText, type OpenedGroup } from '@/features/works/groups/group-rows';
import type { Work } from '@/records/works';

const group = (key: string, values: Partial<WorksGroup> = {}): WorksGroup => ({
  ...{ key, label: key, entries: 1, minutes: 0, value: fromNumeric(0), needsRate: 0, needsQuantity: 0 },
  ...values,
});
const names = (groups: readonly WorksGroup[], order: 'value' | 'name', grouping: Grouping = 'customer') =>
  groupLines(groups, grouping, order, '2026-11-20', null).map((line) =>
    line.kind === 'group' ? line.name : line.kind,
  );

test('the largest value stands first, of equal ones that with more hours, then more entries, then by name', () => {
  const groups = [
    group('Bryn'),
    group('Ash'),
    group('Few'),
    group('Hours', { minutes: 60 }),
    group('Many', { entries: 3 }),
    group('Rich', { value: fromNumeric(5) }),
  ];
  expect(names(groups, 'value')).toEqual(['Rich', 'Hours', 'Many', 'Ash', 'Bryn', 'Few']);
  expect(names(groups, 'name')).toEqual(['Ash', 'Bryn', 'Few', 'Hours', 'Many', 'Rich']);
});

test('days stand with the latest first, named as dates', () => {
  const days = [group('2026-11-18', { value: fromNumeric(1) }), group('2026-11-19'), group('2025-11-20')];
  expect(names(days, 'name', 'day')).toEqual(['Thu 19 Nov', 'Wed 18 Nov', 'Thu 20 Nov 2025']);
});

test('the open group has its entries below it, and says if there are more', () => {
  const entries = [{ id: 'w1' }, { id: 'w2' }] as Work[];
  const kinds = (state: OpenedGroup['state']) =>
    groupLines([group('Ash'), group('Bryn')], 'customer', 'name', '2026-11-20', { key: 'Ash', entries, state }).map(
      ({ id }) => id,
    );
  expect(kinds('complete')).toEqual(['customer Ash', 'w1', 'w2', 'customer Bryn']);
  expect(kinds('loading')).toEqual(['customer Ash', 'w1', 'w2', 'loading', 'customer Bryn']);
  expect(kinds('failed')).toEqual(['customer Ash', 'w1', 'w2', 'failed', 'customer Bryn']);
});

test('a group says how many of its entries lack a rate or a quantity', () => {
  expect(missingText(group('Ash'))).toBe('');
  expect(missingText(group('Ash', { needsRate: 1 }))).toBe('1 needs a rate');
  expect(missingText(group('Ash', { needsRate: 1200, needsQuantity: 2 }))).toBe('1,200 need a rate, 2 need a quantity');
});
