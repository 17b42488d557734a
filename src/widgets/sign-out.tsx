import { useState } from 'react';
import { useWaiting } from '@/outbox/outbox';
import { signOut } from '@/session/sign-in';
import { ConfirmDialog } from '@/ui/dialog';
import { entriesWords } from './send-words';

/** Signs out, after a question where entries wait on this device. The dialog stands wherever the caller puts it. */
export function useSignOut() {
  const { length } = useWaiting().entries;
  const [asking, setAsking] = useState(false);
  return {
    leave: () => (length > 0 ? setAsking(true) : void signOut()),
    dialog: (
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`${entriesWords(length)} ${length === 1 ? 'is' : 'are'} not sent yet. Sign out?`}
        verb="Sign Out"
        keep="Stay signed in"
        onConfirm={() => {
          setAsking(false);
          void signOut();
        }}
      >
        They stay on this phone and are sent when you sign in here again. Nobody else sees them.
      </ConfirmDialog>
    ),
  };
}
