import { CalendarDays, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { addDays, formatDate } from '@/domain/core/time';
import { isDeviceClockReset } from '@/features/works/form/work-fields';
import { Chip } from '@/ui/forms/chip';
import { DateField } from '@/ui/forms/field';

/** Today, yesterday or another date. An empty value means today, also after midnight. */
export function DateChips({
  value,
  today,
  error,
  onChange,
}: {
  value: string;
  today: string;
  error: string | undefined;
  onChange: (date: string) => void;
}) {
  const yesterday = addDays(today, -1);
  const other = value !== '' && value !== today && value !== yesterday;
  const [open, setOpen] = useState(false);
  const shown = open || other || error !== undefined;
  const choose = (date: string) => {
    setOpen(false);
    onChange(date);
  };
  const openOther = () => {
    setOpen(true);
    onChange(value || today);
  };
  return (
    <div className="grid gap-2">
      <fieldset className="date-chips chips chips-scroll" aria-label="Date of the work">
        <Chip pressed={!shown && value !== yesterday} onClick={() => choose(today)}>
          <CalendarDays aria-hidden="true" />
          Today, {formatDate(today)}
        </Chip>
        <Chip pressed={!shown && value === yesterday} onClick={() => choose(yesterday)}>
          Yesterday
        </Chip>
        <Chip
          pressed={shown}
          aria-expanded={shown}
          aria-label="Other date"
          onClick={() => (shown ? choose(today) : openOther())}
        >
          <Ellipsis aria-hidden="true" />
        </Chip>
      </fieldset>
      {shown && (
        <DateField
          label="Date of the work"
          hideLabel
          name="workDate"
          value={value}
          hint={value === '' ? 'Without a date it counts for today.' : undefined}
          max={isDeviceClockReset(today) ? undefined : addDays(today, 1)}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
