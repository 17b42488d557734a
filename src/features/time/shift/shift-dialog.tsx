import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeSettingsQuery } from '@/data/time/time';
import { formatDuration } from '@/domain/core/time';
import { TIME, type TimeEntry } from '@/records/time';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { TextAreaField, TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import { History } from '@/widgets/history/history';
import type { ShownShift } from '@/widgets/hours/own-shifts';
import { EntryProblem } from '@/widgets/unsent/entry-problem';
import { LogWork } from '@/features/time/log-work-link';
import { closedWords } from '@/features/time/state-words';
import { LocalTimeFields } from './local-time-fields';
import { deleteShift, saveTime, saveTimeDeletion } from '@/features/time/time-entries';
import { DeleteButton } from '@/ui/forms/delete-entry';
import { useShiftForm } from './use-shift-form';

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
  const { zone } = account.settings;
  const currentRow = shift?.row ?? null;
  // Changes are compared with the row as it was when the dialog opened: the person has not seen later updates.
  const [row] = useState(currentRow);
  const { data: timeSettings } = useQuery(timeSettingsQuery(account.ownerId));
  const closedReason = currentRow && closedWords(currentRow, account, timeSettings?.lockedUntil ?? null);
  const canEdit = account.canWrite && !closedReason;
  const save = useMutation(saveTime);
  const remove = useMutation(saveTimeDeletion);
  const form = useShiftForm(row, date, others);
  const { needsReason, problem, worked } = form;
  const [tried, setTried] = useState(false);
  // An overlap is shown while typing, all other errors after pressing the button.
  const overlap = canEdit ? form.overlap : null;
  const submit = () => {
    setTried(true);
    const entry = form.entry();
    if (entry) save.mutate([entry], { onSuccess: onClose });
    else if (entry === null) onClose();
  };
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
        <EntryProblem id={form.id} />
        {closedReason && <Banner tone="note">{closedReason}</Banner>}
        {currentRow?.queryNote && <Banner tone="warn">{currentRow.queryNote}</Banner>}
        <fieldset disabled={!canEdit} className="grid gap-4">
          <LocalTimeFields label="Start" zone={zone} {...form.start} />
          <LocalTimeFields label="Finish" zone={zone} {...form.finish} />
          <TextField
            label="Breaks, unpaid minutes"
            inputMode="numeric"
            value={form.breaks.value}
            onChange={({ target }) => form.breaks.onChange(target.value)}
          />
          {worked && (
            <p className="text-muted">
              {formatDuration(worked.paid)} paid, {formatDuration(worked.gross)} from start to finish.
            </p>
          )}
          <TextField label="Job" {...form.props('activity')} />
          <TextField label="Customer" optional {...form.props('customer')} />
          <TextAreaField label="Note" optional rows={2} {...form.props('note')} />
        </fieldset>
        {canEdit && needsReason && (
          <TextField
            label="Why is it changed?"
            hint="It stands in the history beside the old times."
            {...form.props('reason')}
          />
        )}
        {currentRow && <LogWork shift={currentRow} />}
        {row && row.createdAt !== '' && (
          <History of={TIME} id={row.id} name={form.activity} createdBy={row.createdByName} createdAt={row.createdAt} />
        )}
        {row && canEdit && (
          <div className="-mx-quiet">
            <DeleteButton
              busy={remove.isPending}
              onClick={() => remove.mutate([deleteShift(account, row)], { onSuccess: onClose })}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}
