import { Plus } from 'lucide-react';
import { formatDate } from '@/domain/core/time';
import { jobWords } from '@/records/time';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import type { ShownShift } from '@/widgets/hours/own-shifts';
import { shiftDetail, timesWords } from './state-words';

/** The shifts of one person on one day. */
export function DayDialog({
  name,
  date,
  shifts,
  isOwn,
  now,
  onOpen,
  onAdd,
  onClose,
}: {
  name: string;
  date: string;
  shifts: readonly ShownShift[];
  /** Whether these are the person's own shifts: time can't be added for others. */
  isOwn: boolean;
  now: Date;
  onOpen: (id: string) => void;
  onAdd: () => void;
  onClose: () => void;
}) {
  const { settings, canWrite } = useAccount();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${name}, ${formatDate(date)}`}
      actions={
        <Button variant="main" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-2">
        {shifts.length === 0 && <p className="text-muted">No time recorded.</p>}
        {shifts.map((shift) => (
          <button key={shift.row.id} type="button" className="shift-button" onClick={() => onOpen(shift.row.id)}>
            <b className="figure left">{timesWords(shift.row, settings.zone)}</b>
            <span className="wrap-anywhere">{jobWords(shift.row)}</span>
            <span className="text-2 text-muted">{shiftDetail(shift, now)}</span>
          </button>
        ))}
        {isOwn && canWrite && (
          <Button onClick={onAdd}>
            <Plus aria-hidden="true" />
            Add time
          </Button>
        )}
      </div>
    </Dialog>
  );
}
