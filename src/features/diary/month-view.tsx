import type { ReactNode } from 'react';
import { isInMonth, weeksOf, type Range } from '@/domain/core/calendar';
import { formatDate, formatDateLong, formatDuration } from '@/domain/core/time';
import { timeOn } from '@/domain/diary/diary';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/layout/card';
import { useWide } from '@/ui/layout/use-wide';
import { countWords, sumWords, type Day } from './day-words';
import { ItemLink, type ItemOfDay } from './item-card';
import { ITEM_KIND_WORDS } from './item-kinds';
import type { ShownItem } from './shown-item';

/**
 * A month in whole weeks, with the sums of each day and the names of its items; on a phone with the number of items
 * instead. Pressing a day opens it.
 */
export function MonthView({
  days,
  range,
  month,
  today,
  canMove,
  onOpen,
  onDay,
}: {
  days: readonly Day[];
  range: Range;
  month: string;
  today: string;
  /** Whether planned events can be dragged. */
  canMove: boolean;
  onOpen: (id: string) => void;
  onDay: (date: string) => void;
}) {
  const weeks = weeksOf(range);
  const wide = useWide();
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
                  data-day={date}
                  data-out={isInMonth(date, month) ? undefined : ''}
                  data-today={date === today ? '' : undefined}
                >
                  <MonthCell day={byDate.get(date)} date={date} today={today} wide={wide} onDay={onDay}>
                    {wide && (
                      <DayNames
                        items={byDate.get(date)?.items ?? []}
                        date={date}
                        today={today}
                        canMove={canMove}
                        onOpen={onOpen}
                        onDay={onDay}
                      />
                    )}
                  </MonthCell>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** At most three markers or names per day, so that a full day does not make its week taller. */
const MAX_SHOWN = 3;

function MonthCell({
  day,
  date,
  today,
  wide,
  onDay,
  children,
}: {
  day: Day | undefined;
  date: string;
  today: string;
  wide: boolean;
  onDay: (date: string) => void;
  children: ReactNode;
}) {
  const { currency } = useAccount().settings;
  const itemKinds = [...new Set(day?.items.map(({ itemKind }) => itemKind))].slice(0, MAX_SHOWN);
  const sums = day ? sumWords(day, currency) : '';
  const summary = day ? [countWords(day), sums].filter(Boolean).join(', ') : '';
  return (
    <div className="diary-month-day">
      <button
        type="button"
        className="diary-cell"
        aria-label={[formatDateLong(date, today), summary].filter(Boolean).join(': ')}
        onClick={() => onDay(date)}
      >
        <b>{Number(date.slice(8))}</b>
        {wide
          ? sums !== '' && <span>{sums}</span>
          : day &&
            day.items.length > 0 && (
              <>
                <span className="diary-dots">
                  {itemKinds.map((itemKind) => (
                    <i key={itemKind} className={`diary-${itemKind}`} />
                  ))}
                  {day.items.length}
                </span>
                {/* Without the value: amounts are never abbreviated, and the cells are too narrow for them. */}
                {day.minutes > 0 && <span>{formatDuration(day.minutes)}</span>}
              </>
            )}
      </button>
      {children}
    </div>
  );
}

/** The items of a day that fit: planned events first, then the rest in the order of the day. */
function DayNames({
  items,
  date,
  today,
  canMove,
  onOpen,
  onDay,
}: {
  items: readonly ShownItem[];
  date: string;
  today: string;
  canMove: boolean;
  onOpen: (id: string) => void;
  onDay: (date: string) => void;
}) {
  const inOrder = items.toSorted((a, b) => Number(b.event !== undefined) - Number(a.event !== undefined));
  const rest = inOrder.length - MAX_SHOWN;
  if (inOrder.length === 0) return null;
  return (
    <>
      <ul className="diary-names">
        {inOrder.slice(0, MAX_SHOWN).map((item) => (
          <li key={`${item.source} ${item.id}`}>
            <NamedItem item={item} date={date} canMove={canMove} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          className="diary-rest"
          aria-label={`${rest} more on ${formatDate(date, today)}`}
          onClick={() => onDay(date)}
        >
          +{rest}
        </button>
      )}
    </>
  );
}

function NamedItem({ item, date, canMove, onOpen }: ItemOfDay) {
  const { itemKind, title, names } = item;
  const time = timeOn(item, date);
  return (
    <ItemLink item={item} className="diary-name" canMove={canMove} onOpen={onOpen}>
      <span className={`diary-mark diary-${itemKind} truncate`}>
        <span className="sr-only">{ITEM_KIND_WORDS[itemKind]}: </span>
        {time !== null && <span className="tabular-nums">{time} </span>}
        <b>{title}</b>
        {/* The title of an absence says who is away. */}
        {names !== '' && itemKind !== 'absence' && itemKind !== 'asked' && ` ${names}`}
      </span>
    </ItemLink>
  );
}
