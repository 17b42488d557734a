import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { WorkEdit } from '@/data/work-changes';
import type { Work } from '@/data/works';
import { formatMoney, parseDecimal } from '@/domain/money';
import { isUnit, UNITS } from '@/domain/units';
import { saveWorkEdit } from '@/outbox/save-entries';
import { Button } from '@/ui/button';
import { DateField, SelectField, TextAreaField, TextField } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { NumberField } from '@/ui/number-field';
import { CustomerSelect } from '@/widgets/customer-select';
import { TaskSelect } from '@/widgets/task-select';
import { editSchema, textOf, type EditText } from './edit-schema';
import { editedValue } from './edited-value';
import { echoWords, quantityLabel } from './job-words';
import { CURRENCY_SIGN } from './price-fields';
import type { WorksList } from './use-works-list';
import { updateEntry } from './work-entries';

const read = (text: string) => {
  const parsed = parseDecimal(text);
  return parsed.ok ? parsed.value : null;
};

/** Changes one entry. `children` stand above the fields: what it is, and its times; `end` below them. */
export function EditForm({
  work,
  list: { account, today },
  onClose,
  children,
  end,
}: {
  work: Work;
  list: WorksList;
  onClose: () => void;
  children: ReactNode;
  end: ReactNode;
}) {
  const { seesRates, currency, incrementMinutes } = account.settings;
  const update = useMutation(saveWorkEdit);
  const form = useForm<EditText, unknown, WorkEdit>({
    resolver: standardSchemaResolver(editSchema(work, today, incrementMinutes)),
    defaultValues: textOf(work),
  });
  const text = useWatch({ control: form.control, compute: (values: EditText) => values });
  const { errors, isSubmitted } = form.formState;
  const set = (key: 'customer' | 'taskName') => (value: string) =>
    form.setValue(key, value, { shouldValidate: isSubmitted, shouldDirty: true });
  const worth = editedValue(
    { chargeableUnit: text.chargeableUnit, rate: read(text.rate), quantity: read(text.quantity) },
    work,
    incrementMinutes,
  );
  const typed = text.totalValue.trim() !== '';
  const save = form.handleSubmit((edit) => {
    if (Object.keys(edit).length === 0) onClose();
    else update.mutate([updateEntry(account, work, edit)], { onSuccess: onClose });
  });
  return (
    <FormDialog title="Edit entry" wide verb="Save changes" busy={update.isPending} onSubmit={save} onClose={onClose}>
      {children}
      <div className="grid gap-4 sm:grid-cols-2">
        <CustomerSelect
          label="Customer"
          value={text.customer}
          error={errors.customer?.message}
          inputRef={form.register('customer').ref}
          onChange={set('customer')}
        />
        <TaskSelect
          label="Task"
          value={text.taskName}
          error={errors.taskName?.message}
          inputRef={form.register('taskName').ref}
          onChange={set('taskName')}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <DateField label="Date" error={errors.workDate?.message} {...form.register('workDate')} />
        <SelectField label="Unit" error={errors.chargeableUnit?.message} {...form.register('chargeableUnit')}>
          {UNITS.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
          {!isUnit(work.chargeableUnit) && <option value={work.chargeableUnit}>{work.chargeableUnit}</option>}
        </SelectField>
        <NumberField
          label={text.chargeableUnit === 'fixed' ? 'Quantity' : quantityLabel(text.chargeableUnit)}
          echo={echoWords(text.quantity, text.chargeableUnit)}
          error={errors.quantity?.message}
          {...form.register('quantity')}
        />
        {seesRates && (
          <NumberField
            label="Rate"
            before={CURRENCY_SIGN[currency]}
            error={errors.rate?.message}
            {...form.register('rate')}
          />
        )}
      </div>
      {account.role === 'admin' && (
        <div className="flex flex-wrap items-start gap-x-3">
          <NumberField
            label="Value"
            fieldClass="flex-1"
            before={CURRENCY_SIGN[currency]}
            placeholder={worth === null ? '' : formatMoney(worth, currency).slice(1)}
            hint={
              typed
                ? `Typed by hand. Worked out it would be ${worth === null ? 'open' : formatMoney(worth, currency)}.`
                : 'Worked out from quantity and rate. Type over it to fix another.'
            }
            error={errors.totalValue?.message}
            {...form.register('totalValue')}
          />
          {typed && (
            <Button variant="quiet" className="sm:mt-7" onClick={() => form.setValue('totalValue', '')}>
              Recalculate
            </Button>
          )}
        </div>
      )}
      <TextField
        label="Description"
        optional
        error={errors.taskDescription?.message}
        {...form.register('taskDescription')}
      />
      <TextAreaField label="Note" optional error={errors.notes?.message} {...form.register('notes')} />
      {end}
    </FormDialog>
  );
}
