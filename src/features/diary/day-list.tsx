import { localTimeIn } from '@/domain/core/time';
import { timeOn } from '@/domain/diary/diary';
import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { Card } from '@/ui/layout/card';
import { LedgerCards } from '@/ui/lists/ledger-cards';
import type { Day } from './day-words';
import { ItemCard } from './item-card';
import type { ShownItem } from './shown-item';

type Group = 'next' | 'planned' | 'logged' | 'due';
const GROUPS: readonly { group: Group; title: string }[] = [
  { group: 'next', title: 'Next' },
  { group: 'planned', title: 'Planned' },
  { group: 'logged', title: 'Logged' },
  { group: 'due', title: 'Due, and notes' },
];

function groupOf({ itemKind, event }: ShownItem): Exclude<Group, 'next'> {
  if (itemKind === 'service' || itemKind === 'compliance' || itemKind === 'note') return 'due';
  if (itemKind === 'asked') return 'planned';
  return event && event.status !== 'done' && event.status !== 'cancelled' ? 'planned' : 'logged';
}

/** Absences first, then items with a time, then items without one. */
const orderOf = (item: ShownItem, date: string) =>
  item.itemKind === 'absence' || item.itemKind === 'asked' ? 0 : timeOn(item, date) === null ? 2 : 1;

/** The job in progress; else the first that has not ended by `time`; else one without a time. */
function nextJob(items: readonly ShownItem[], date: string, time: string): ShownItem | undefined {
  const jobs = items.filter((item) => item.itemKind === 'job' && groupOf(item) === 'planned');
  const endOf = (item: ShownItem) => {
    const start = timeOn(item, date);
    const end = item.event?.endTime ?? null;
    // An end before the start is on the next day.
    return start !== null && end !== null && end < start ? '24:00' : (end ?? start);
  };
  return (
    jobs.find(({ event }) => event?.status === 'in_progress') ??
    jobs.find((item) => timeOn(item, date) !== null && (endOf(item) ?? '') >= time) ??
    jobs.find((item) => timeOn(item, date) === null)
  );
}

/**
 * A day on a phone. Today starts with the next job; then come planned items, logged ones, and items that are due.
 * `sum`: the sums of the day.
 */
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
  const { zone } = useAccount().settings;
  const now = useNow();
  const next = date === today ? nextJob(items, date, localTimeIn(zone, now)) : undefined;
  return GROUPS.map(({ group, title }) => {
    const shown = items
      .filter((item) => (item === next ? 'next' : groupOf(item)) === group)
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
