import { useMutation, useQuery } from '@tanstack/react-query';
import { History, Save, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import {
  addGang,
  deleteGang,
  gangsQuery,
  lastGangQuery,
  machineChoicesQuery,
  type GangPerson,
} from '@/data/works/job-choices';
import { addDays, formatDate } from '@/domain/core/time';
import { personText, type JobMore } from '@/domain/works/job-more';
import { useOffline } from '@/lib/online';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import type { EditedJob } from './part-card';

type GangMembers = { people: readonly GangPerson[]; machines: readonly { id: string; implement: boolean }[] };

/** "Same gang as yesterday", the named gangs, and a button that saves the chosen people and machines as a gang. */
export function GangBar({ job }: { job: EditedJob }) {
  const { more, setMore, account, rules } = job;
  const { data: gangs = [] } = useQuery(gangsQuery(account));
  const { data: last } = useQuery(lastGangQuery(account, rules.today));
  const { data: machines = [] } = useQuery(machineChoicesQuery(account));
  const add = useMutation(addGang);
  const remove = useMutation(deleteGang);
  const offline = useOffline();
  const [name, setName] = useState<string | null>(null);
  const addMembers = (gang: GangMembers) => setMore(withGang(more, gang, machines));
  const day =
    last?.workDate === rules.today
      ? 'today'
      : last?.workDate === addDays(rules.today, -1)
        ? 'yesterday'
        : last && formatDate(last.workDate, rules.today);
  return (
    <div className="grid gap-2">
      {last && (
        <Button size="l" wide onClick={() => addMembers(last)}>
          <History aria-hidden="true" />
          Same gang as {day}
        </Button>
      )}
      {gangs.map((gang) => (
        <div key={gang.id} className="flex gap-2">
          <Button
            size="l"
            className="flex-1"
            onClick={() =>
              addMembers({ people: gang.people, machines: gang.machines.map((id) => ({ id, implement: false })) })
            }
          >
            <Users aria-hidden="true" />
            {gang.name}
          </Button>
          {account.role === 'admin' && !offline && (
            <Button size="l" aria-label={`Delete the gang ${gang.name}`} onClick={() => remove.mutate(gang.id)}>
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </div>
      ))}
      {more.people.length > 1 && !offline && name === null && (
        <div className="-mx-quiet">
          <Button variant="quiet" onClick={() => setName('')}>
            <Save aria-hidden="true" />
            Save as a gang
          </Button>
        </div>
      )}
      {name !== null && (
        <div className="flex items-end gap-2">
          <TextField
            label="Name of the gang"
            fieldClass="flex-1"
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button
            size="l"
            disabled={name.trim() === ''}
            busy={add.isPending}
            onClick={() =>
              add.mutate(
                {
                  ownerId: account.ownerId,
                  name: name.trim(),
                  people: more.people.map((one) => ({ personId: one.personId, name: one.name })),
                  machines: more.machines.map(({ machineId }) => machineId),
                },
                { onSuccess: () => setName(null) },
              )
            }
          >
            Save
          </Button>
        </div>
      )}
    </div>
  );
}

/** Adds the gang's people and machines that are not on the job yet. Leaves out sold machines: `machines` lacks them. */
function withGang(more: JobMore, gang: GangMembers, machines: readonly { id: string; name: string }[]): JobMore {
  const isThere = ({ personId, name }: GangPerson) =>
    more.people.some((one) =>
      personId === null ? one.personId === null && one.name === name : one.personId === personId,
    );
  return {
    ...more,
    people: [
      ...more.people,
      ...gang.people.filter((one) => !isThere(one)).map((one) => personText(one.personId, one.name)),
    ],
    machines: [
      ...more.machines,
      ...gang.machines.flatMap(({ id, implement }) => {
        const machine = machines.find((one) => one.id === id);
        const isNew = !more.machines.some(({ machineId }) => machineId === id);
        return machine && isNew ? [{ machineId: id, name: machine.name, implement, hours: '', meterEnd: '' }] : [];
      }),
    ],
  };
}
