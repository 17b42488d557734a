import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { hourAt, hoursOf } from '@/domain/core/calendar';
import { localTimeIn } from '@/domain/core/time';
import { timeOn } from '@/domain/diary/diary';
import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { Card } from '@/ui/layout/card';
import type { Day } from './day-words';
import { ItemCard } from './item-card';
import type { ShownItem } from './shown-item';

const MORNING = '07:00';

type Row = {
  key: string;
  /** "08:00", or "09:00–13:00" for a run of empty hours. */
  label: string;
  isRepeated: boolean;
  items: readonly ShownItem[];
  /** The start time that is suggested for a new job or entry. */
  start: string;
};

/** The hours with items, and one row for the empty hours between them. */
function usedRows(rows: readonly Row[]): Row[] {
  const used: Row[] = [];
  for (const [hour, row] of rows.entries()) {
    const isRunOn = row.items.length === 0 && hour > 0 && rows[hour - 1]?.items.length === 0;
    const first = isRunOn ? used.pop() : undefined;
    if (row.items.length > 0 || !first) used.push(row);
    else {
      const start = first.start < MORNING && row.start >= MORNING ? MORNING : first.start;
      const end = rows[hour + 1]?.start ?? '24:00';
      used.push({ ...first, label: `${first.key.slice(0, 5)}–${end}`, isRepeated: false, start });
    }
  }
  return used;
}

/**
 * A day by its hours: 24, or 25 and 23 when the clocks change. Items without a time are listed first. Today starts
 * scrolled to the hour before now, any other day to its first item, or to the morning if it has none. Needs a `key` per
 * day, because the scroll position is set once.
 */
export function DayView({
  day,
  today,
  onlyUsed = false,
  onOpen,
  onPlan,
}: {
  day: Day;
  today: string;
  /** Shows empty hours in one row, and items of the whole day in the same list. */
  onlyUsed?: boolean;
  onOpen: (id: string) => void;
  /** Null if the person can't plan jobs. */
  onPlan: ((startTime: string) => void) | null;
}) {
  const { settings, canWrite } = useAccount();
  const hourRows = hoursOf(day.date, settings.zone);
  const byHour = new Map<number, ShownItem[]>();
  const allDay: ShownItem[] = [];
  for (const item of day.items) {
    const time = timeOn(item, day.date);
    if (time === null) allDay.push(item);
    else {
      const hour = hourAt(day.date, time, settings.zone, item.isSecondOccurrence);
      byHour.set(hour, [...(byHour.get(hour) ?? []), item]);
    }
  }
  const now = useNow();
  const [firstHour] = useState(() =>
    day.date === today
      ? Math.max(0, hourAt(day.date, localTimeIn(settings.zone, now), settings.zone) - 1)
      : Math.min(...byHour.keys(), byHour.size > 0 ? hourRows.length : hourAt(day.date, MORNING, settings.zone)),
  );
  const hours = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const row = hours.current?.children[firstHour];
    // Scroll only the list; the page and the focus stay where they are.
    if (!onlyUsed && hours.current && row instanceof HTMLElement) hours.current.scrollTop = row.offsetTop;
  }, [firstHour, onlyUsed]);
  const allRows = hourRows.map(({ label, isRepeated }, hour) => ({
    key: `${label}${isRepeated ? ' again' : ''}`,
    label,
    isRepeated,
    items: byHour.get(hour) ?? [],
    start: label,
  }));
  const rows = onlyUsed ? usedRows(allRows) : allRows;
  const cards = (items: readonly ShownItem[]) =>
    items.map((item) => (
      <ItemCard key={`${item.source} ${item.id}`} item={item} date={day.date} today={today} onOpen={onOpen} />
    ));
  return (
    <>
      {allDay.length > 0 && !onlyUsed && (
        <Card className="overflow-clip">
          <ul className="ruled" aria-label="All day">
            {cards(allDay)}
          </ul>
        </Card>
      )}
      <Card className="overflow-clip">
        <ol ref={hours} className={`diary-hours ${onlyUsed ? 'diary-hours-used' : ''}`} aria-label="Hours">
          {allDay.length > 0 && onlyUsed && (
            <li>
              <span className="diary-hour">All day</span>
              <ul className="ruled">{cards(allDay)}</ul>
            </li>
          )}
          {rows.map(({ key, label, isRepeated, items, start }) => (
            <li key={key}>
              <span className="diary-hour">
                {label}
                {isRepeated && <span className="block text-1">again</span>}
              </span>
              {items.length > 0 ? (
                <ul className="ruled">{cards(items)}</ul>
              ) : day.date > today ? (
                // On future days jobs are planned, not logged as done.
                onPlan && (
                  <button
                    type="button"
                    className="diary-slot"
                    aria-label={`Plan at ${start}${isRepeated ? ' again' : ''}`}
                    onClick={() => onPlan(start)}
                  >
                    <Plus aria-hidden="true" />
                  </button>
                )
              ) : (
                canWrite && (
                  <Link
                    className="diary-slot"
                    to={`/add-work?${new URLSearchParams({ date: day.date, start }).toString()}`}
                    aria-label={`Add work at ${start}${isRepeated ? ' again' : ''}`}
                  >
                    <Plus aria-hidden="true" />
                  </Link>
                )
              )}
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}
