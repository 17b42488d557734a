import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addEvent, eventsQuery, updateEvent } from '@/data/diary/diary-events';
import { addDays, isDate } from '@/domain/core/time';
import { conflictWords } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { FormDialog } from '@/ui/popups/form-dialog';
import { PlanFields, type PlanForm } from './plan-fields';
import { emptyPlan, planSchema, planText, type PlanText } from './plan-schema';
import { usePeople, type DiaryPerson } from './use-people';

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
  const update = useMutation(updateEvent);
  const form: PlanForm = useForm({
    resolver: standardSchemaResolver(planSchema),
    defaultValues: event ? planText(event) : emptyPlan(day, startTime),
  });
  const save = form.handleSubmit(({ kind, fields }) => {
    const options = { onSuccess: onClose };
    if (event) update.mutate({ event, fields, ownerId }, options);
    else add.mutate({ id, kind, fields, ownerId }, options);
  });
  const clash = useClash(form, id, people);
  return (
    <FormDialog
      title={event ? 'Change what is planned' : 'Plan'}
      wide
      verb="Save"
      busy={add.isPending || update.isPending}
      clash={clash}
      onSubmit={save}
      onClose={onClose}
    >
      <PlanFields form={form} people={people} fixedKind={event !== null} />
    </FormDialog>
  );
}

/** A warning if the assigned people are already booked or away; it does not prevent saving. */
function useClash(form: PlanForm, id: string, people: readonly DiaryPerson[]): string | null {
  const account = useAccount();
  const today = useToday();
  const { kind, startDate, endDate, startTime, endTime, assignedTo } = useWatch({
    control: form.control,
    compute: (text: PlanText) => ({
      kind: text.kind,
      startDate: text.startDate,
      endDate: text.endDate,
      startTime: text.allDay ? null : text.startTime || null,
      endTime: text.allDay ? null : text.endTime || null,
      assignedTo: text.people,
    }),
  });
  const canClash =
    kind === 'job' && assignedTo.length > 0 && isDate(startDate) && isDate(endDate) && startDate <= endDate;
  // One day more on either side: an event may run past midnight.
  const around = { from: canClash ? addDays(startDate, -1) : startDate, to: canClash ? addDays(endDate, 1) : endDate };
  const { data } = useQuery({ ...eventsQuery(account, around), enabled: canClash });
  if (!canClash || !data) return null;
  const names = new Map(people.map((person) => [person.id, person.name]));
  return conflictWords({ startDate, endDate, startTime, endTime, assignedTo }, names, data, today, id);
}
