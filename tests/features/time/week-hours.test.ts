// The hours of this week, as the time tracker and "Your day" show them.
import { expect, test } from 'vitest';
import type { TimeEntry } from '@/records/time';
import { weekOf, type ShownShift } from '@/widgets/hours/own-shifts';

// A Friday.
const TODAY = '2026-11-20';
const NOW = new Date('2026-11-20T12:00:00Z');
const SHIFT: TimeEntry = {
  ...{ id: 'a', employeeId: 'b', createdByName: 'Sam Driver' },
  ...{ clockInAt: '2026-11-20T08:00:00Z', clockOutAt: '2026-11-20T10:00:00Z' },
  ...{ workDate: TODAY, activity: 'Baling', customer: null, breaks: [], manualBreakMin: null },
  ...{ source: 'clock', status: 'open', clockSkewS: null, note: null, editReason: null, queryNote: null },
  ...{ approvedByName: null, logKey: 'key', workId: null, createdAt: '', updatedAt: '' },
};
/** A shift of two hours today; each test sets what matters. */
const shift = (more: Partial<TimeEntry>, action: 'update' | 'delete' = 'update'): ShownShift => ({
  row: { ...SHIFT, ...more },
  entry: action === 'delete' ? ({ action } as ShownShift['entry']) : null,
});
const paid = (...shifts: ShownShift[]) => weekOf(shifts, TODAY, NOW).map((day) => day.paid);

test('the week runs from Monday to Sunday, and the shifts of other weeks do not count', () => {
  expect(weekOf([], TODAY, NOW).map(({ date }) => date)).toEqual(
    ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`),
  );
  expect(paid(...['15', '16', '22', '23'].map((day) => shift({ workDate: `2026-11-${day}` })))).toEqual([
    ...[120, 0, 0, 0, 0, 0, 120],
  ]);
});

test('breaks are deducted, and the running shift counts up to now', () => {
  expect(paid(shift({ manualBreakMin: 30 }), shift({ clockInAt: '2026-11-20T11:15:00Z', clockOutAt: null }))).toEqual([
    ...[0, 0, 0, 0, 135, 0, 0],
  ]);
});

test('a shift that needs review, that was not clocked out for a day, or that waits to be deleted does not count', () => {
  const forgotten = { workDate: '2026-11-19', clockInAt: '2026-11-19T12:00:00Z', clockOutAt: null };
  expect(paid(shift({ status: 'needs_review' }), shift(forgotten), shift({}, 'delete'))).toEqual([
    ...[0, 0, 0, 0, 0, 0, 0],
  ]);
});
