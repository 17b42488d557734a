// The time diary as files: all shifts, the pay summary, and a timesheet to sign. Contains what is on the screen.
import { mutationOptions } from '@tanstack/react-query';
import { toCsv } from '@/domain/core/csv';
import { formatDate, formatDateDated, formatDuration, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { shiftMinutes } from '@/domain/hours/shift';
import type { Row, Span } from '@/domain/hours/timesheet';
import { PAY_COLUMNS, payRows, SHIFT_COLUMNS, shiftRows } from '@/domain/hours/timesheet-csv';
import { saveFile } from '@/lib/files/save-file';
import type { TimeEntry } from '@/records/time';
import { jobWords } from '@/records/time';
import { WEEK_WORDS } from './state-words';

export type DiaryFile = {
  rows: readonly Row<TimeEntry>[];
  span: Span;
  zone: Zone;
  now: Date;
  /** False until the farm's overtime thresholds are loaded: until then overtime is 0, which may be wrong. */
  overtimeKnown: boolean;
  farm: string;
  filters: string | null;
};

const shiftsOf = (rows: readonly Row<TimeEntry>[]) => rows.flatMap(({ days }) => days.flatMap(({ shifts }) => shifts));
const named = (what: string, { from, to }: Span, end: string) => `${what}-${from}-to-${to}.${end}`;
const csv = (name: string, text: string) => saveFile(new File([text], name, { type: 'text/csv;charset=utf-8' }));

// Made from data that is already loaded, so it works offline.
const file = (key: string, make: (order: DiaryFile) => void | Promise<void>) =>
  mutationOptions({
    mutationKey: ['time-file', key],
    networkMode: 'always',
    mutationFn: async (order: DiaryFile) => make(order),
    meta: { failed: { title: 'Error', description: 'Could not make the file.' } },
  });

export const saveShiftsFile = file('shifts', ({ rows, span, zone, now }) =>
  csv(named('hours', span, 'csv'), toCsv(SHIFT_COLUMNS, shiftRows(shiftsOf(rows), zone, now))),
);

export const savePayFile = mutationOptions({
  ...file('pay', ({ rows, span, overtimeKnown }) => {
    if (!overtimeKnown)
      throw new Error('Overtime is not known until the time settings have loaded. Try again with signal.');
    csv(named('pay-summary', span, 'csv'), toCsv(PAY_COLUMNS, payRows(rows, span.from, span.to)));
  }),
  // No description: the error message is shown.
  meta: { failed: { title: 'No pay summary was saved' } },
});

const overtimeWords = (minutes: number) => (minutes > 0 ? `, of it overtime ${formatDuration(minutes)}` : '');

export const saveTimesheet = file('timesheet', async ({ rows, span, zone, now, overtimeKnown, farm, filters }) => {
  const [{ timesheetPdf }, { loadFonts }] = await Promise.all([import('@/pdf/timesheet-pdf'), import('@/pdf/fonts')]);
  const clock = (instant: string) => localTimeIn(zone, new Date(instant));
  const people = rows
    .filter(({ days }) => days.some(({ shifts }) => shifts.length > 0))
    .map((row) => ({
      name: row.name,
      state: WEEK_WORDS[row.state],
      sums: `Paid ${formatDuration(row.paid)}${overtimeKnown ? overtimeWords(row.overtime) : ', overtime not known'}.`,
      shifts: row.days
        .flatMap(({ shifts }) => shifts)
        .map((shift): [string, string, string, string, string, string] => {
          const { paid, unpaid } = shiftMinutes(shift, now);
          const done = shift.clockOutAt !== null;
          return [
            formatDate(shift.workDate),
            clock(shift.clockInAt),
            shift.clockOutAt === null ? 'running' : clock(shift.clockOutAt),
            unpaid > 0 ? `${unpaid} min` : '',
            done ? `${formatDuration(paid)}${shift.status === 'needs_review' ? ' ?' : ''}` : '',
            jobWords(shift),
          ];
        }),
    }));
  const printed = `${formatDateDated(todayIn(zone, now))}, ${localTimeIn(zone, now)}`;
  const words = `${formatDate(span.from)} to ${formatDateDated(span.to)}`;
  const paper = timesheetPdf({ farm, span: words, filters, printed, people }, await loadFonts());
  saveFile(new File([paper], named('timesheet', span, 'pdf'), { type: 'application/pdf' }));
});
