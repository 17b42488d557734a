import { useMutation } from '@tanstack/react-query';
import { submitWeek } from '@/data/time/time';
import { formatDate, formatDuration } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { Row } from '@/domain/hours/timesheet';
import type { TimeEntry } from '@/records/time';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';

/** Asks once before a week is handed in: its hours, and what handing in means. */
export function HandInDialog({ row, monday, onClose }: { row: Row<TimeEntry>; monday: string; onClose: () => void }) {
  const { ownerFirstName } = useAccount();
  const submit = useMutation(submitWeek);
  const days = row.days.filter(({ shifts }) => shifts.length > 0).length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Hand in the week from ${formatDate(monday)}?`}
      actions={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button
            variant="main"
            busy={submit.isPending}
            busyText="Handing in..."
            onClick={() => submit.mutate({ employeeId: row.person, monday }, { onSuccess: onClose })}
          >
            Hand in
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <p>
          <b className="figure">{formatDuration(row.paid)}</b> on {counted(days, 'day', 'days')}
          {row.unpaid > 0 && `, ${formatDuration(row.unpaid)} of breaks taken off`}.
        </p>
        <p>
          {ownerFirstName ?? 'The account holder'} looks at these hours and approves them. You cannot change them once
          they are handed in. Until they are approved you can take the week back.
        </p>
      </div>
    </Dialog>
  );
}
