import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addEvent, eventsQuery, updateEvent, type DiaryEvent } from '@/data/diary-events';
import { awayWarning } from '@/domain/diary-event';
import { isDate } from '@/domain/time';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Banner } from '@/ui/banner';
import { FormDialog } from '@/ui/form-dialog';
import { PlanFields, type PlanForm } from './plan-fields';
import { emptyPlan, planSchema, planText, type PlanText } from './plan-schema';
import { usePeople } from './use-people';

/** Plans something, or changes what is planned. */
export function PlanDialog({
  event,
  day,
  startTime = '',
  onClose,
}: {
  /** null: something new. */
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
  return (
    <FormDialog
      title={event ? 'Change what is planned' : 'Plan'}
      wide
      verb="Save"
      busy={add.isPending || update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <PlanFields form={form} people={people} fixedKind={event !== null} />
      <Away form={form} id={id} names={new Map(people.map((person) => [person.id, person.name]))} />
    </FormDialog>
  );
}

/** Says when somebody who is named is away; it can be booked all the same. */
function Away({ form, id, names }: { form: PlanForm; id: string; names: ReadonlyMap<string, string> }) {
  const account = useAccount();
  const today = useToday();
  const { kind, startDate, endDate, people } = useWatch({
    control: form.control,
    compute: ({ kind, startDate, endDate, people }: PlanText) => ({ kind, startDate, endDate, people }),
  });
  const asks = kind === 'job' && people.length > 0 && isDate(startDate) && isDate(endDate) && startDate <= endDate;
  const { data } = useQuery({ ...eventsQuery(account, { from: startDate, to: endDate }), enabled: asks });
  const warning = asks && data ? awayWarning({ startDate, endDate, assignedTo: people }, names, data, today, id) : null;
  return warning === null ? null : <Banner tone="warn">{warning}</Banner>;
}
