import { useState } from 'react';
import { formatDuration } from '@/domain/core/time';
import { overlapWords, timesProblem, wholeMinutes, type Shift } from '@/domain/hours/shift';
import { useAccount } from '@/session/account';
import { FormDialog } from '@/ui/popups/form-dialog';
import { instantIn, localTimeOf } from './local-time';
import { LocalTimeFields } from './local-time-fields';

const DAY_MIN = 24 * 60;

/**
 * "Forgot? Set a time": clocks in or out at an earlier time. A start may be at most 24 hours ago, a finish at most 24
 * hours after the start.
 */
export function SetTimeDialog({
  shift,
  others,
  now,
  busy,
  onClose,
  onSet,
}: {
  /** The running shift to finish; null to start one. */
  shift: Shift | null;
  others: readonly Shift[];
  now: Date;
  busy: boolean;
  onClose: () => void;
  onSet: (at: string) => void;
}) {
  const { zone } = useAccount().settings;
  const isOverOneDay = shift !== null && wholeMinutes(shift.clockInAt, now.toISOString()) >= DAY_MIN;
  // For a clock that has run for more than a day, the date is filled in but not the time.
  const [localTime, setLocalTime] = useState(() =>
    isOverOneDay
      ? { ...localTimeOf(shift.clockInAt, zone), time: '', isSecondOccurrence: false }
      : localTimeOf(now.toISOString(), zone),
  );
  const [tried, setTried] = useState(false);
  const at = instantIn(localTime, zone);
  const overlap = at === null ? null : overlapWords(resultingShift(at), others, zone);
  const problem = at === null ? 'Enter a date and a time.' : problemAt(at);
  /** The shift that results. A new one that starts in the past ends now for the overlap check; it is not open-ended. */
  function resultingShift(instant: string) {
    if (shift) return { ...shift, clockOutAt: instant, breaks: [] };
    const past = Date.parse(instant) < now.getTime();
    return { id: '', clockInAt: instant, clockOutAt: past ? now.toISOString() : null, manualBreakMin: null };
  }
  function problemAt(instant: string): string | null {
    if (!shift && Date.parse(instant) > now.getTime()) return timesProblem(resultingShift(instant), [], { now, zone });
    if (!shift && wholeMinutes(instant, now.toISOString()) > DAY_MIN)
      return 'More than 24 hours ago. Add it in the time diary.';
    return timesProblem(resultingShift(instant), others, { now, zone });
  }
  const title = shift ? 'When did you finish?' : 'When did you start?';
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      clash={overlap}
      verb={shift ? 'Clock Out' : 'Clock In'}
      busy={busy}
      onSubmit={() => {
        setTried(true);
        if (at !== null && problem === null) onSet(at);
      }}
    >
      <LocalTimeFields
        label={shift ? 'Finish' : 'Start'}
        value={localTime}
        zone={zone}
        error={tried && problem !== overlap ? (problem ?? undefined) : undefined}
        onChange={setLocalTime}
      />
      {shift && at !== null && problem === null && (
        <p className="text-muted">{formatDuration(wholeMinutes(shift.clockInAt, at))} in all, breaks included.</p>
      )}
    </FormDialog>
  );
}
