import { TriangleAlert } from 'lucide-react';
import { formatDate, formatDuration } from '@/domain/core/time';
import type { RestWarning } from '@/domain/hours/rest-warnings';
import type { Day, Row, Span } from '@/domain/hours/timesheet';
import type { TimeEntry } from '@/records/time';
import { FigureCell, HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { WEEK_WORDS } from './state-words';
import { WeekStep } from './week-step';

const shortDuration = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** "Sat 24". Without the month, which the heading above the grid names: the buttons of the week need the width. */
const weekdayAndDay = (date: string) => formatDate(date).split(' ').slice(0, 2).join(' ');

/** People by days, for wide screens. Pressing a day shows its shifts. */
export function SheetGrid({
  rows,
  span,
  warnings,
  overtimeKnown,
  onDay,
}: {
  rows: readonly Row<TimeEntry>[];
  span: Span;
  warnings: readonly (RestWarning & { person: string })[];
  overtimeKnown: boolean;
  onDay: (person: string, date: string) => void;
}) {
  const dates = rows[0]?.days.map(({ date }) => date) ?? [];
  const flagged = new Set(warnings.map(({ person, date }) => `${person} ${date}`));
  const week = span.kind === 'week';
  const sumHeads = (
    <>
      <HeadCell figure>Breaks</HeadCell>
      <HeadCell figure>Overtime</HeadCell>
      <HeadCell figure>Total</HeadCell>
    </>
  );
  const sums = (row: Row<TimeEntry>) => (
    <>
      <FigureCell>{row.unpaid === 0 ? '' : shortDuration(row.unpaid)}</FigureCell>
      <FigureCell>{!overtimeKnown ? 'not known' : row.overtime === 0 ? '' : shortDuration(row.overtime)}</FigureCell>
      <FigureCell strong>{row.paid === 0 ? '–' : formatDuration(row.paid)}</FigureCell>
    </>
  );
  // A month is wide, so its state and sums come first: no scrolling is needed to see them.
  return (
    <div className={week ? undefined : 'sheet-month'}>
      <Ledger
        caption="Timesheet"
        head={
          <>
            <HeadCell>Person</HeadCell>
            {!week && (
              <>
                <HeadCell>State</HeadCell>
                {sumHeads}
              </>
            )}
            {dates.map((date) => (
              <HeadCell key={date} figure>
                {week ? weekdayAndDay(date) : Number(date.slice(8))}
              </HeadCell>
            ))}
            {week && (
              <>
                {sumHeads}
                <HeadCell>Week</HeadCell>
              </>
            )}
          </>
        }
      >
        <tbody>
          {rows.map((row) => (
            <LedgerRow key={row.person}>
              <td className="strong">{row.name}</td>
              {!week && (
                <>
                  <td>{WEEK_WORDS[row.state]}</td>
                  {sums(row)}
                </>
              )}
              {row.days.map((day) => (
                <FigureCell key={day.date}>
                  <DayCell row={row} day={day} flagged={flagged.has(`${row.person} ${day.date}`)} onDay={onDay} />
                </FigureCell>
              ))}
              {week && (
                <>
                  {sums(row)}
                  <td>
                    <div className="grid gap-1">
                      {WEEK_WORDS[row.state]}
                      <WeekStep row={row} monday={span.from} />
                    </div>
                  </td>
                </>
              )}
            </LedgerRow>
          ))}
        </tbody>
      </Ledger>
    </div>
  );
}

function DayCell({
  row,
  day,
  flagged,
  onDay,
}: {
  row: Row<TimeEntry>;
  day: Day<TimeEntry>;
  flagged: boolean;
  onDay: (person: string, date: string) => void;
}) {
  const { date, shifts, paid } = day;
  const needsReview = shifts.some(({ clockOutAt, status }) => clockOutAt === null || status === 'needs_review');
  const words = shifts.length === 0 ? 'nothing' : `${formatDuration(paid)}${needsReview ? ', needs a look' : ''}`;
  return (
    <button
      type="button"
      className="day-button"
      aria-label={`${row.name}, ${formatDate(date)}: ${words}${flagged ? ', warning' : ''}`}
      onClick={() => onDay(row.person, date)}
    >
      {(needsReview || flagged) && <TriangleAlert aria-hidden="true" />}
      {shifts.length === 0 ? '–' : shortDuration(paid)}
    </button>
  );
}
