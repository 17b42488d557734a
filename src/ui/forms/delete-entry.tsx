import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { ConfirmDialog } from '@/ui/popups/dialog';

/** The quiet button that deletes what is shown. */
export const DeleteButton = ({ busy = false, onClick }: { busy?: boolean; onClick: () => void }) => (
  <Button variant="quiet" className="text-danger" busy={busy} busyText="Deleting..." onClick={onClick}>
    <Trash2 aria-hidden="true" />
    Delete
  </Button>
);

/** At the end of a form: deletes its record after a confirmation. `title` names it; `warning` says what is lost. */
export function DeleteEntry({
  title,
  warning = "This can't be undone.",
  busy,
  onConfirm,
}: {
  title: string;
  warning?: string;
  busy: boolean;
  onConfirm: () => void;
}) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button variant="quiet" className="justify-self-start" onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={title}
        verb="Delete"
        busy={busy}
        busyText="Deleting..."
        onConfirm={onConfirm}
      >
        {warning}
      </ConfirmDialog>
    </>
  );
}
