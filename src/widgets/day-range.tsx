import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { addDays } from '@/domain/core/time';
import { MAX_EVENT_DAYS } from '@/domain/diary/diary-event';
import { DateField } from '@/ui/forms/field';

type Days = { startDate: string; endDate: string };

export const TOO_MANY_DAYS = 'That is too long (366 days at most).';
export const isShortEnough = ({ startDate, endDate }: Days): boolean => endDate < addDays(startDate, MAX_EVENT_DAYS);

/** The first and last day of something in the diary. `shown` is the first day before it was changed. */
export function DayRangeFields<Text extends FieldValues & Days>({
  form,
  shown,
}: {
  form: UseFormReturn<Text, unknown, unknown>;
  shown: string;
}) {
  const [first, last] = ['startDate' as Path<Text>, 'endDate' as Path<Text>];
  const error = (name: Path<Text>) => form.getFieldState(name, form.formState).error?.message;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DateField
        label="First day"
        error={error(first)}
        {...form.register(first, {
          onChange: () => {
            const { startDate, endDate } = form.getValues();
            const wasOneDay = endDate === shown;
            // Keep the last day on or after the first day, and one day as one day.
            if (endDate < startDate || (wasOneDay && startDate !== ''))
              form.setValue(last, startDate as PathValue<Text, Path<Text>>);
          },
        })}
      />
      <DateField label="Last day" error={error(last)} {...form.register(last)} />
    </div>
  );
}
