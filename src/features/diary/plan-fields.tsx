import { useWatch, type UseFormReturn } from 'react-hook-form';
import { ABSENCE_WORDS, ABSENCES, KIND_WORDS, KINDS } from '@/domain/diary/diary-event';
import { CheckField } from '@/ui/forms/check-field';
import { Chip } from '@/ui/forms/chip';
import { FieldError, TextAreaField, TextField, TimeField } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { DayRangeFields } from '@/widgets/day-range';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { TaskSelect } from '@/widgets/pickers/task-select';
import type { Plan, PlanText } from './plan-schema';
import { RepeatFields } from './repeat-fields';
import type { DiaryPerson } from './use-people';

export type PlanForm = UseFormReturn<PlanText, unknown, Plan>;

/** The form fields of a planned event: what, when and for whom. */
export function PlanFields({
  form,
  people,
  fixedKind,
}: {
  form: PlanForm;
  people: readonly DiaryPerson[];
  /** The kind of an existing event can't be changed. */
  fixedKind: boolean;
}) {
  const { errors, isSubmitted } = form.formState;
  const text = useWatch({ control: form.control, compute: (values: PlanText) => values });
  const touched = { shouldDirty: true, shouldValidate: isSubmitted };
  const absence = text.kind === 'absence';
  return (
    <>
      {!fixedKind && (
        <Segmented
          label="What is it?"
          options={KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
          value={text.kind}
          onChange={(kind) => form.setValue('kind', kind, touched)}
        />
      )}
      {absence ? (
        <Segmented
          label="Why"
          showLabel
          options={ABSENCES.map((type) => ({ value: type, label: ABSENCE_WORDS[type] }))}
          value={text.absenceType || 'holiday'}
          onChange={(type) => form.setValue('absenceType', type, touched)}
        />
      ) : (
        <>
          <TaskSelect
            label="Task"
            value={text.taskName}
            error={errors.taskName?.message}
            onChange={(name) => form.setValue('taskName', name, touched)}
          />
          <CustomerSelect
            label="Customer"
            value={text.customer}
            error={errors.customer?.message}
            onChange={(name) => form.setValue('customer', name, touched)}
          />
        </>
      )}
      <TextField
        label="Title"
        optional
        autoComplete="off"
        hint={absence ? undefined : 'Left empty, the task and the customer are shown.'}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <DayRangeFields form={form} shown={text.startDate} />
      <CheckField label="All day" {...form.register('allDay')} />
      {!text.allDay && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TimeField label="Start" error={errors.startTime?.message} {...form.register('startTime')} />
          <TimeField label="Finish" optional error={errors.endTime?.message} {...form.register('endTime')} />
        </div>
      )}
      {!fixedKind && !absence && <RepeatFields form={form} />}
      <fieldset className="field">
        <legend className="legend mb-1">{absence ? 'Who is away' : 'Who goes'}</legend>
        <div className="flex flex-wrap gap-2">
          {people.map(({ id, name }) => {
            const chosen = text.assignedTo.includes(id);
            return (
              <Chip
                key={id}
                pressed={chosen}
                onClick={() =>
                  form.setValue(
                    'assignedTo',
                    chosen ? text.assignedTo.filter((one) => one !== id) : [...text.assignedTo, id],
                    touched,
                  )
                }
              >
                {name}
              </Chip>
            );
          })}
        </div>
        {errors.assignedTo?.message ? (
          <FieldError>{errors.assignedTo.message}</FieldError>
        ) : (
          !absence && <p className="hint">Without a name everybody sees it.</p>
        )}
      </fieldset>
      <TextAreaField
        label="Note"
        optional
        rows={3}
        hint="Gate codes, hazards."
        error={errors.notes?.message}
        {...form.register('notes')}
      />
    </>
  );
}
