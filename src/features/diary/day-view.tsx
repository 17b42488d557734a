import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { hourAt, hoursOf } from '@/domain/calendar';
import { timeOn } from '@/domain/diary';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/card';
import type { Day } from './day-words';
import { ItemCard } from './item-card';
import type { ShownItem } from './shown-item';

/** A day by its hours: 24 of them, on the nights when the clocks change 25 or 23. What has no time stands above. */
export function DayView({
  day,
  today,
  onOpen,
  onPlan,
}: {
  day: Day;
  today: string;
  onOpen: (id: string) => void;
  /** null for who plans nothing. */
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
      const hour = hourAt(day.date, time, settings.zone, item.second);
      byHour.set(hour, [...(byHour.get(hour) ?? []), item]);
    }
  }
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
        <ol className="diary-hours" aria-label="Hours">
          {rows.map(({ at, label, again }, hour) => (
            <li key={at}>
              <span className="diary-hour">
                {label}
                {again && <span className="block text-1">again</span>}
              </span>
              {byHour.has(hour) ? (
                <ul className="ruled">{cards(byHour.get(hour) ?? [])}</ul>
              ) : day.date > today ? (
                // What lies ahead is not logged as done.
                onPlan && (
                  <button
                    type="button"
                    className="diary-slot"
                    aria-label={`Plan at ${label}${again ? ' again' : ''}`}
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
                    aria-label={`Add work at ${label}${again ? ' again' : ''}`}
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
