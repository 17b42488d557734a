import { useMutation } from '@tanstack/react-query';
import { deleteOf } from '@/offline/outbox/record-entries';
import { NOTE, type Note } from '@/records/notes';
import { useAccount } from '@/session/account';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { removeNote } from './note-entries';

/** Confirms the deletion of a note. */
export function DeleteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const account = useAccount();
  const remove = useMutation(removeNote);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete the note “${note.title}”?`}
      verb="Delete"
      busy={remove.isPending}
      busyText="Deleting..."
      onConfirm={() => remove.mutate([deleteOf(NOTE, account, note)], { onSuccess: onClose })}
    >
      You can undo it for ten seconds.
    </ConfirmDialog>
  );
}
