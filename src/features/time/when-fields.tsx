import type { Zone } from '@/domain/core/time';
import { DateField, FieldError, TimeField } from '@/ui/forms/field';
import { Segmented } from '@/ui/forms/segmented';
import { comesTwice, movedWords, type When } from './when';

const SIDES = [
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
] as const;

/** A date and time in the farm's time zone. For a time that occurs twice when the clocks go back it asks which one. */
export function WhenFields({
  label,
  value,
  zone,
  error,
  onChange,
}: {
  /** "Start", "Finish". */
  label: string;
  value: When;
  zone: Zone;
  error?: string | undefined;
  onChange: (when: When) => void;
}) {
  const moved = movedWords(value, zone);
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
          hint={moved ?? undefined}
          onChange={({ target }) => onChange({ ...value, time: target.value })}
        />
      </div>
      {comesTwice(value, zone) && (
        <Segmented
          label={`${label}: ${value.time} came twice that night. Before or after the clocks went back?`}
          showLabel
          options={SIDES}
          value={value.second ? 'after' : 'before'}
          onChange={(side) => onChange({ ...value, second: side === 'after' })}
        />
      )}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
