import type { Zone } from '@/domain/core/time';
import { DateField, FieldError, TimeField } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { isAmbiguous, skippedTimeWords, type LocalTime } from './local-time';

const OCCURRENCES = [
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
] as const;

/** A date and time in the farm's time zone. For a time that occurs twice when the clocks go back it asks which one. */
export function LocalTimeFields({
  label,
  value,
  zone,
  error,
  onChange,
}: {
  /** "Start", "Finish". */
  label: string;
  value: LocalTime;
  zone: Zone;
  error?: string | undefined;
  onChange: (localTime: LocalTime) => void;
}) {
  const skippedWords = skippedTimeWords(value, zone);
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        <DateField
          label={`${label}, date`}
          value={value.date}
          onChange={({ target }) => onChange({ ...value, date: target.value })}
        />
        <TimeField
          label={`${label}, time`}
          value={value.time}
          hint={skippedWords ?? undefined}
          onChange={({ target }) => onChange({ ...value, time: target.value })}
        />
      </div>
      {isAmbiguous(value, zone) && (
        <Segmented
          label={`${label}: ${value.time} came twice that night. Before or after the clocks went back?`}
          showLabel
          options={OCCURRENCES}
          value={value.isSecondOccurrence ? 'after' : 'before'}
          onChange={(side) => onChange({ ...value, isSecondOccurrence: side === 'after' })}
        />
      )}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
