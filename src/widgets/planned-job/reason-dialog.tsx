import { useState } from 'react';
import { Chip } from '@/ui/forms/chip';
import { TextField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';

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
    <FormDialog
      onClose={onClose}
      title={title}
      close={keep}
      verb={confirm}
      disabled={reason === null}
      busy={busy}
      onSubmit={() => {
        if (reason !== null) onConfirm({ reason, note: note.trim() || null });
      }}
    >
      <p>{question}</p>
      <fieldset className="chips" aria-label="Reason">
        {(Object.keys(reasons) as Reason[]).map((one) => (
          <Chip key={one} pressed={reason === one} onClick={() => setReason(one)}>
            {reasons[one]}
          </Chip>
        ))}
      </fieldset>
      <TextField label="Note" optional maxLength={300} value={note} onChange={({ target }) => setNote(target.value)} />
    </FormDialog>
  );
}
