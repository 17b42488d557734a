import { useMutation } from '@tanstack/react-query';
import { NOT_KEPT, sendWorkNow } from '@/outbox/save-entries';
import { saveUnsent } from '@/outbox/unsent-file';
import { useWaiting } from '@/outbox/outbox';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import type { WorkEntry } from './use-work-form';

/** What the device can't do, before and after a press on Save, and the ways out. */
export function NotKept({ entry: { notKept, saveElsewhere } }: { entry: WorkEntry }) {
  const { broken } = useWaiting();
  const send = useMutation(sendWorkNow);
  if (!notKept) {
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
            onClick={() => send.mutate(notKept, { onSuccess: saveElsewhere })}
          >
            Send now
          </Button>
          <Button onClick={() => saveUnsent([notKept])}>Export</Button>
        </div>
      }
    >
      {NOT_KEPT}
    </Banner>
  );
}
