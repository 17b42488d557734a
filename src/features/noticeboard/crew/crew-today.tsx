import { CalendarClock, Check, ChevronRight, Clock, UserX, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDuration } from '@/domain/core/time';
import { Card } from '@/ui/layout/card';
import { QueryList } from '@/ui/lists/query-list';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { useCrewToday, type PersonToday } from './use-crew-today';

// Loaded on demand.
const PersonDay = lazy(async () => ({ default: (await import('./person-day')).PersonDay }));

const LOOKS: Record<PersonToday['state'], { tone: 'good' | 'warn' | 'note'; icon: LucideIcon }> = {
  'clocked-in': { tone: 'good', icon: Clock },
  'under-way': { tone: 'good', icon: Clock },
  logged: { tone: 'good', icon: Check },
  'clocked-out': { tone: 'note', icon: Clock },
  absent: { tone: 'warn', icon: UserX },
  planned: { tone: 'note', icon: CalendarClock },
};

/**
 * For the account holder: what each person is doing today, and with which machine. Pressing a line opens the person's
 * day.
 */
export function CrewToday({ today }: { today: string }) {
  const { people, isComplete, read, at } = useCrewToday(today);
  const [opened, setOpened] = useState<string | null>(null);
  const person = people.find(({ id }) => id === opened);
  if (people.length === 0) return null;
  return (
    <section className="grid gap-3 lg:col-start-1" aria-labelledby="crew-today">
      <h2 id="crew-today" className="text-4">
        Crew today
      </h2>
      {isComplete ? (
        <>
          <SnapshotAge at={at} />
          <ul className="card card-rows" aria-labelledby="crew-today">
            {people.map((one) => (
              <PersonRow key={one.id} person={one} onOpen={() => setOpened(one.id)} />
            ))}
          </ul>
        </>
      ) : (
        <Card>
          <QueryList read={read} loading={{ rows: people.length, text: 'Loading the crew...' }} />
        </Card>
      )}
      <Suspense>{person && <PersonDay person={person} today={today} onClose={() => setOpened(null)} />}</Suspense>
    </section>
  );
}

function PersonRow({ person, onOpen }: { person: PersonToday; onOpen: () => void }) {
  const { name, words, state, minutesToday } = person;
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <li>
      <button type="button" className="alert-row" onClick={onOpen}>
        <span className={`icon-square tone-${tone}`} aria-hidden="true">
          <Icon />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <strong className="min-w-0 flex-1 wrap-anywhere">{name}</strong>
            {minutesToday > 0 && <span className="text-2 text-muted tabular-nums">{formatDuration(minutesToday)}</span>}
          </span>
          <span className="block text-2 text-muted wrap-anywhere">{words}</span>
        </span>
        <ChevronRight aria-hidden="true" />
      </button>
    </li>
  );
}
