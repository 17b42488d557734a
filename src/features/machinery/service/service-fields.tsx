import { Plus, X } from 'lucide-react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { formatReading, meterUnit, SERVICE_KINDS } from '@/domain/machinery/machine';
import { intervalWords, KIND_WORDS } from '@/domain/machinery/machine-words';
import type { Defect, Machine } from '@/records/machines';
import type { Schedule, ServiceFields as Fields } from '@/records/services';
import { Button, IconButton } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { DateField, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Card } from '@/ui/layout/card';
import { useDoubt } from '@/widgets/machines/use-doubt';
import type { ServiceText } from './service-schema';

type ServiceForm = UseFormReturn<ServiceText, unknown, Fields>;

/** The fields of a service: services of the machine's plan, fixed defects, description, parts and time. */
export function ServiceFields({
  form,
  machine,
  stored,
  schedules,
  defects,
}: {
  form: ServiceForm;
  machine: Machine;
  /** The reading of the service that is edited. The last one may be this one itself. */
  stored?: number | null;
  schedules: readonly Schedule[];
  /** Open ones, and those that this service has fixed. */
  defects: readonly Defect[];
}) {
  const { errors } = form.formState;
  const [reading, date] = useWatch({ control: form.control, name: ['reading', 'serviceDate'] });
  const doubt = useDoubt(machine.currentReading === stored ? undefined : machine, reading, date);
  const field = (name: Exclude<keyof ServiceText, 'parts' | 'scheduleIds' | 'fixes'>) => ({
    ...form.register(name),
    error: errors[name]?.message,
  });
  return (
    <>
      {schedules.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="legend mb-1">Services of the plan</legend>
          {schedules.map((schedule) => (
            <CheckField
              key={schedule.id}
              label={`${schedule.name}, ${intervalWords(schedule, machine.meterType)}`}
              value={schedule.id}
              {...form.register('scheduleIds')}
            />
          ))}
        </fieldset>
      )}
      {defects.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="legend mb-1">Defects that are fixed</legend>
          {defects.map((defect) => (
            <CheckField
              key={defect.id}
              label={defect.description}
              hint={
                defect.severity === 'safety'
                  ? 'With the last safety defect fixed, the machine is in use again.'
                  : undefined
              }
              value={defect.id}
              {...form.register('fixes')}
            />
          ))}
        </fieldset>
      )}
      <TextAreaField label="What was done" {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Date" {...field('serviceDate')} />
        {machine.meterType !== 'none' && (
          <NumberField
            label="Reading"
            optional
            after={meterUnit(machine.meterType)}
            hint={readingHint(machine)}
            {...field('reading')}
            error={errors.reading?.message ?? doubt}
          />
        )}
        <SelectField label="Kind" {...field('kind')}>
          {SERVICE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_WORDS[kind]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Done by"
          optional
          autoComplete="off"
          hint="The dealer, or nobody from outside."
          {...field('supplier')}
        />
      </div>
      <Parts form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField label="Hours of work" optional after="h" {...field('labourHours')} />
        <NumberField label="Out of use for" optional after="h" {...field('downtimeH')} />
        <TextField label="Invoice number" optional autoComplete="off" {...field('invoiceRef')} />
      </div>
      <TextAreaField label="For next time" optional rows={2} {...field('nextNote')} />
    </>
  );
}

const readingHint = ({ currentReading, meterType }: Machine): string =>
  currentReading === null
    ? 'The first reading. Without it, the next service is not counted by the meter.'
    : `Last reading ${formatReading(currentReading, meterType)}. Without a reading, the next service counts from there.`;

function Parts({ form }: { form: ServiceForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'parts' });
  const errors = form.formState.errors.parts;
  return (
    <fieldset className="grid gap-3">
      <legend className="legend mb-1">Parts</legend>
      {fields.map((part, at) => (
        <Card key={part.id} className="grid grid-cols-[1fr_auto] items-end gap-3 p-3 sm:grid-cols-[2fr_1fr_7rem_auto]">
          <TextField
            label="Part"
            autoComplete="off"
            fieldClass="max-sm:col-span-2"
            error={errors?.[at]?.name?.message}
            {...form.register(`parts.${at}.name`)}
          />
          <TextField
            label="Part number"
            autoComplete="off"
            fieldClass="max-sm:col-span-2"
            error={errors?.[at]?.number?.message}
            {...form.register(`parts.${at}.number`)}
          />
          <NumberField
            label="Quantity"
            error={errors?.[at]?.quantity?.message}
            {...form.register(`parts.${at}.quantity`)}
          />
          <IconButton label={`Remove part ${at + 1}`} onClick={() => remove(at)}>
            <X aria-hidden="true" />
          </IconButton>
        </Card>
      ))}
      <Button onClick={() => append({ name: '', number: '', quantity: '1' })}>
        <Plus aria-hidden="true" />
        Add a part
      </Button>
    </fieldset>
  );
}
