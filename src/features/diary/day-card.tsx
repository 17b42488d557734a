import { formatDate } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/layout/card';
import { LedgerCards } from '@/ui/lists/ledger-cards';
import { sumWords, type Day } from './day-words';
import { ItemCard } from './item-card';

/** One day of a week or an agenda: its items and their sums. */
export function DayCard({
  day,
  today,
  onOpen,
  onDay,
}: {
  day: Day;
  today: string;
  onOpen: (id: string) => void;
  onDay: (date: string) => void;
}) {
  const { settings } = useAccount();
  return (
    <Card className="overflow-clip">
      <LedgerCards
        title={
          <button type="button" className="diary-day" onClick={() => onDay(day.date)}>
            {day.date === today ? 'Today' : formatDate(day.date, today)}
          </button>
        }
        sum={sumWords(day, settings.currency) || undefined}
      >
        {day.items.map((item) => (
          <ItemCard key={`${item.source} ${item.id}`} item={item} date={day.date} today={today} onOpen={onOpen} />
        ))}
      </LedgerCards>
    </Card>
  );
}
