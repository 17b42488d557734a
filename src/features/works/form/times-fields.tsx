import type { UseFormRegisterReturn } from 'react-hook-form';
import { addDays, formatDate, isRepeated } from '@/domain/core/time';
import type { WorkMinutes } from '@/domain/core/time';
import { shiftWords } from '@/domain/works/job-words';
import type { Times, WorkRules } from '@/domain/works/work-rules';
import { TimeField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';

const OCCURRENCES = [
  { value: 'first', label: 'Before the clocks went back' },
  { value: 'second', label: 'After the clocks went back' },
] as const;

type TimesForm = {
  register: (name: 'startTime' | 'finishTime' | 'breaks') => UseFormRegisterReturn;
  setValue: (name: 'startSecond' | 'finishSecond', isSecondOccurrence: boolean, how: { shouldDirty: true }) => void;
  formState: { errors: Partial<Record<'startTime' | 'finishTime' | 'breaks', { message?: string | undefined }>> };
};

/** Start, finish and breaks, with the resulting duration, and questions for nights when the clocks change. */
export function TimesFields({
  form,
  text,
  rules,
  shift,
}: {
  form: TimesForm;
  text: Times;
  rules: WorkRules;
  shift: WorkMinutes | null;
}) {
  const { errors } = form.formState;
  const date = text.workDate || rules.today;
  const finishDate = shift?.ok && shift.nextDay ? addDays(date, 1) : date;
  const isStartRepeated = text.startTime !== '' && isRepeated(date, text.startTime, rules.zone);
  // If the finish is before the start in the repeated hour, it can only be the second occurrence: no need to ask.
  const isFinishRepeated =
    text.finishTime !== '' &&
    isRepeated(finishDate, text.finishTime, rules.zone) &&
    (finishDate !== date || text.finishTime > text.startTime);
  return (
    <fieldset className="grid gap-3" aria-label="Times">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 nav:gap-4">
        <TimeField label="Start" error={errors.startTime?.message} {...form.register('startTime')} />
        <TimeField label="Finish" error={errors.finishTime?.message} {...form.register('finishTime')} />
        <NumberField
          label="Breaks"
          after="min"
          inputMode="numeric"
          fieldClass="col-span-2 sm:col-span-1"
          error={errors.breaks?.message}
          {...form.register('breaks')}
        />
      </div>
      {isStartRepeated && (
        <OccurrenceChoice
          time={text.startTime}
          isSecondOccurrence={text.startSecond}
          onChange={(isSecondOccurrence) => form.setValue('startSecond', isSecondOccurrence, { shouldDirty: true })}
        />
      )}
      {isFinishRepeated && (
        <OccurrenceChoice
          time={text.finishTime}
          isSecondOccurrence={text.finishSecond}
          onChange={(isSecondOccurrence) => form.setValue('finishSecond', isSecondOccurrence, { shouldDirty: true })}
        />
      )}
      {shift?.ok && (
        <output className="hint">
          <b className="text-text">{shiftWords(shift, text)}</b>
          {shift.nextDay && ` (${formatDate(finishDate)})`}
          {shift.movedStart && ` ${text.startTime} did not exist that night; using ${shift.movedStart}.`}
          {shift.movedFinish && ` ${text.finishTime} did not exist that night; using ${shift.movedFinish}.`}
        </output>
      )}
    </fieldset>
  );
}

function OccurrenceChoice({
  time,
  isSecondOccurrence,
  onChange,
}: {
  time: string;
  isSecondOccurrence: boolean;
  onChange: (isSecondOccurrence: boolean) => void;
}) {
  return (
    <Segmented
      label={`The clocks showed ${time} twice that night. Which one?`}
      showLabel
      options={OCCURRENCES}
      value={isSecondOccurrence ? 'second' : 'first'}
      onChange={(pass) => onChange(pass === 'second')}
    />
  );
}
