import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addEvent, updateEvent } from '@/data/diary/diary-events';
import { addRepeatedEvent, changeRepeatedEvent } from '@/data/diary/repeated-events';
import { addDays, daysBetween, isDate } from '@/domain/core/time';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { FormDialog } from '@/ui/popups/form-dialog';
import { useBusy } from '@/widgets/time-off/use-busy';
import { PlanFields, type PlanForm } from './plan-fields';
import { emptyPlan, planSchema, planText, repeatOf, type PlanText } from './plan-schema';
import { PartField, type Part } from './repeat-fields';
import { useClash } from './use-clash';
import { usePeople } from './use-people';

/** Plans an event, or edits one. */
export function PlanDialog({
  event,
  day,
  startTime = '',
  onClose,
}: {
  /** Null for a new event. */
  event: DiaryEvent | null;
  day: string;
  startTime?: string | undefined;
  onClose: () => void;
}) {
  const { ownerId } = useAccount();
  const people = usePeople();
  const [id] = useState(() => event?.id ?? crypto.randomUUID());
  const add = useMutation(addEvent);
  const addRepeated = useMutation(addRepeatedEvent);
  const update = useMutation(updateEvent);
  const changeRepeated = useMutation(changeRepeatedEvent);
  const [part, setPart] = useState<Part>('this');
  const form: PlanForm = useForm({
    resolver: standardSchemaResolver(planSchema),
    defaultValues: event ? planText(event) : emptyPlan(day, startTime),
  });
  const save = form.handleSubmit(({ kind, fields, repeat }) => {
    const options = { onSuccess: onClose };
    if (event && part === 'later') changeRepeated.mutate({ event, fields }, options);
    else if (event) update.mutate({ event, fields, ownerId }, options);
    else if (repeat) addRepeated.mutate({ repeatId: id, ...repeat, kind, fields, ownerId }, options);
    else add.mutate({ id, kind, fields, ownerId }, options);
  });
  const jobs = useWatch({ control: form.control, compute: plannedJobs });
  const clash = useClash(jobs, people, [id]);
  const absence = useWatch({ control: form.control, compute: absentDays });
  const busy = useBusy(
    people.filter((person) => absence?.people.includes(person.id)),
    absence,
  );
  return (
    <FormDialog
      title={event ? 'Change what is planned' : 'Plan'}
      wide
      verb="Save"
      busy={[add, addRepeated, update, changeRepeated].some(({ isPending }) => isPending)}
      clash={clash ?? busy}
      onSubmit={save}
      onClose={onClose}
    >
      {event?.repeatEvery && <PartField label="Which to change" value={part} onChange={setPart} />}
      <PlanFields form={form} people={people} fixedKind={event !== null} />
    </FormDialog>
  );
}

/**
 * The jobs that a form plans, one for each day; none while the days are incomplete, or for an event that can't clash.
 */
function plannedJobs(text: PlanText) {
  const { kind, startDate, endDate, allDay, startTime, endTime, assignedTo } = text;
  if (kind !== 'job' || assignedTo.length === 0 || !isDate(startDate) || !isDate(endDate) || startDate > endDate)
    return [];
  const repeat = repeatOf(text);
  return (repeat?.dates ?? [startDate]).map((day) => ({
    startDate: day,
    endDate: addDays(day, daysBetween(startDate, endDate)),
    startTime: allDay ? null : startTime || null,
    endTime: allDay ? null : endTime || null,
    assignedTo,
    repeats: repeat !== null,
  }));
}

/** Who is away on which days; null while the form does not say so. */
const absentDays = ({ kind, startDate, endDate, assignedTo }: PlanText) =>
  kind === 'absence' && isDate(startDate) && isDate(endDate) && startDate <= endDate
    ? { startDate, endDate, people: assignedTo }
    : null;
