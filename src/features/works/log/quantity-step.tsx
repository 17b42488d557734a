import { Camera, Clock, ReceiptText, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { toInputText } from '@/domain/core/money';
import { formatDate, formatDuration } from '@/domain/core/time';
import { unitOf } from '@/domain/core/units';
import {
  dayWord,
  echoWords,
  lastTimeWords,
  quantityLabel,
  quantityQuestion,
  stepQuantity,
  taskWord,
} from '@/domain/works/job-words';
import { lastJob } from '@/features/works/form/job-start';
import { TimesFields } from '@/features/works/form/times-fields';
import type { WorkForm } from '@/features/works/form/typed-job';
import type { WorkEntry } from '@/features/works/form/use-work-form';
import { MoreRow } from '@/features/works/more/more-row';
import { Chip } from '@/ui/forms/chip';
import { TextAreaField, TextField } from '@/ui/forms/field';
import { NumberPad } from '@/ui/forms/number-pad';
import { pressKey } from '@/ui/forms/number-text';
import { Stepper } from '@/ui/forms/stepper';
import { CustomerHazards } from '@/widgets/customer-hazards';
import { PhotoField } from '@/widgets/photos/photo-field';
import { AnsweredQuestion } from './answered-question';
import { WorkDate } from './customer-step';
import { KeepTaskField, RateField, UnitField } from './price-fields';

type Panel = 'times' | 'price' | 'note' | 'photo';

/** Third question on the phone: the quantity. Uses its own number pad, so that the value stays visible. */
export function QuantityStep({ job, price, choice: { step } }: Pick<WorkEntry, 'job' | 'price' | 'choice'>) {
  const { form, text, rules, preview, lists } = job;
  const { seesRates } = job.account.settings;
  const unit = text.chargeableUnit;
  const { errors } = form.formState;
  const fixed = unit === 'fixed';
  const [open, setOpen] = useState<Panel | null>(text.startTime ? 'times' : null);
  // For a fixed price the price is the answer, so its panel is the default.
  const panel = open ?? panelWithError(errors) ?? (fixed && seesRates ? 'price' : null);
  const last = lastJob(lists.recent, step.customer, step.taskName);
  const date = text.workDate || rules.today;
  const setQuantity = (quantity: string) =>
    form.setValue('quantity', quantity, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const chip = (id: Panel, label: string, Icon: typeof Clock) => (
    <Chip
      pressed={panel === id}
      aria-expanded={panel === id}
      className="flex-1 justify-center"
      onClick={() => setOpen(panel === id ? null : id)}
    >
      <Icon aria-hidden="true" />
      {label}
    </Chip>
  );
  return (
    <>
      <AnsweredQuestion
        above={date === rules.today ? `Today, ${formatDate(date)}` : dayWord(date, rules.today)}
        title={`${step.customer}, ${taskWord(step.taskName)}`}
        to={`/add-work?${new URLSearchParams({ customer: step.customer })}`}
      />
      <CustomerHazards name={step.customer} />
      {errors.workDate && <WorkDate job={job} />}
      {fixed ? (
        <h2 className="question">{seesRates ? quantityQuestion(unit) : 'One job at a fixed price'}</h2>
      ) : (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 className="question">{quantityQuestion(unit)}</h2>
            {last?.quantity != null && last.chargeableUnit === unit && (
              <span className="figure text-2 text-muted">{lastTimeWords(last.quantity, unit)}</span>
            )}
          </div>
          <Stepper
            label={quantityLabel(unit)}
            hideLabel
            size="xl"
            inputMode={panel === null ? 'none' : 'decimal'}
            value={preview.fromTimes && preview.shift?.ok ? formatDuration(preview.shift.minutes) : text.quantity}
            onChange={preview.fromTimes ? undefined : setQuantity}
            onStep={(delta) => {
              const next = stepQuantity(preview.quantity, unit, delta);
              setQuantity(next === null ? '' : toInputText(next));
            }}
            unit={preview.fromTimes ? 'from the times' : unitOf(unit).plural}
            hint={echoWords(text.quantity, unit)}
            error={errors.quantity?.message}
          />
          {panel === null && (
            <NumberPad label="Keys" className="flex-1" onKey={(key) => setQuantity(pressKey(text.quantity, key))} />
          )}
        </>
      )}
      <KeepTaskField job={job} price={price} brief />
      <div className="flex gap-2">
        {chip('times', 'Times', Clock)}
        {chip('price', seesRates ? 'Price' : 'Unit', ReceiptText)}
        {chip('note', 'Note', StickyNote)}
        {chip('photo', 'Photo', Camera)}
      </div>
      <MoreRow job={job} />
      {panel === 'times' && <TimesFields form={form} text={text} rules={rules} shift={preview.shift} />}
      {panel === 'price' && (
        <div className="grid grid-cols-2 gap-3">
          <UnitField form={form} unit={unit} />
          <RateField job={job} price={price} />
        </div>
      )}
      {panel === 'note' && <WordsFields form={form} />}
      {panel === 'photo' && <PhotoField key={job.id} parent={job.id} />}
    </>
  );
}

/** The description for the invoice, and an internal note. */
export function WordsFields({ form }: { form: WorkForm }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="Description"
        optional
        hint="Printed on the invoice."
        error={errors.taskDescription?.message}
        {...form.register('taskDescription')}
      />
      <TextAreaField
        label="Note"
        optional
        hint="For you and the office, not on the invoice."
        error={errors.notes?.message}
        {...form.register('notes')}
      />
    </>
  );
}

/** The panel with the first invalid field; it opens unless another panel is open. */
function panelWithError(errors: WorkForm['formState']['errors']): Panel | null {
  if (errors.startTime ?? errors.finishTime ?? errors.breaks) return 'times';
  if (errors.rate ?? errors.chargeableUnit) return 'price';
  return (errors.notes ?? errors.taskDescription) ? 'note' : null;
}
