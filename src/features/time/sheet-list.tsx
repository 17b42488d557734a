import { formatDate, formatDuration } from '@/domain/core/time';
import type { Row, Span } from '@/domain/hours/timesheet';
import type { TimeEntry } from '@/records/time';
import { jobWords } from '@/records/time';
import { useAccount } from '@/session/account';
import { Card, CardHead } from '@/ui/layout/card';
import type { ShownShift } from '@/widgets/hours/own-shifts';
import { shiftDetail, timesWords, WEEK_WORDS } from './state-words';
import { WeekStep } from './week-step';

/** One person's hours day by day, for phones. */
export function SheetList({
  row,
  shown,
  span,
  complete,
  overtimeKnown,
  now,
  onOpen,
}: {
  row: Row<TimeEntry>;
  shown: readonly ShownShift[];
  span: Span;
  /** False if the row has only what waits on this device: then its sums and its state say nothing about the period. */
  complete: boolean;
  overtimeKnown: boolean;
  now: Date;
  onOpen: (id: string) => void;
}) {
  const { zone } = useAccount().settings;
  const entries = new Map(shown.map((one) => [one.row.id, one]));
  const days = row.days.filter(({ shifts }) => shifts.length > 0);
  return (
    <Card>
      <CardHead title={row.name}>
        {complete && (
          <span className="figure">
            <b>{row.paid === 0 ? '–' : formatDuration(row.paid)}</b>
          </span>
        )}
      </CardHead>
      {complete && (
        <div className="grid gap-3 p-4">
          <p className="text-2 text-muted">
            {[
              WEEK_WORDS[row.state],
              overtimeKnown ? row.overtime > 0 && `overtime ${formatDuration(row.overtime)}` : 'overtime not known',
              row.unpaid > 0 && `breaks ${formatDuration(row.unpaid)}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          {span.kind === 'week' && <WeekStep row={row} monday={span.from} />}
        </div>
      )}
      <ul className="card-rows">
        {days.toReversed().map(({ date, shifts, paid }) => (
          <li key={date} className="grid gap-1 px-4 py-2">
            <h3 className="flex justify-between gap-3">
              <span>{formatDate(date)}</span>
              <span className="figure">{paid === 0 ? '–' : formatDuration(paid)}</span>
            </h3>
            {shifts.map((shift) => {
              const shownShift = entries.get(shift.id) ?? { row: shift, entry: null };
              return (
                <button key={shift.id} type="button" className="shift-button" onClick={() => onOpen(shift.id)}>
                  <b className="figure left">{timesWords(shift, zone)}</b>
                  <span className="wrap-anywhere">{jobWords(shift)}</span>
                  <span className={`text-2 ${shownShift.entry?.problem ? 'text-danger' : 'text-muted'}`}>
                    {shiftDetail(shownShift, now)}
                  </span>
                </button>
              );
            })}
          </li>
        ))}
      </ul>
    </Card>
  );
}
