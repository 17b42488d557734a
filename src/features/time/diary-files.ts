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
const fileName = (prefix: string, { from, to }: Span, extension: string) => `${prefix}-${from}-to-${to}.${extension}`;
const saveCsv = (name: string, text: string) => saveFile(new File([text], name, { type: 'text/csv;charset=utf-8' }));

// Uses only data that is already loaded, so it works offline.
const fileMutation = (key: string, create: (request: DiaryFile) => void | Promise<void>) =>
  mutationOptions({
    mutationKey: ['time-file', key],
    networkMode: 'always',
    mutationFn: async (request: DiaryFile) => create(request),
    meta: { failed: { title: 'Error', description: 'Could not make the file.' } },
  });

export const saveShiftsFile = fileMutation('shifts', ({ rows, span, zone, now }) =>
  saveCsv(fileName('hours', span, 'csv'), toCsv(SHIFT_COLUMNS, shiftRows(shiftsOf(rows), zone, now))),
);

export const savePayFile = mutationOptions({
  ...fileMutation('pay', ({ rows, span, overtimeKnown }) => {
    if (!overtimeKnown)
      throw new Error('Overtime is not known until the time settings have loaded. Try again with signal.');
    saveCsv(fileName('pay-summary', span, 'csv'), toCsv(PAY_COLUMNS, payRows(rows, span.from, span.to)));
  }),
  // No description: the error message is shown.
  meta: { failed: { title: 'No pay summary was saved' } },
});

const overtimeWords = (minutes: number) => (minutes > 0 ? `, of it overtime ${formatDuration(minutes)}` : '');

export const saveTimesheet = fileMutation(
  'timesheet',
  async ({ rows, span, zone, now, overtimeKnown, farm, filters }) => {
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
    const pdf = timesheetPdf({ farm, span: words, filters, printed, people }, await loadFonts());
    saveFile(new File([pdf], fileName('timesheet', span, 'pdf'), { type: 'application/pdf' }));
  },
);
