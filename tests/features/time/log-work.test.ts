// The link from a shift to the job form contains both times and breaks, or neither.
import { expect, test } from 'vitest';
import type { TimeEntry } from '@/records/time';
import { logAddress } from '@/features/time/log-work';

const SHIFT: TimeEntry = {
  id: 'a',
  employeeId: 'b',
  createdByName: 'Sam Driver',
  clockInAt: '2026-11-03T08:00:50Z',
  clockOutAt: '2026-11-03T16:30:10Z',
  workDate: '2026-11-03',
  activity: 'Baling',
  customer: 'Hill Farm',
  breaks: [{ start: '2026-11-03T12:00:00Z', end: '2026-11-03T12:30:00Z', paid: false }],
  manualBreakMin: null,
  source: 'clock',
  status: 'open',
  clockSkewS: null,
  note: null,
  editReason: null,
  queryNote: null,
  approvedByName: null,
  logKey: 'key',
  workId: null,
  createdAt: '',
  updatedAt: '',
};
const paramsOf = (shift: TimeEntry) =>
  Object.fromEntries(new URL(logAddress(shift, 'Europe/London'), 'https://farm.example').searchParams);

test('a shift provides its times and its unpaid breaks', () => {
  expect(paramsOf(SHIFT)).toMatchObject({ as: 'key', start: '08:00', finish: '16:30', breaks: '30' });
});

test('a shift that is all break provides neither, because the form would refuse them', () => {
  const breaks = [{ start: '2026-11-03T08:00:55Z', end: '2026-11-03T08:01:05Z', paid: false }];
  expect(paramsOf({ ...SHIFT, clockOutAt: '2026-11-03T08:01:10Z', breaks })).toEqual({
    as: 'key',
    customer: 'Hill Farm',
    task: 'Baling',
    date: '2026-11-03',
  });
});
