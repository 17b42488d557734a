// Hours as files: local and UTC times side by side, minutes, and the split at midnight.
import { expect, test } from 'vitest';
import { PAY_COLUMNS, payRows, SHIFT_COLUMNS, shiftRows, type ListedShift } from '@/domain/hours/timesheet-csv';
import { spanOf, timesheet } from '@/domain/hours/timesheet';

const NOW = new Date('2026-11-20T12:00:00Z');
const night: ListedShift = {
  id: 'a',
  employeeId: 'sam',
  createdByName: 'Sam Driver',
  clockInAt: '2026-10-24T21:00:12.345Z',
  clockOutAt: '2026-10-25T06:00:00+00:00',
  workDate: '2026-10-24',
  breaks: [{ start: '2026-10-25T00:30:00Z', end: '2026-10-25T01:00:00Z', paid: false }],
  manualBreakMin: null,
  status: 'approved',
  activity: 'Baling',
  customer: 'Hill Farm',
};

test('the night of the clock change has 8 h 30 paid, and in UTC runs from 21:00Z to 06:00Z', () => {
  for (const zone of ['Europe/London', 'Europe/Dublin'] as const) {
    const [cells = []] = shiftRows([night], zone, NOW);
    expect(Object.fromEntries(SHIFT_COLUMNS.map((column, at) => [column, cells[at]]))).toEqual({
      employee: 'Sam Driver',
      date: '2026-10-24',
      in_local: '2026-10-24 22:00',
      in_utc: '2026-10-24T21:00Z',
      out_local: '2026-10-25 06:00',
      out_utc: '2026-10-25T06:00Z',
      breaks_min: 30,
      paid_min: 510,
      paid_h: 8.5,
      activity: 'Baling',
      customer: 'Hill Farm',
      status: 'approved',
      hours_day1_with_breaks: 2,
      hours_day2_with_breaks: 7,
    });
  }
});

test('a running shift has a start and nothing else', () => {
  const after = (hours: number) => new Date(Date.parse(night.clockInAt) + hours * 3_600_000);
  const cells = (now: Date) => shiftRows([{ ...night, clockOutAt: null }], 'Europe/London', now)[0];
  expect(cells(after(23))?.slice(4, 9)).toEqual([null, null, null, null, null]);
  expect(cells(after(23))?.slice(11)).toEqual(['running', null, null]);
  // Case 15: not clocked out for a day.
  expect(cells(after(24))?.slice(11)).toEqual(['needs_review', null, null]);
});

test('the pay summary has basic and overtime, person by person', () => {
  const span = spanOf('week', '2026-10-24');
  const rows = timesheet(
    [night],
    [{ id: 'sam', name: 'Sam Driver' }],
    span,
    { afterDayMin: 480, afterWeekMin: null },
    NOW,
  );
  const [cells = []] = payRows(rows, span.from, span.to);
  expect(Object.fromEntries(PAY_COLUMNS.map((column, at) => [column, cells[at]]))).toEqual({
    employee: 'Sam Driver',
    from: '2026-10-19',
    to: '2026-10-25',
    basic_min: 480,
    overtime_min: 30,
    basic_h: 8,
    overtime_h: 0.5,
    status: 'approved',
  });
});
