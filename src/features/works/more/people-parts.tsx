import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { peopleChoicesQuery } from '@/data/works/job-choices';
import { personText, type PersonText } from '@/domain/works/job-more';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/forms/chip';
import { TextField, TimeField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { optionalPart } from '@/ui/optional-part';
import { GangBar } from './gang-bar';
import { PartCard, withElementAt, withToggled, type EditedJob } from './part-card';

// Not installed at the first start: without signal until then, people are chosen below.
const WhoField = optionalPart(async () => (await import('./who-field')).WhoField);

/** Who was on the job, and for how long. `asksWho`: whether it may be a job of one person. */
export function PeopleParts({ job, asksWho = false }: { job: EditedJob; asksWho?: boolean }) {
  const { more, setMore, account } = job;
  const { data: people = [] } = useQuery(peopleChoicesQuery(account));
  const [casualName, setCasualName] = useState('');
  const [hoursForAll, setHoursForAll] = useState('');
  const setPeople = (chosen: readonly PersonText[]) => setMore({ ...more, people: chosen });
  const indexOf = (id: string) => more.people.findIndex(({ personId }) => personId === id);
  const addCasual = () => {
    const name = casualName.trim();
    if (name === '') return;
    setPeople([...more.people, personText(null, name)]);
    setCasualName('');
  };
  return (
    <>
      {asksWho && account.role === 'admin' && more.people.length < 2 && (
        <Suspense>
          <WhoField account={account} people={more.people} onChange={setPeople} />
        </Suspense>
      )}
      <GangBar job={job} />
      <fieldset className="chips" aria-label="People of the farm">
        {people.map(({ id, name }) => {
          const at = indexOf(id);
          return (
            <Chip
              key={id}
              pressed={at >= 0}
              onClick={() => setPeople(withToggled(more.people, at, personText(id, name)))}
            >
              {name}
            </Chip>
          );
        })}
      </fieldset>
      <div className="flex items-end gap-2">
        <TextField
          label="Somebody without a login"
          fieldClass="flex-1"
          maxLength={80}
          value={casualName}
          onChange={({ target }) => setCasualName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            addCasual();
          }}
        />
        <Button size="l" onClick={addCasual}>
          <Plus aria-hidden="true" />
          Add
        </Button>
      </div>
      {more.people.length > 1 && (
        <NumberField
          label="Hours for everyone"
          after="h"
          hint="Fills in whoever has no hours yet or the same as before."
          value={hoursForAll}
          onChange={({ target }) => {
            const hours = target.value;
            setPeople(
              more.people.map((one) => (one.hours === '' || one.hours === hoursForAll ? { ...one, hours } : one)),
            );
            setHoursForAll(hours);
          }}
        />
      )}
      {more.people.map((person, at) => (
        <PersonCard
          key={`${person.personId ?? ''} ${person.name} ${at}`}
          person={person}
          onChange={(change) => setPeople(withElementAt(more.people, at, change))}
        />
      ))}
    </>
  );
}

function PersonCard({
  person,
  onChange,
}: {
  person: PersonText;
  onChange: (change: Partial<PersonText> | null) => void;
}) {
  const timed = person.startTime !== '' || person.finishTime !== '';
  const [showsTimes, setShowsTimes] = useState(timed);
  return (
    <PartCard title={person.name} onRemove={() => onChange(null)}>
      {showsTimes ? (
        <div className="grid grid-cols-3 gap-3">
          <TimeField
            label="Start"
            value={person.startTime}
            onChange={({ target }) => onChange({ startTime: target.value })}
          />
          <TimeField
            label="Finish"
            value={person.finishTime}
            onChange={({ target }) => onChange({ finishTime: target.value })}
          />
          <NumberField
            label="Breaks"
            after="min"
            inputMode="numeric"
            value={person.breaks}
            onChange={({ target }) => onChange({ breaks: target.value })}
          />
        </div>
      ) : (
        <div className="flex items-end gap-2">
          <NumberField
            label="Hours"
            after="h"
            fieldClass="flex-1"
            value={person.hours}
            onChange={({ target }) => onChange({ hours: target.value })}
          />
          <Button size="l" variant="quiet" onClick={() => setShowsTimes(true)}>
            Start and finish
          </Button>
        </div>
      )}
    </PartCard>
  );
}
