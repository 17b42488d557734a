import { lazy, Suspense, useState } from 'react';
import { Button } from '@/ui/button';
import { SignalHint } from '@/widgets/signal-hint';
import { AccountCard } from './account-card';
import { useOfflineReason } from './use-offline-reason';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog')).DeleteDialog }));

/** Opens the dialog that deletes the account; the dialog lists the consequences. */
export function DeleteCard() {
  const offline = useOfflineReason() !== null;
  const [asking, setAsking] = useState(false);
  return (
    <AccountCard
      title="Delete account"
      text="Removes your account and every record in it for good. Export everything first: VAT records have to be kept for six years."
    >
      <div className="grid gap-2 sm:justify-items-start">
        <Button disabled={offline} onClick={() => setAsking(true)}>
          Delete account
        </Button>
        {offline && <SignalHint />}
      </div>
      {asking && (
        <Suspense>
          <DeleteDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </AccountCard>
  );
}
