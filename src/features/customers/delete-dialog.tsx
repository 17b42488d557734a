import { useMutation } from '@tanstack/react-query';
import { archiveCustomer, deleteCustomer } from '@/data/customers/customers';
import { refusalOf } from '@/data/refused';
import { counted } from '@/domain/core/word-list';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { ConfirmDialog, Dialog } from '@/ui/popups/dialog';

/**
 * Deletes a customer without work, after a confirmation. A customer with work can't be deleted; the dialog says so and
 * offers to archive it. `entries` may be out of date, so the database checks again and its error has the same words.
 */
export function DeleteDialog({
  customer,
  entries,
  onClose,
  onGone,
}: {
  customer: { id: string; name: string; active: boolean };
  entries: number;
  onClose: () => void;
  onGone: () => void;
}) {
  const remove = useMutation(deleteCustomer);
  const archive = useMutation(archiveCustomer);
  const { id, name, active } = customer;
  const expectedRefusal = entries > 0 ? `${name} has ${counted(entries, 'work entry', 'work entries')}.` : null;
  const refusal = refusalOf(remove.error, 'has_records') ?? expectedRefusal;
  if (refusal !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={`${refusal} ${active ? 'Archive instead?' : 'It stays archived.'}`}
        actions={
          <>
            <Button onClick={onClose}>Keep it</Button>
            {active && (
              <Button
                variant="main"
                busy={archive.isPending}
                busyText="Archiving..."
                onClick={() => archive.mutate({ id, active: false }, { onSuccess: onClose })}
              >
                Archive
              </Button>
            )}
          </>
        }
      >
        <p className="text-muted">
          {active
            ? 'An archived customer is no longer offered when work is logged. Work and invoices stay.'
            : 'Work and invoices need their customer.'}
        </p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${name}?`}
      verb="Delete"
      busy={remove.isPending}
      busyText="Deleting..."
      // A promise, not a callback: by then the customer is deleted and this dialog is unmounted.
      onConfirm={() => void remove.mutateAsync(id).then(onGone, () => undefined)}
    >
      {remove.error ? (
        <FieldError>{`${name} could not be deleted. ${remove.error.message}`}</FieldError>
      ) : (
        `There is no work for ${name}. This can't be undone, and deleted entries for ${name} can't be brought back then.`
      )}
    </ConfirmDialog>
  );
}
