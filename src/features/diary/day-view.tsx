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

/**
 * A day by its hours: 24, or 25 and 23 when the clocks change. Items without a time are listed above. Today starts
 * scrolled to the hour before now, any other day to its first item, or to the morning if it has none. Needs a `key` per
 * day, because the scroll position is set once.
 */
export function DayView({
  day,
  today,
  onOpen,
  onPlan,
}: {
  day: Day;
  today: string;
  onOpen: (id: string) => void;
  /** Null if the person can't plan jobs. */
  onPlan: ((startTime: string) => void) | null;
}) {
  const { settings, canWrite } = useAccount();
  const rows = hoursOf(day.date, settings.zone);
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
      : Math.min(...byHour.keys(), byHour.size > 0 ? rows.length : hourAt(day.date, MORNING, settings.zone)),
  );
  const hours = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const row = hours.current?.children[firstHour];
    // Scroll only the list; the page and the focus stay where they are.
    if (hours.current && row instanceof HTMLElement) hours.current.scrollTop = row.offsetTop;
  }, [firstHour]);
  const cards = (items: readonly ShownItem[]) =>
    items.map((item) => (
      <ItemCard key={`${item.source} ${item.id}`} item={item} date={day.date} today={today} onOpen={onOpen} />
    ));
  return (
    <>
      {allDay.length > 0 && (
        <Card className="overflow-clip">
          <ul className="ruled" aria-label="All day">
            {cards(allDay)}
          </ul>
        </Card>
      )}
      <Card className="overflow-clip">
        <ol ref={hours} className="diary-hours" aria-label="Hours">
          {rows.map(({ at, label, isRepeated }, hour) => (
            <li key={at}>
              <span className="diary-hour">
                {label}
                {isRepeated && <span className="block text-1">again</span>}
              </span>
              {byHour.has(hour) ? (
                <ul className="ruled">{cards(byHour.get(hour) ?? [])}</ul>
              ) : day.date > today ? (
                // On future days jobs are planned, not logged as done.
                onPlan && (
                  <button
                    type="button"
                    className="diary-slot"
                    aria-label={`Plan at ${label}${isRepeated ? ' again' : ''}`}
                    onClick={() => onPlan(label)}
                  >
                    <Plus aria-hidden="true" />
                  </button>
                )
              ) : (
                canWrite && (
                  <Link
                    className="diary-slot"
                    to={`/add-work?${new URLSearchParams({ date: day.date, start: label }).toString()}`}
                    aria-label={`Add work at ${label}${isRepeated ? ' again' : ''}`}
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
