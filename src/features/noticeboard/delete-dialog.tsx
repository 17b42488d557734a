import { useMutation } from '@tanstack/react-query';
import { deleteNotice, type Notice } from '@/data/notices';
import { useAccount } from '@/session/account';
import { ConfirmDialog } from '@/ui/popups/dialog';

/** Confirms the deletion of a notice, which also deletes its confirmations. */
export function DeleteDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { ownerId } = useAccount();
  const remove = useMutation(deleteNotice);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete the notice “${notice.title}”?`}
      verb="Delete"
      busy={remove.isPending}
      busyText="Deleting..."
      onConfirm={() => remove.mutate({ id: notice.id, ownerId }, { onSuccess: onClose })}
    >
      {notice.reads.some(({ acknowledged }) => acknowledged)
        ? 'Who confirmed it goes with it. Give it an end date instead to keep the proof.'
        : 'You can undo it for ten seconds.'}
    </ConfirmDialog>
  );
}
