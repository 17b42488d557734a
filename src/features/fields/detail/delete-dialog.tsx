import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { archiveField, deleteField } from '@/data/fields/field-changes';
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
  const refusal = remove.error?.message ?? '';
  const hasEntries = refusal.endsWith('Archive it instead?');
  const mayArchive = hasEntries && archivedOn === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={hasEntries ? refusal.replace(archivedOn === null ? '' : ' Archive it instead?', '') : `Delete ${name}?`}
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
          {!hasEntries && (
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
      {remove.error && !hasEntries ? (
        <FieldError>{remove.error.message}</FieldError>
      ) : (
        <p className="text-muted">
          {hasEntries
            ? 'An archived field is not offered any more. Its records stay.'
            : "Its crops and soil tests go with it. This can't be undone."}
        </p>
      )}
    </Dialog>
  );
}
