import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '@/domain/account/account';
import type { Docket } from '@/domain/works/docket';
import { docketNumber } from '@/domain/works/docket-number';
import { insertOf } from '@/offline/outbox/record-entries';
import { insertMutation, sendNowMutation } from '@/offline/outbox/save-entries';
import { SIGNOFF, type Signoff } from '@/records/signoffs';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import { SignatureField } from '@/widgets/signature-field';
import { DocketSheet } from './docket-sheet';

/** What is signed. `contentHash` is that of the docket as it is shown here. */
export type Signed = { docket: Docket } & Pick<Signoff, 'contentHash' | 'withPrices'>;

/** Shows the docket that is signed, and asks for the name and the signature, drawn by finger, of the person who signs. */
export function SignDialog({
  account,
  signed: { docket, contentHash, withPrices },
  onClose,
}: {
  account: Account;
  signed: Signed;
  onClose: () => void;
}) {
  const [signedName, setSignedName] = useState('');
  const [signature, setSignature] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [id] = useState<string>(() => crypto.randomUUID());
  const save = useMutation(insertMutation(SIGNOFF));
  const sendNow = useMutation(sendNowMutation(SIGNOFF));
  const done = () => {
    if (signedName.trim() === '') return setError('Enter the name of the person who signs.');
    // A path without a line ("L") is only a tap.
    if (!signature.includes('L')) return setError('Sign with your finger first.');
    setError(null);
    const values = {
      jobId: docket.id,
      contentHash,
      withPrices,
      signedName: signedName.trim(),
      signature,
      signedAt: new Date().toISOString(),
    };
    // The job may not be sent yet: named as a parent, it is sent first.
    const entry = insertOf(SIGNOFF, account, id, values, [docket.id]);
    save.mutate([entry], { onSuccess: onClose, onError: () => sendNow.mutate(entry, { onSuccess: onClose }) });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Sign docket ${docketNumber(docket.id)}`}
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
        <DocketSheet docket={docket} account={account} withPrices={withPrices} />
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
