import { isInMonth, weeksOf, type Range } from '@/domain/core/calendar';
import { formatMoney } from '@/domain/core/money';
import { formatDate, formatDateLong, formatDuration } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/layout/card';
import { countWords, sumWords, type Day } from './day-words';

/** A month in whole weeks, with the number of items and the sums of each day. Pressing a day opens it. */
export function MonthView({
  days,
  range,
  month,
  today,
  onDay,
}: {
  days: readonly Day[];
  range: Range;
  month: string;
  today: string;
  onDay: (date: string) => void;
}) {
  const weeks = weeksOf(range);
  const byDate = new Map(days.map((day) => [day.date, day]));
  return (
    <Card className="overflow-clip">
      <table className="diary-month">
        <thead>
          <tr>
            {(weeks[0] ?? []).map((date) => (
              <th key={date} scope="col">
                {formatDate(date).slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td
                  key={date}
                  data-out={isInMonth(date, month) ? undefined : ''}
                  data-today={date === today ? '' : undefined}
                >
                  <MonthCell day={byDate.get(date)} date={date} today={today} onDay={onDay} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** At most three markers per day, so that a full day does not make its week taller. */
const MAX_MARKERS = 3;

function MonthCell({
  day,
  date,
  today,
  onDay,
}: {
  day: Day | undefined;
  date: string;
  today: string;
  onDay: (date: string) => void;
}) {
  const { currency } = useAccount().settings;
  const itemKinds = [...new Set(day?.items.map(({ itemKind }) => itemKind))].slice(0, MAX_MARKERS);
  const summary = day ? [countWords(day), sumWords(day, currency)].filter(Boolean).join(', ') : '';
  return (
    <button
      type="button"
      className="diary-cell"
      aria-label={[formatDateLong(date, today), summary].filter(Boolean).join(': ')}
      onClick={() => onDay(date)}
    >
      <b>{Number(date.slice(8))}</b>
      {day && day.items.length > 0 && (
        <>
          <span className="diary-dots">
            {itemKinds.map((itemKind) => (
              <i key={itemKind} className={`diary-${itemKind}`} />
            ))}
            {day.items.length}
          </span>
          {day.minutes > 0 && <span>{formatDuration(day.minutes)}</span>}
          {/* Amounts are never abbreviated: on a phone the cells are too narrow, so CSS hides them there. */}
          {day.value > 0 && <span className="max-nav:hidden">{formatMoney(day.value, currency)}</span>}
        </>
      )}
    </button>
  );
}
