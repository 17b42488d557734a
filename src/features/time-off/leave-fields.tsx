import { FieldError, TextField } from '@/ui/forms/field';
import { WeekdayChips } from '@/ui/forms/weekday-chips';

/** "28", "22.5" or "22½" as days; null if empty, undefined if it is no number of whole or half days up to 366. */
export function daysOf(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.').replace('½', '.5');
  if (plain === '') return null;
  const days = /^(\d{1,3}(\.[05])?|\.5)$/.test(plain) ? Number(plain) : Number.NaN;
  return days <= 366 ? days : undefined;
}

export const textOfDays = (days: number | null): string => (days === null ? '' : String(days));

const DAYS_ERROR = 'Enter days like 28 or 22.5.';
const WORK_DAYS_ERROR = 'Choose at least one day.';

export function DaysField({
  value,
  hint,
  onChange,
}: {
  value: string;
  hint: string;
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      label="Days of holiday a year"
      optional
      inputMode="decimal"
      autoComplete="off"
      value={value}
      hint={hint}
      error={daysOf(value) === undefined ? DAYS_ERROR : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The days of the week on which a holiday counts. */
export function WorkDaysField({
  value,
  onChange,
}: {
  value: readonly number[];
  onChange: (value: readonly number[]) => void;
}) {
  return (
    <fieldset className="field">
      <legend className="legend mb-1">Working days</legend>
      <WeekdayChips value={value} onChange={onChange} />
      {value.length === 0 ? (
        <FieldError>{WORK_DAYS_ERROR}</FieldError>
      ) : (
        <p className="hint">Only these days are counted. A bank holiday on one of them counts too.</p>
      )}
    </fieldset>
  );
}
