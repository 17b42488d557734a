import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import type { NewEntry } from '@/offline/outbox/entry';
import { useWaiting } from '@/offline/outbox/outbox';
import { saveUnsent } from '@/offline/outbox/restore/unsent-file';
import { notSavedText, useNewerOpen } from '@/offline/outbox/store/newer-version';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';

/**
 * Warns if this device can't store entries. `entry`: one that could not be stored; it can be sent now or exported.
 * `following`: those of the same press, offered once `entry` is sent.
 */
export function UnstoredEntry({
  entry,
  following = [],
  sendMutation,
  onSent,
}: {
  entry: NewEntry | null;
  following?: readonly NewEntry[] | undefined;
  sendMutation: UseMutationOptions<void, Error, NewEntry>;
  onSent: () => void;
}) {
  const { broken } = useWaiting();
  // Subscribe: the message depends on whether a newer version is open.
  useNewerOpen();
  const send = useMutation(sendMutation);
  if (!entry) {
    return (
      broken && <Banner tone="warn">This phone cannot keep entries offline. Save them while you have signal.</Banner>
    );
  }
  return (
    <Banner
      tone="bad"
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            variant="main"
            busy={send.isPending}
            busyText="Sending..."
            onClick={() => send.mutate(entry, { onSuccess: onSent })}
          >
            Send now
          </Button>
          <Button onClick={() => saveUnsent([entry, ...following])}>Export</Button>
        </div>
      }
    >
      {notSavedText('entry')}
    </Banner>
  );
}
