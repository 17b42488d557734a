import { useMutation } from '@tanstack/react-query';
import { deleteTask, hideTask } from '@/data/prices/tasks';
import { plural } from '@/domain/core/word-list';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';

const times = (used: number) => plural(used, 'once', `${used} times`);

/**
 * Confirms the deletion of a task. Entries keep its name, so deleting is always possible; for a used task hiding is
 * suggested.
 */
export function DeleteDialog({
  task,
  used,
  onClose,
}: {
  task: { id: string; name: string; active: boolean };
  used: number;
  onClose: () => void;
}) {
  const remove = useMutation(deleteTask);
  const hide = useMutation(hideTask);
  const { id, name, active } = task;
  const offersHide = used > 0 && active;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${name}?`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant={offersHide ? 'plain' : 'danger'}
            busy={remove.isPending}
            busyText="Deleting..."
            onClick={() => remove.mutate(id, { onSuccess: onClose })}
          >
            Delete
          </Button>
          {offersHide && (
            <Button
              variant="main"
              busy={hide.isPending}
              busyText="Hiding..."
              onClick={() => hide.mutate({ id, active: false }, { onSuccess: onClose })}
            >
              Hide instead
            </Button>
          )}
        </>
      }
    >
      <p className="text-muted">
        {used > 0
          ? `It was used ${times(used)}. Those entries keep their name and price.${active ? ' A hidden task is no longer offered, and can be shown again.' : ''}`
          : 'It was never used.'}
      </p>
    </Dialog>
  );
}
