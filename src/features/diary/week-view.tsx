import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatMoney } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { timeOn } from '@/domain/diary/diary';
import { STATUS_WORDS } from '@/domain/diary/diary-event';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/layout/card';
import { sumWords, type Day } from './day-words';
import { ItemLink, type ItemOfDay } from './item-card';
import { ITEM_KIND_WORDS } from './item-kinds';

/** A week on a wide screen: one column per day, including empty days. Pressing the head of a day opens it. */
export function WeekView({
  days,
  today,
  onOpen,
  onDay,
  onPlan,
}: {
  days: readonly Day[];
  today: string;
  onOpen: (id: string) => void;
  onDay: (date: string) => void;
  /** Null if the person can't plan jobs. */
  onPlan: ((date: string) => void) | null;
}) {
  const { settings, canWrite } = useAccount();
  return (
    <Card className="diary-week">
      {days.map((day) => (
        <section key={day.date} data-day={day.date} data-today={day.date === today ? '' : undefined}>
          <h2>
            <button type="button" className="diary-week-day" onClick={() => onDay(day.date)}>
              {formatDate(day.date, today)}
              <span className="diary-week-sum">{sumWords(day, settings.currency)}</span>
            </button>
          </h2>
          {day.items.length > 0 && (
            <ul className="ruled">
              {day.items.map((item) => (
                <WeekItem
                  key={`${item.source} ${item.id}`}
                  item={item}
                  date={day.date}
                  canMove={onPlan !== null}
                  onOpen={onOpen}
                />
              ))}
            </ul>
          )}
          {day.date > today
            ? // On future days jobs are planned, not logged as done.
              onPlan && (
                <button
                  type="button"
                  className="diary-slot"
                  aria-label={`Plan on ${formatDate(day.date, today)}`}
                  onClick={() => onPlan(day.date)}
                >
                  <Plus aria-hidden="true" />
                </button>
              )
            : canWrite && (
                <Link
                  className="diary-slot"
                  to={`/add-work?${new URLSearchParams({ date: day.date }).toString()}`}
                  aria-label={`Add work on ${formatDate(day.date, today)}`}
                >
                  <Plus aria-hidden="true" />
                </Link>
              )}
        </section>
      ))}
    </Card>
  );
}

function WeekItem({ item, date, canMove, onOpen }: ItemOfDay) {
  const { currency } = useAccount().settings;
  const { event, itemKind, title, lines, value, waiting } = item;
  const time = timeOn(item, date);
  // "Planned" is the default state, so it is not shown.
  const state = event?.kind === 'job' && event.status !== 'planned' ? STATUS_WORDS[event.status] : null;
  const priceText = value === null ? null : value === 0 ? 'No charge' : formatMoney(value, currency);
  return (
    <li>
      <ItemLink item={item} className="diary-week-item" canMove={canMove} onOpen={onOpen}>
        <span className={`diary-mark diary-${itemKind}`}>
          <span className="sr-only">{ITEM_KIND_WORDS[itemKind]}: </span>
          {time !== null && <span className="tabular-nums">{time} </span>}
          <strong>{title}</strong>
          {lines.slice(0, 2).map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of an item keep their order
            <span key={index}>{line}</span>
          ))}
          {[state, waiting, priceText].map((word) => word && <b key={word}>{word}</b>)}
        </span>
      </ItemLink>
    </li>
  );
}
