import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '@/domain/account/account';
import { insertOf } from '@/offline/outbox/record-entries';
import { directMutation, saveMutation } from '@/offline/outbox/save-entries';
import { SIGNOFF, type Signoff } from '@/records/signoffs';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import { SignatureField } from '@/widgets/signature-field';

const saveSignature = saveMutation('Signature saved!', 'Error Saving Signature');
const sendSignatureNow = directMutation('Signature saved!', 'Error Saving Signature');

/** Asks for the name and the signature, drawn by finger, of the person who signs. `shown` identifies what they sign. */
export function SignDialog({
  account,
  shown,
  customer,
  onClose,
}: {
  account: Account;
  shown: Pick<Signoff, 'jobId' | 'contentHash' | 'withPrices'>;
  customer: string;
  onClose: () => void;
}) {
  const [signedName, setSignedName] = useState('');
  const [signature, setSignature] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [id] = useState<string>(() => crypto.randomUUID());
  const save = useMutation(saveSignature);
  const sendNow = useMutation(sendSignatureNow);
  const done = () => {
    if (signedName.trim() === '') return setError('Enter the name of the person who signs.');
    // A path without a line ("L") is only a tap.
    if (!signature.includes('L')) return setError('Sign with your finger first.');
    setError(null);
    const values = { ...shown, signedName: signedName.trim(), signature, signedAt: new Date().toISOString() };
    // The job may not be sent yet: named as a parent, it is sent first.
    const entry = insertOf(SIGNOFF, account, id, values, [shown.jobId]);
    save.mutate([entry], { onSuccess: onClose, onError: () => sendNow.mutate(entry, { onSuccess: onClose }) });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Signature for ${customer}`}
      clash={error}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="main" size="l" busy={save.isPending || sendNow.isPending} onClick={done}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextField
          label="Name"
          maxLength={80}
          value={signedName}
          onChange={({ target }) => setSignedName(target.value)}
        />
        <SignatureField value={signature} onChange={setSignature} required />
      </div>
    </Dialog>
  );
}
