import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { leaveFarm } from '@/data/account/membership';
import { useOffline } from '@/lib/online';
import { Button } from '@/ui/button';
import { ConfirmDialog } from '@/ui/popups/dialog';

/** Lets an employee leave the farm. `farm` is its name, if it has one. */
export function LeaveFarm({ farm }: { farm: string | null }) {
  const [asking, setAsking] = useState(false);
  const leave = useMutation(leaveFarm);
  const offline = useOffline();
  return (
    <>
      <Button disabled={offline} onClick={() => setAsking(true)}>
        <LogOut aria-hidden="true" />
        Leave this farm
      </Button>
      {offline && <p className="hint">You need signal to leave.</p>}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Leave ${farm ?? 'this farm'}?`}
        verb="Leave"
        keep="Stay"
        busy={leave.isPending}
        busyText="Leaving..."
        onConfirm={() => leave.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        The work you logged stays with the farm. You will no longer see it. To come back you need a new invitation.
      </ConfirmDialog>
    </>
  );
}
