import { useMutation, useQuery } from '@tanstack/react-query';
import { jobQuery } from '@/data/works/jobs';
import { readerOf } from '@/data/works/works';
import type { Account } from '@/domain/account/account';
import { formatDate } from '@/domain/core/time';
import { deleteEntry, saveWorkDeletion } from '@/features/works/entries/work-entries';
import { jobLockOf, lockOf } from '@/features/works/list/work-lock';
import { invoicePath } from '@/features/works/list/works-table';
import type { Work } from '@/records/works';
import { Button, ButtonLink } from '@/ui/button';
import { ConfirmDialog, Dialog } from '@/ui/popups/dialog';

/** Confirms the deletion of an entry, or says why it can't be deleted. */
export function DeleteDialog({
  work,
  account,
  today,
  onClose,
}: {
  work: Work | null;
  account: Account;
  today: string;
  onClose: () => void;
}) {
  const remove = useMutation(saveWorkDeletion);
  const job = useQuery({
    ...jobQuery(readerOf(account), work?.jobId ?? ''),
    // Only an employee needs to know the other lines. The deletion does not wait for them, as signal may be weak: the database
    // decides when it is sent.
    enabled: account.role === 'employee' && work !== null && work.updatedAt !== '',
  });
  if (!work) return null;
  const lock = lockOf(work, account) ?? jobLockOf(job.data?.lines ?? [], account);
  if (lock !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="This entry stays"
        actions={
          <>
            {work.invoiceNumber !== null && account.role === 'admin' && (
              <ButtonLink to={invoicePath(work.invoiceNumber)}>View invoice</ButtonLink>
            )}
            <Button variant="main" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <p>{lock}</p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete this entry for ${work.customer}, ${formatDate(work.workDate, today)}?`}
      verb="Delete"
      busy={remove.isPending}
      busyText="Deleting..."
      onConfirm={() => remove.mutate([deleteEntry(account, work)], { onSuccess: onClose })}
    >
      {account.role === 'admin'
        ? 'You can bring it back for 30 days, under “Deleted entries” above the list.'
        : 'You can undo it for ten seconds, and the account holder can bring it back for 30 days.'}
    </ConfirmDialog>
  );
}
