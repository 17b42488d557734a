import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { customersQuery } from '@/data/customers/customers';
import { currencySign, decimalIn, formatMoney, toInputText, type Currency, type Decimal } from '@/domain/core/money';
import { formatDuration } from '@/domain/core/time';
import { priceWords } from '@/domain/prices/price';
import { editedWork, isCorrected, timesOfEdit } from '@/domain/works/edited-work';
import { chargedWords, echoWords, quantityLabel } from '@/domain/works/job-words';
import { MAX_WORK_PHOTOS } from '@/domain/works/work';
import { rulesOf, shiftOf, type WorkRules } from '@/domain/works/work-rules';
import { updateEntry, saveWorkEdit } from '@/features/works/entries/work-entries';
import { rateFor } from '@/features/works/form/job-start';
import { useLists } from '@/features/works/form/use-lists';
import type { WorksList } from '@/features/works/list/use-works-list';
import type { Work, WorkEdit } from '@/records/works';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { DateField, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { MorePhotos, useMorePhotos } from '@/widgets/photos/more-photos';
import { SlowPhotoWait } from '@/widgets/photos/photo-wait';
import { saving } from '@/widgets/photos/saving';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { TaskSelect } from '@/widgets/pickers/task-select';
import { UnitOptions } from '@/widgets/pickers/unit-options';
import { CorrectTimes } from './correct-times';
import { editSchema, editText, type EditText } from './edit-schema';

/** The edit form of an entry. `children` are placed above the fields, `end` below. */
export function EditForm({
  work: currentWork,
  list: { account, today, params },
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
  const { seesRates, currency } = account.settings;
  const photos = useMorePhotos({ id: currentWork.id, table: 'works', maxPhotos: MAX_WORK_PHOTOS });
  const rules = rulesOf(account, today);
  const update = useMutation(saveWorkEdit);
  const { data: customers = [] } = useQuery(customersQuery(account));
  // The edit is the difference to the row that the form shows: the person has not seen later updates.
  const [work, setWork] = useState(currentWork);
  const form = useForm<EditText, unknown, WorkEdit>({
    resolver: standardSchemaResolver(editSchema(work, rules)),
    values: editText(work),
  });
  const { errors, isSubmitted, isDirty } = form.formState;
  const startsInRate = params.get('focus') === 'rate';
  useEffect(() => {
    if (startsInRate) form.setFocus('rate');
  }, [startsInRate, form]);
  if (work !== currentWork && !isDirty && !update.isPending) setWork(currentWork);
  const text = useWatch({ control: form.control, compute: (values: EditText) => values });
  const set = (key: 'customer' | 'taskName') => (value: string) =>
    form.setValue(key, value, { shouldValidate: isSubmitted, shouldDirty: true });
  const edited = afterEdit(text, work, rules);
  const isValueManual = account.role === 'admin' ? text.totalValue.trim() !== '' : work.valueOverridden;
  const newValueWords =
    !seesRates || edited.value === null
      ? ''
      : isValueManual
        ? 'the value stays as typed'
        : formatMoney(edited.value, currency);
  const save = form.handleSubmit((edit) => {
    const changed = Object.keys(edit).length > 0 ? [updateEntry(account, work, edit, customers)] : [];
    const entries = [...changed, ...photos.chosen.map((photo) => photo.entry)];
    if (entries.length > 0) update.mutate(entries, { onSuccess: onClose });
    else onClose();
  });
  return (
    <FormDialog
      title="Edit entry"
      wide
      verb="Save changes"
      {...saving(update.isPending, photos.preparing)}
      onSubmit={save}
      onClose={onClose}
    >
      {children}
      <CorrectTimes
        work={work}
        form={form}
        text={text}
        rules={rules}
        shift={shiftOf(text, rules)}
        newValueWords={text.chargeableUnit === 'hour' ? chargedWords(edited.quantity, newValueWords) : ''}
      />
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
        <SelectField
          label="Unit"
          error={errors.chargeableUnit?.message}
          {...form.register('chargeableUnit', {
            onChange: ({ target }: { target: HTMLSelectElement }) => {
              if (target.value === 'fixed') form.setValue('quantity', '1', { shouldDirty: true });
            },
          })}
        >
          <UnitOptions stored={work.chargeableUnit} />
        </SelectField>
        <NumberField
          label={text.chargeableUnit === 'fixed' ? 'Quantity' : quantityLabel(text.chargeableUnit)}
          echo={edited.quantityEcho ?? echoWords(text.quantity, text.chargeableUnit)}
          error={errors.quantity?.message}
          {...form.register('quantity')}
        />
        {seesRates && (
          <div>
            <NumberField
              label="Rate"
              before={currencySign(currency)}
              error={errors.rate?.message}
              {...form.register('rate')}
            />
            {text.rate.trim() === '' && (
              <OfferedRate
                text={text}
                onUse={(rate) => {
                  form.setValue('rate', rate, { shouldDirty: true, shouldValidate: isSubmitted });
                  form.setFocus('rate');
                }}
              />
            )}
          </div>
        )}
      </div>
      {account.role === 'admin' && (
        <ValueField form={form} typed={text.totalValue} value={edited.value} currency={currency} />
      )}
      <TextField
        label="Description"
        optional
        error={errors.taskDescription?.message}
        {...form.register('taskDescription')}
      />
      <TextAreaField label="Note" optional error={errors.notes?.message} {...form.register('notes')} />
      <EntryPhotos parent={work.id} />
      <MorePhotos photos={photos} />
      <SlowPhotoWait parent={work.id} />
      {end}
    </FormDialog>
  );
}

/** Quantity and value after the edit, and what becomes of a quantity that the times determine. */
function afterEdit(text: EditText, work: Work, rules: WorkRules) {
  const times = timesOfEdit(text, work, rules);
  const typed = decimalIn(text.quantity);
  const edited = editedWork({ ...text, ...times, rate: decimalIn(text.rate), quantity: typed }, work, rules);
  const quantityEcho =
    edited?.minutes != null && edited.quantity !== typed
      ? isCorrected(times, work)
        ? `Becomes ${formatDuration(edited.minutes)}, from the times`
        : `${formatDuration(edited.minutes)} on that date: the clocks change`
      : undefined;
  return { quantity: edited?.quantity ?? null, value: edited?.value ?? null, quantityEcho };
}

/** The value, which the account holder may type instead of having it worked out. */
function ValueField({
  form,
  typed,
  value,
  currency,
}: {
  form: UseFormReturn<EditText, unknown, WorkEdit>;
  typed: string;
  /** As it is worked out. */
  value: Decimal | null;
  currency: Currency;
}) {
  const hasTypedValue = typed.trim() !== '';
  return (
    <div className="flex flex-wrap items-start gap-x-3">
      <NumberField
        label="Value"
        fieldClass="flex-1"
        before={currencySign(currency)}
        placeholder={value === null ? '' : formatMoney(value, currency).slice(1)}
        hint={
          hasTypedValue
            ? `Typed by hand. Worked out it would be ${value === null ? 'open' : formatMoney(value, currency)}.`
            : 'Worked out from quantity and rate. Type over it to fix another.'
        }
        error={form.formState.errors.totalValue?.message}
        {...form.register('totalValue')}
      />
      {hasTypedValue && (
        <Button
          variant="quiet"
          className="sm:mt-7"
          onClick={() => form.setValue('totalValue', '', { shouldDirty: true })}
        >
          Recalculate
        </Button>
      )}
    </div>
  );
}

/** For an entry without a rate: the rate of the price list on its day, to press. Nothing if there is none. */
function OfferedRate({ text, onUse }: { text: EditText; onUse: (rate: string) => void }) {
  const { currency } = useAccount().settings;
  const { lists } = useLists();
  const { customer, taskName, chargeableUnit: unit, workDate: date } = text;
  const offered = rateFor(lists, { customer, taskName, unit, date }, useToday());
  if (!offered) return null;
  return (
    <div className="mt-2 grid justify-items-start">
      <Button onClick={() => onUse(toInputText(offered.rate))}>Use {priceWords(offered.rate, unit, currency)}</Button>
      <span className="hint">{offered.words}.</span>
    </div>
  );
}
