import type { PrintoutColumn } from '@/domain/core/printout-columns';
import { formatDate, formatDateDated, formatDuration, localTimeIn } from '@/domain/core/time';
import { shiftMinutes } from '@/domain/hours/shift';
import type { Row, Span } from '@/domain/hours/timesheet';
import type { TimeEntry } from '@/records/time';
import { jobWords } from '@/records/time';
import { useAccount } from '@/session/account';
import { PrintTable } from '@/ui/lists/print-table';
import { usePrintNote } from '@/widgets/print-note';
import { shiftWords } from './state-words';

/** The week or month for printing: every shift shown, by person, with each person's sum. */
export function PrintedDiary({
  title,
  rows,
  span,
  now,
}: {
  title: string;
  rows: readonly Row<TimeEntry>[];
  span: Span;
  now: Date;
}) {
  const { zone } = useAccount().settings;
  const clock = (instant: string) => localTimeIn(zone, new Date(instant));
  const shifts = rows.flatMap(({ name, days }) =>
    days.flatMap((day) => day.shifts.map((shift) => ({ ...shift, person: name }))),
  );
  const columns: PrintoutColumn<(typeof shifts)[number]>[] = [
    { head: 'Person', cell: ({ person }) => person },
    { head: 'Date', noWrap: true, cell: ({ workDate }) => formatDate(workDate) },
    { head: 'Start', noWrap: true, cell: ({ clockInAt }) => clock(clockInAt) },
    { head: 'Finish', noWrap: true, cell: ({ clockOutAt }) => (clockOutAt === null ? '' : clock(clockOutAt)) },
    {
      head: 'Break',
      figure: true,
      cell: (shift) => {
        const { unpaid } = shiftMinutes(shift, now);
        return unpaid > 0 ? `${unpaid} min` : '';
      },
    },
    {
      head: 'Paid',
      figure: true,
      cell: (shift) => (shift.clockOutAt === null ? '' : formatDuration(shiftMinutes(shift, now).paid)),
    },
    { head: 'Job', cell: jobWords },
    { head: 'State', noWrap: true, cell: (shift) => shiftWords(shift, now) },
  ];
  const sums = rows
    .filter(({ days }) => days.some((day) => day.shifts.length > 0))
    .map(({ name, paid, overtime }) => ({
      label: name,
      value: `${formatDuration(paid)}${overtime > 0 ? `, of it overtime ${formatDuration(overtime)}` : ''}`,
    }));
  const days = `${formatDate(span.from)} to ${formatDateDated(span.to)}`;
  return (
    <PrintTable
      title={`${title}, ${days}`}
      note={usePrintNote()}
      columns={columns}
      rows={shifts}
      total={shifts.length}
      sums={sums}
    />
  );
}
