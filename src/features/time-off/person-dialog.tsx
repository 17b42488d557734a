import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { savePersonLeave, termsOf } from '@/data/time-off/leave-terms';
import { ABSENCE_WORDS, timeWords } from '@/domain/diary/diary-event';
import { dayNumber } from '@/domain/time-off/time-off-words';
import { rangeWords } from '@/domain/time-off/request';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { FormDialog } from '@/ui/popups/form-dialog';
import type { useLeave } from '@/widgets/time-off/use-leave';
import { daysOf, DaysField, textOfDays, WorkDaysField } from './leave-fields';

type Person = { id: string; name: string };

/** One person's days off in the leave year, and the days of holiday and working days that differ from the farm's. */
export function PersonDialog({
  person,
  leave: { settings, absences },
  onClose,
}: {
  person: Person;
  leave: ReturnType<typeof useLeave>;
  onClose: () => void;
}) {
  const { ownerId, canWrite } = useAccount();
  const offline = useOffline();
  const today = useToday();
  const save = useMutation(savePersonLeave);
  const own = settings?.people.find(({ personId }) => personId === person.id);
  const [text, setText] = useState(textOfDays(own?.days ?? null));
  const [workDays, setWorkDays] = useState(settings ? termsOf(settings, person.id).workDays : []);
  if (!settings) return null;
  const { farm } = settings;
  const days = daysOf(text);
  const rows = absences.filter(({ assignedTo }) => assignedTo.includes(person.id));
  const sameAsFarm = workDays.join() === farm.workDays.join();
  return (
    <FormDialog
      title={person.name}
      verb="Save"
      busy={save.isPending}
      disabled={!canWrite || offline}
      onSubmit={() => {
        if (days === undefined || workDays.length === 0) return;
        const changed = { personId: person.id, days, workDays: sameAsFarm ? null : [...workDays] };
        save.mutate({ ownerId, person: changed }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <ul className="grid gap-1" aria-label="Days off">
        {rows.map((absence) => (
          <li key={absence.id}>
            {ABSENCE_WORDS[absence.absenceType ?? 'other']}:{' '}
            {[rangeWords({ ...absence, half: null }, today), timeWords(absence)].filter(Boolean).join(', ')}
          </li>
        ))}
        {rows.length === 0 && <li className="text-muted">No time off in this year.</li>}
      </ul>
      <DaysField
        value={text}
        hint={farm.days === null ? 'None is set for the farm.' : `Left empty, ${dayNumber(farm.days)} as on the farm.`}
        onChange={setText}
      />
      <WorkDaysField value={workDays} onChange={setWorkDays} />
    </FormDialog>
  );
}
