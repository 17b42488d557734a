import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { archiveField, deleteField } from '@/data/fields/field-changes';
import { refusalOf } from '@/data/refused';
import type { FarmField } from '@/records/fields';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';

/** Deletes a field without entries, after a question. The database refuses one with entries: it can be archived. */
export function DeleteDialog({ field, onClose }: { field: FarmField; onClose: () => void }) {
  const today = useToday();
  const navigate = useNavigate();
  const remove = useMutation(deleteField);
  const archive = useMutation(archiveField);
  const { id, name, archivedOn } = field;
  const refusal = refusalOf(remove.error, 'has_records');
  const mayArchive = refusal !== null && archivedOn === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={refusal === null ? `Delete ${name}?` : `${refusal}${mayArchive ? ' Archive it instead?' : ''}`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          {mayArchive && (
            <Button
              variant="main"
              busy={archive.isPending}
              busyText="Archiving..."
              onClick={() => archive.mutate({ id, on: today }, { onSuccess: onClose })}
            >
              Archive
            </Button>
          )}
          {refusal === null && (
            <Button
              variant="danger"
              busy={remove.isPending}
              busyText="Deleting..."
              onClick={() => {
                // A promise, not a callback: by then the field is deleted and this dialog is unmounted.
                void remove.mutateAsync(id).then(
                  () => navigate('/fields', { replace: true }),
                  () => undefined,
                );
              }}
            >
              Delete
            </Button>
          )}
        </>
      }
    >
      {remove.error && refusal === null ? (
        <FieldError>{remove.error.message}</FieldError>
      ) : (
        <p className="text-muted">
          {refusal === null
            ? "Its crops and soil tests go with it. This can't be undone."
            : 'An archived field is not offered any more. Its records stay.'}
        </p>
      )}
    </Dialog>
  );
}
