import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { timeSettingsQuery } from '@/data/time/time';
import { formatDuration } from '@/domain/core/time';
import { overlapWords, shiftMinutes, timesProblem } from '@/domain/hours/shift';
import { TIME, type TimeEntry } from '@/records/time';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { TextAreaField, TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import { History } from '@/widgets/history/history';
import type { ShownShift } from '@/widgets/hours/own-shifts';
import { EntryProblem } from '@/widgets/unsent/entry-problem';
import { LogWork } from './log-work-link';
import { closedWords } from './state-words';
import { deleteShift, insertShift, updateShift, saveTime, saveTimeDeletion } from './time-entries';
import { useFarmClock } from './use-clock';
import { finishAfter, instantIn, localTimeOf } from './local-time';
import { LocalTimeFields } from './local-time-fields';

/** Dialog to add a shift or to correct one. */
export function ShiftDialog({
  shift,
  date,
  others,
  onClose,
}: {
  /** Null to add a shift on `date`. */
  shift: ShownShift | null;
  date: string;
  /** Shifts of the same person; overlaps are not allowed. */
  others: readonly TimeEntry[];
  onClose: () => void;
}) {
  const account = useAccount();
  const { userId, settings } = account;
  const { zone } = settings;
  const { now, skewS } = useFarmClock();
  const currentRow = shift?.row ?? null;
  // Changes are compared with the row as it was when the dialog opened: the person has not seen later updates.
  const [row] = useState(currentRow);
  const { data: timeSettings } = useQuery(timeSettingsQuery(account.ownerId));
  const closedReason = currentRow && closedWords(currentRow, account, timeSettings?.lockedUntil ?? null);
  const canEdit = account.canWrite && !closedReason;
  const save = useMutation(saveTime);
  const remove = useMutation(saveTimeDeletion);
  const [id] = useState(() => row?.id ?? crypto.randomUUID());
  const [start, setStart] = useState(() =>
    row ? localTimeOf(row.clockInAt, zone) : { date, time: '', isSecondOccurrence: false },
  );
  const [finish, setFinish] = useState(() =>
    row?.clockOutAt
      ? localTimeOf(row.clockOutAt, zone)
      : { date: row?.workDate ?? date, time: '', isSecondOccurrence: false },
  );
  const changeStart = (next: typeof start) => {
    setStart(next);
    // If the shift started and finished on the same day, move the finish to the new day too.
    if (next.date !== '' && finish.date === start.date) setFinish({ ...finish, date: next.date });
  };
  const end = finishAfter(start, finish, zone);
  const changeFinish = (next: typeof finish) =>
    // A date that only followed the times keeps following them.
    setFinish(next.date === end.date ? { ...next, date: finish.date } : next);
  const unpaid = row?.clockOutAt ? shiftMinutes(row, now).unpaid : 0;
  const [breaks, setBreaks] = useState(String(unpaid));
  const [activity, setActivity] = useState(row?.activity ?? 'General');
  const [customer, setCustomer] = useState(row?.customer ?? '');
  const [note, setNote] = useState(row?.note ?? '');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);

  const isOwn = row === null || row.employeeId === userId;
  const needsReason = row !== null && (!isOwn || row.status === 'submitted');
  const [from, to] = [instantIn(start, zone), instantIn(end, zone)];
  const breakMinutes = /^\d{1,4}$/.test(breaks.trim() || '0') ? Number(breaks.trim() || '0') : null;
  const times =
    from === null || to === null
      ? null
      : {
          // Keep the original seconds if the minute was not changed.
          clockInAt: row && isSameMinute(row.clockInAt, from) ? row.clockInAt : from,
          clockOutAt: row?.clockOutAt && isSameMinute(row.clockOutAt, to) ? row.clockOutAt : to,
          manualBreakMin: row && breakMinutes === unpaid ? row.manualBreakMin : breakMinutes,
        };
  const problem =
    times === null
      ? 'Enter the start and the finish.'
      : breakMinutes === null
        ? 'Enter the breaks in minutes, like 30.'
        : (timesProblem({ id, ...times }, others, { now, zone }) ??
          (needsReason && reason.trim() === '' ? 'Say why it is changed.' : null));

  // An overlap is shown while typing, all other errors after pressing the button.
  const inOrder = times !== null && Date.parse(times.clockInAt) < Date.parse(times.clockOutAt);
  const overlap = canEdit && inOrder ? overlapWords({ id, ...times }, others, zone) : null;

  const tooLong = {
    activity: tooLongError(activity, 80),
    customer: tooLongError(customer, 120),
    note: tooLongError(note, 1000),
    reason: tooLongError(reason, 300),
  };

  const submit = () => {
    setTried(true);
    if (problem !== null || times === null || Object.values(tooLong).some(Boolean)) return;
    const fields = {
      ...times,
      breaks: row?.breaks ?? [],
      activity: activity.trim() || 'General',
      customer: customer.trim() || null,
      note: note.trim() || null,
    };
    const entry = row
      ? updateShift(account, row, fields, needsReason ? reason.trim() : undefined)
      : insertShift(account, id, fields, 'manual', skewS);
    if (entry) save.mutate([entry], { onSuccess: onClose });
    else onClose();
  };
  const worked = times && problem === null ? shiftMinutes({ ...times, breaks: row?.breaks ?? [] }, now) : null;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={!row ? 'Add time' : canEdit ? 'Correct a shift' : 'Shift'}
      clash={tried ? (problem ?? overlap) : overlap}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {canEdit && (
            <Button variant="main" busy={save.isPending} busyText="Saving..." onClick={submit}>
              {row ? 'Save changes' : 'Add time'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 pt-3">
        <EntryProblem id={id} />
        {closedReason && <Banner tone="note">{closedReason}</Banner>}
        {currentRow?.queryNote && <Banner tone="warn">{currentRow.queryNote}</Banner>}
        <fieldset disabled={!canEdit} className="grid gap-4">
          <LocalTimeFields label="Start" value={start} zone={zone} onChange={changeStart} />
          <LocalTimeFields label="Finish" value={end} zone={zone} onChange={changeFinish} />
          <TextField
            label="Breaks, unpaid minutes"
            inputMode="numeric"
            value={breaks}
            onChange={({ target }) => setBreaks(target.value)}
          />
          {worked && (
            <p className="text-muted">
              {formatDuration(worked.paid)} paid, {formatDuration(worked.gross)} from start to finish.
            </p>
          )}
          <TextField
            label="Job"
            value={activity}
            error={tooLong.activity}
            onChange={({ target }) => setActivity(target.value)}
          />
          <TextField
            label="Customer"
            optional
            value={customer}
            error={tooLong.customer}
            onChange={({ target }) => setCustomer(target.value)}
          />
          <TextAreaField
            label="Note"
            optional
            rows={2}
            value={note}
            error={tooLong.note}
            onChange={({ target }) => setNote(target.value)}
          />
        </fieldset>
        {canEdit && needsReason && (
          <TextField
            label="Why is it changed?"
            hint="It stands in the history beside the old times."
            value={reason}
            error={tooLong.reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {currentRow && <LogWork shift={currentRow} />}
        {row && row.createdAt !== '' && (
          <History of={TIME} id={row.id} name={activity} createdBy={row.createdByName} createdAt={row.createdAt} />
        )}
        {row && canEdit && (
          <div className="-mx-quiet">
            <Button
              variant="quiet"
              className="text-danger"
              busy={remove.isPending}
              busyText="Deleting..."
              onClick={() => remove.mutate([deleteShift(account, row)], { onSuccess: onClose })}
            >
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The error for a text longer than its column; checked while typing, so that nothing is cut off. */
const tooLongError = (text: string, max: number) =>
  text.trim().length > max ? `Too long: ${max.toLocaleString('en-GB')} characters at most.` : undefined;

const minuteOf = (instant: string) => Math.floor(Date.parse(instant) / 60_000);
const isSameMinute = (a: string, b: string) => minuteOf(a) === minuteOf(b);
