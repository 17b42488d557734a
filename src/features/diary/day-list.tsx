import { timeOn } from '@/domain/diary/diary';
import { Card } from '@/ui/layout/card';
import { LedgerCards } from '@/ui/lists/ledger-cards';
import type { Day } from './day-words';
import { ItemCard } from './item-card';
import type { ShownItem } from './shown-item';

type Group = 'planned' | 'logged' | 'due';
const GROUPS: readonly { group: Group; title: string }[] = [
  { group: 'planned', title: 'Planned' },
  { group: 'logged', title: 'Logged' },
  { group: 'due', title: 'Due, and notes' },
];

function groupOf({ itemKind, event }: ShownItem): Group {
  if (itemKind === 'service' || itemKind === 'compliance' || itemKind === 'note') return 'due';
  return event && event.status !== 'done' && event.status !== 'cancelled' ? 'planned' : 'logged';
}

/** Absences first, then what has a time, then what can be done at any time. */
const orderOf = (item: ShownItem, date: string) =>
  item.itemKind === 'absence' ? 0 : timeOn(item, date) === null ? 2 : 1;

/** A day on a phone: what is still to be done, then what was logged, then what falls due. `sum` is that of the day. */
export function DayList({
  day: { date, items },
  today,
  sum,
  onOpen,
}: {
  day: Day;
  today: string;
  sum: string;
  onOpen: (id: string) => void;
}) {
  return GROUPS.map(({ group, title }) => {
    const shown = items
      .filter((item) => groupOf(item) === group)
      .toSorted((a, b) => (group === 'planned' ? orderOf(a, date) - orderOf(b, date) : 0));
    return (
      shown.length > 0 && (
        <Card key={group} className="overflow-clip">
          <LedgerCards title={title} sum={group === 'logged' && sum !== '' ? sum : undefined}>
            {shown.map((item) => (
              <ItemCard key={`${item.source} ${item.id}`} item={item} date={date} today={today} onOpen={onOpen} />
            ))}
          </LedgerCards>
        </Card>
      )
    );
  });
}
