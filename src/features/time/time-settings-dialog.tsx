import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveTimeSettings, type TimeSettings, type WorkingTime } from '@/data/time/time';
import { WORKING_TIME } from '@/domain/hours/working-time';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { DateField, TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import type { Sheet } from './use-sheet';

/** Hours such as "39" or "39.5" as minutes; null if empty, undefined if it is not a number of hours up to `max`. */
function minutesOf(text: string, max: number): number | null | undefined {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  const hours = /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return hours <= max ? Math.round(hours * 60) : undefined;
}
const hoursOf = (minutes: number | null) => (minutes === null ? '' : String(Math.round((minutes / 60) * 100) / 100));

/** Overtime thresholds of the farm, the day up to which hours are locked, and working time rules per person. */
export function TimeSettingsDialog({
  settings,
  sheet: { people, workingTime },
  onClose,
}: {
  settings: TimeSettings;
  sheet: Sheet;
  onClose: () => void;
}) {
  const { ownerId } = useAccount();
  const save = useMutation(saveTimeSettings);
  const [dayHours, setDayHours] = useState(hoursOf(settings.afterDayMin));
  const [weekHours, setWeekHours] = useState(hoursOf(settings.afterWeekMin));
  const [lockedUntil, setLockedUntil] = useState(settings.lockedUntil ?? '');
  const [changedPeople, setChangedPeople] = useState<Record<string, WorkingTime>>({});
  const [afterDayMin, afterWeekMin] = [minutesOf(dayHours, 24), minutesOf(weekHours, 168)];
  const hoursError = 'Enter hours like 39 or 8.5.';
  const employees = workingTime.filter(({ id }) => id !== ownerId).map((one) => changedPeople[one.id] ?? one);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Time settings"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="main"
            busy={save.isPending}
            busyText="Saving..."
            onClick={() => {
              if (afterDayMin === undefined || afterWeekMin === undefined) return;
              const next = { afterDayMin, afterWeekMin, lockedUntil: lockedUntil === '' ? null : lockedUntil };
              save.mutate({ ownerId, settings: next, people: Object.values(changedPeople) }, { onSuccess: onClose });
            }}
          >
            Save settings
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Overtime after hours a day"
            optional
            inputMode="decimal"
            value={dayHours}
            error={afterDayMin === undefined ? hoursError : undefined}
            onChange={({ target }) => setDayHours(target.value)}
          />
          <TextField
            label="Overtime after hours a week"
            optional
            inputMode="decimal"
            value={weekHours}
            error={afterWeekMin === undefined ? hoursError : undefined}
            onChange={({ target }) => setWeekHours(target.value)}
          />
        </div>
        <p className="hint">None is assumed. Enter what your agreements say, and check them with your adviser.</p>
        <DateField
          label="Hours are locked up to"
          optional
          value={lockedUntil}
          hint="Nobody changes hours of this day or before it."
          onChange={({ target }) => setLockedUntil(target.value)}
        />
        {employees.map((one) => (
          <Person
            key={one.id}
            name={people.find(({ id }) => id === one.id)?.name ?? ''}
            rules={one}
            onChange={(next) => setChangedPeople({ ...changedPeople, [one.id]: next })}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Person({
  name,
  rules,
  onChange,
}: {
  name: string;
  rules: WorkingTime;
  onChange: (next: WorkingTime) => void;
}) {
  const { averageWeekMin, mayOptOut } = WORKING_TIME[useAccount().settings.region];
  return (
    <fieldset className="grid gap-3">
      <legend className="legend mb-1">{name}</legend>
      <DateField
        label="Turns 18 on"
        optional
        value={rules.turns18On ?? ''}
        hint="Until then the rules for young people are told."
        onChange={({ target }) => onChange({ ...rules, turns18On: target.value || null })}
      />
      {mayOptOut && (
        <CheckField
          label={`Has agreed to more than ${averageWeekMin / 60} h a week`}
          hint="The average is not told then. Keep the signed agreement."
          checked={rules.optedOut}
          onChange={({ target }) => onChange({ ...rules, optedOut: target.checked })}
        />
      )}
    </fieldset>
  );
}
