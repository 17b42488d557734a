import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { addSchedules, deleteSchedule, updateSchedule } from '@/data/machinery/services';
import { optionalDate } from '@/domain/core/typed';
import { meterUnit } from '@/domain/machinery/machine';
import type { Machine } from '@/records/machines';
import { SCHEDULE, type Schedule, type ScheduleFields } from '@/records/services';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { DateField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { formOf } from '@/widgets/record-form';

/** The form does not change the parts. */
const scheduleForm = formOf(SCHEDULE, ['parts']);

const scheduleSchema = (today: string) =>
  v.pipe(
    v.object({
      ...scheduleForm.entries,
      name: v.pipe(scheduleForm.entries.name, v.nonEmpty('Give the service a name.')),
      lastDoneAt: v.pipe(
        optionalDate(),
        v.check((date) => date === null || date <= today, 'This date is in the future.'),
      ),
    }),
    v.forward(
      v.check(
        ({ intervalMeter, intervalMonths }) => intervalMeter !== null || intervalMonths !== null,
        'Say after how many hours or months it is due.',
      ),
      ['intervalMonths'],
    ),
  );

type ScheduleText = InferInput<ReturnType<typeof scheduleSchema>>;

const NEW: ScheduleText = { ...scheduleForm.textsOf(null), warnPct: '10', warnDays: '30', active: true };

/** One service of the plan: how often, when last, and how early to warn. */
export function ScheduleDialog({
  machine,
  schedule,
  onClose,
}: {
  machine: Machine;
  /** Null for a new one. */
  schedule: Schedule | null;
  onClose: () => void;
}) {
  const { ownerId } = useAccount();
  const today = useToday();
  const add = useMutation(addSchedules);
  const update = useMutation(updateSchedule);
  const remove = useMutation(deleteSchedule);
  const form = useForm<ScheduleText, unknown, Omit<ScheduleFields, 'parts'>>({
    resolver: standardSchemaResolver(scheduleSchema(today)),
    defaultValues: schedule === null ? NEW : scheduleForm.textsOf(schedule),
  });
  const { errors } = form.formState;
  const field = (name: keyof ScheduleText) => ({ ...form.register(name), error: errors[name]?.message });
  const unit = meterUnit(machine.meterType);
  const hasMeter = machine.meterType !== 'none';
  const save = form.handleSubmit((fields) => {
    const options = { onSuccess: onClose };
    if (schedule) update.mutate({ id: schedule.id, fields }, options);
    else
      add.mutate(
        [{ id: crypto.randomUUID(), ownerId, machineId: machine.id, fields: { ...fields, parts: [] } }],
        options,
      );
  });
  return (
    <FormDialog
      title={schedule === null ? 'Add a service' : 'Change the service'}
      wide
      verb="Save"
      busy={add.isPending || update.isPending}
      busyText="Saving..."
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label="Service" autoComplete="off" placeholder="Engine oil and filter" {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        {hasMeter && <NumberField label="Every" optional after={unit} {...field('intervalMeter')} />}
        <NumberField label="Or every" optional after="months" inputMode="numeric" {...field('intervalMonths')} />
        <DateField label="Last done on" optional max={today} {...field('lastDoneAt')} />
        {hasMeter && <NumberField label="Last done at" optional after={unit} {...field('lastDoneReading')} />}
        {hasMeter && (
          <NumberField
            label="First time at"
            optional
            after={unit}
            hint="Only until it was done once, for example 50 h."
            {...field('firstAtReading')}
          />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {hasMeter && (
          <NumberField
            label="Warn when this is left"
            after="% of the interval"
            inputMode="numeric"
            {...field('warnPct')}
          />
        )}
        <NumberField label="Warn before the date" after="days" inputMode="numeric" {...field('warnDays')} />
      </div>
      <CheckField label="In use" hint="Off: it is kept, but never due." {...form.register('active')} />
      {schedule && (
        <Button
          variant="quiet"
          busy={remove.isPending}
          busyText="Removing..."
          onClick={() => remove.mutate(schedule.id, { onSuccess: onClose })}
        >
          Remove from the plan
        </Button>
      )}
    </FormDialog>
  );
}
