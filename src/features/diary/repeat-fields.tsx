import { useWatch } from 'react-hook-form';
import { REPEATS } from '@/domain/diary/diary-event';
import { hasWeekdays, REPEAT_WORDS, repeatDates, repetitionWords, weekdaysOf } from '@/domain/diary/repeat';
import { DateField, SelectField } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { WeekdayChips } from '@/ui/forms/weekday-chips';
import type { PlanForm } from './plan-fields';
import { repetitionOf, untilProblem, type PlanText } from './plan-schema';

export const RepeatOptions = () =>
  REPEATS.map((every) => (
    <option key={every} value={every}>
      {REPEAT_WORDS[every]}
    </option>
  ));

/** The days of the week on which an event repeats. */
export const WeekdayField = ({
  chosen,
  onChange,
}: {
  chosen: readonly number[];
  onChange: (weekdays: number[]) => void;
}) => (
  <fieldset className="field">
    <legend className="legend mb-1">On</legend>
    <WeekdayChips value={chosen} onChange={onChange} />
  </fieldset>
);

/** Whether an event repeats, how often and until when, and the days that follow from it in words. */
export function RepeatFields({ form }: { form: PlanForm }) {
  const { isSubmitted } = form.formState;
  const text = useWatch({ control: form.control, compute: (values: PlanText) => values });
  const repetition = repetitionOf(text);
  const problem = untilProblem(text);
  const words = repetition && repetitionWords(repetition, repeatDates(repetition), text.kind);
  const chosen = weekdaysOf({ weekdays: text.weekdays, from: text.startDate });
  return (
    <>
      <SelectField label="Repeat" {...form.register('every')}>
        <option value="never">Does not repeat</option>
        <RepeatOptions />
      </SelectField>
      {hasWeekdays(text.every) && (
        <WeekdayField
          chosen={chosen}
          onChange={(weekdays) =>
            form.setValue('weekdays', weekdays, { shouldDirty: true, shouldValidate: isSubmitted })
          }
        />
      )}
      {text.every !== 'never' && (
        <DateField
          label="Repeat until"
          error={(isSubmitted && problem) || undefined}
          hint={problem ?? words ?? undefined}
          {...form.register('until')}
        />
      )}
    </>
  );
}

/** The part of a repetition that a change applies to. */
export type Part = 'this' | 'later';

export function PartField({ label, value, onChange }: { label: string; value: Part; onChange: (part: Part) => void }) {
  return (
    <div className="grid gap-2">
      <Segmented
        label={label}
        showLabel
        options={[
          { value: 'this', label: 'Only this one' },
          { value: 'later', label: 'This and those after it' },
        ]}
        value={value}
        onChange={onChange}
      />
      {value === 'later' && <p className="hint">Those that are begun, done or cancelled stay as they are.</p>}
    </div>
  );
}
