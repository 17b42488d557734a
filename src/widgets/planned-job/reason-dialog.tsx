import { useState } from 'react';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/forms/chip';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';

type ReasonDialogProps<Reason extends string> = {
  title: string;
  /** What happens to the job, and the question. */
  question: string;
  reasons: Readonly<Record<Reason, string>>;
  /** Labels of the buttons. */
  keep: string;
  confirm: string;
  busy: boolean;
  onConfirm: (answer: { reason: Reason; note: string | null }) => void;
  onClose: () => void;
};

/** Asks why a planned job is not done: one of the reasons, and a note. */
export function ReasonDialog<Reason extends string>(props: ReasonDialogProps<Reason>) {
  const { title, question, reasons, keep, confirm, busy, onConfirm, onClose } = props;
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button
            variant="main"
            disabled={reason === null}
            busy={busy}
            onClick={() => reason !== null && onConfirm({ reason, note: note.trim() || null })}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{question}</p>
        <fieldset className="chips" aria-label="Reason">
          {(Object.keys(reasons) as Reason[]).map((one) => (
            <Chip key={one} pressed={reason === one} onClick={() => setReason(one)}>
              {reasons[one]}
            </Chip>
          ))}
        </fieldset>
        <TextField
          label="Note"
          optional
          maxLength={300}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </Dialog>
  );
}
