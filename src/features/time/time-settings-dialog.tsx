import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveTimeSettings, type TimeSettings } from '@/data/time';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { DateField, TextField } from '@/ui/field';

/** "39", "39.5" or nothing, as minutes; undefined for what is no number of hours up to `most`. */
function minutesOf(text: string, most: number): number | null | undefined {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  const hours = /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return hours <= most ? Math.round(hours * 60) : undefined;
}
const hoursOf = (minutes: number | null) => (minutes === null ? '' : String(Math.round((minutes / 60) * 100) / 100));

/** What counts as overtime on this farm, and up to which day hours are closed. */
export function TimeSettingsDialog({ settings, onClose }: { settings: TimeSettings; onClose: () => void }) {
  const { ownerId } = useAccount();
  const save = useMutation(saveTimeSettings);
  const [day, setDay] = useState(hoursOf(settings.afterDayMin));
  const [week, setWeek] = useState(hoursOf(settings.afterWeekMin));
  const [locked, setLocked] = useState(settings.lockedUntil ?? '');
  const [afterDayMin, afterWeekMin] = [minutesOf(day, 24), minutesOf(week, 168)];
  const wrong = 'Enter hours like 39 or 8.5.';
  return (
    <Dialog
      open
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
              const next = { afterDayMin, afterWeekMin, lockedUntil: locked === '' ? null : locked };
              save.mutate({ ownerId, settings: next }, { onSuccess: onClose });
            }}
          >
            Save settings
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextField
          label="Overtime after hours a day"
          optional
          inputMode="decimal"
          value={day}
          error={afterDayMin === undefined ? wrong : undefined}
          onChange={({ target }) => setDay(target.value)}
        />
        <TextField
          label="Overtime after hours a week"
          optional
          inputMode="decimal"
          value={week}
          hint="None is assumed. Enter what your agreements say, and check them with your adviser."
          error={afterWeekMin === undefined ? wrong : undefined}
          onChange={({ target }) => setWeek(target.value)}
        />
        <DateField
          label="Hours are locked up to"
          optional
          value={locked}
          hint="Nobody changes hours of this day or before it."
          onChange={({ target }) => setLocked(target.value)}
        />
      </div>
    </Dialog>
  );
}
