import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decimalIn, toNumeric, NOT_A_NUMBER } from '@/domain/core/money';
import { formatReading, meterUnit } from '@/domain/machinery/machine';
import { doubtWords, lastReadingOf, takenNow } from '@/domain/machinery/readings';
import { insertOf } from '@/offline/outbox/record-entries';
import { insertMutation, sendNowMutation } from '@/offline/outbox/save-entries';
import { READING, type Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { MeterReplaced } from './meter-replaced';

/** The reading of a meter: one number, saved on this device at once. */
export function ReadingDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const account = useAccount();
  const now = useNow();
  const [id] = useState(() => crypto.randomUUID());
  const [text, setText] = useState('');
  const [replaced, setReplaced] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [warning, setWarning] = useState<string | null>(null);
  const [unsaved, setUnsaved] = useUnstoredEntry([text, replaced]);
  const save = useMutation(insertMutation(READING));
  const { currentReading, meterType, name } = machine;
  const last = currentReading === null ? null : formatReading(currentReading, meterType);
  const isLower = error?.includes('meter replaced') === true;

  const replace = (checked: boolean) => {
    setReplaced(checked);
    setError(null);
  };
  const submit = () => {
    const typed = decimalIn(text, { decimals: 1 });
    if (typed === null) return setError(NOT_A_NUMBER);
    const reading = toNumeric(typed);
    if (!replaced && currentReading !== null && reading < currentReading)
      return setError(`Last reading was ${last}. Lower? Tick 'meter replaced'.`);
    setError(null);
    // More hours than have passed.
    const known = lastReadingOf(machine);
    const doubt = replaced ? null : doubtWords(meterType, known, { reading, at: takenNow(known, now) });
    const question = doubt && `${doubt} Save again if it is right.`;
    if (question !== null && question !== warning) return setWarning(question);
    const entry = insertOf(READING, account, id, {
      ...{ machineId: machine.id, reading, meterReplaced: replaced, note: null },
      readAt: new Date().toISOString(),
    });
    save.mutate([entry], { onSuccess: onClose, onError: () => setUnsaved(entry) });
  };

  return (
    <FormDialog
      title={`Reading of ${name}`}
      verb="Save reading"
      busy={save.isPending}
      busyText="Saving..."
      onSubmit={submit}
      onClose={onClose}
    >
      <UnstoredEntry entry={unsaved} sendMutation={sendNowMutation(READING)} onSent={onClose} />
      <NumberField
        label="Reading"
        after={meterUnit(meterType)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of a dialog that was opened for it
        autoFocus
        value={text}
        hint={last === null ? 'The first reading.' : `Last reading ${last}.`}
        error={error ?? warning ?? undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setWarning(null);
        }}
      />
      {(isLower || replaced) && <MeterReplaced checked={replaced} onChange={replace} />}
    </FormDialog>
  );
}
