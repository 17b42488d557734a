import { expect, test } from 'vitest';
import { snapshotTime, worksForSnapshot, snapshotStart, scopeOf } from '@/domain/works/snapshot';

const work = (workDate: string, invoiceNumber: string | null = 'INV-1') => ({ workDate, invoiceNumber });
const newestFirst = (list: ReturnType<typeof work>[]) => list.toSorted((a, b) => (a.workDate < b.workDate ? 1 : -1));

test('the copy of the works list on the device has thirteen months of entries, to the day', () => {
  expect(snapshotStart('2026-11-20')).toBe('2025-10-20');
  expect(snapshotStart('2026-03-31')).toBe('2025-02-28');
});

test('a copy of another person, or with other permissions, has another scope', () => {
  const viewer = { ownerId: 'o', userId: 'u', seesRates: true, seesAllWorks: true };
  const scopes = [
    scopeOf(viewer),
    scopeOf({ ...viewer, userId: 'v' }),
    scopeOf({ ...viewer, seesRates: false }),
    scopeOf({ ...viewer, seesAllWorks: false }),
  ];
  expect(new Set(scopes).size).toBe(scopes.length);
});

test('billed entries are dropped when too old, unbilled ones stay', () => {
  const list = [work('2026-01-02'), work('2026-01-01'), work('2025-12-31'), work('2024-05-05', null)];
  expect(worksForSnapshot(list, '2026-01-01')).toEqual({ works: [list[0], list[1], list[3]], border: '2026-01-01' });
});

test('if there are too many, whole days of billed entries are dropped, the oldest first', () => {
  const list = newestFirst([
    ...Array.from({ length: 4 }, () => work('2026-03-03')),
    ...Array.from({ length: 4 }, () => work('2026-02-02')),
    work('2026-02-02', null),
    work('2026-01-01', null),
    work('2026-01-01'),
  ]);
  const { works, border } = worksForSnapshot(list, '2025-01-01', 9);
  expect(border).toBe('2026-03-03');
  expect(works.map(({ workDate, invoiceNumber }) => [workDate, invoiceNumber])).toEqual([
    ...Array.from({ length: 4 }, () => ['2026-03-03', 'INV-1']),
    ['2026-02-02', null],
    ['2026-01-01', null],
  ]);
});

test('the copy never holds more entries than the limit, even of unbilled ones', () => {
  const list = Array.from({ length: 7 }, (_, at) => work(`2026-01-0${9 - at}`, null));
  expect(worksForSnapshot(list, '2025-01-01', 5).works).toEqual(list.slice(0, 5));
  expect(worksForSnapshot([work('2026-01-01'), work('2026-01-01')], '2025-01-01', 1).works).toEqual([]);
});

test('a copy from today shows the time, an older one the day, in the farm’s zone', () => {
  const now = new Date('2026-11-20T16:00:00Z');
  expect(snapshotTime('Europe/London', new Date('2026-11-20T14:05:00Z'), now)).toBe('14:05');
  expect(snapshotTime('Europe/London', new Date('2026-11-06T23:59:00Z'), now)).toBe('Fri 6 Nov, 23:59');
  expect(snapshotTime('Europe/London', new Date('2026-07-01T23:30:00Z'), now)).toBe('Thu 2 Jul, 00:30');
  expect(snapshotTime('Europe/London', new Date('2025-12-01T08:00:00Z'), now)).toBe('Mon 1 Dec 2025, 08:00');
});
