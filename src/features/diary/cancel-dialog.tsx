import { useMutation } from '@tanstack/react-query';
import { setEventStatus } from '@/data/diary/diary-events';
import { CANCEL_WORDS, eventTitle } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { ReasonDialog } from '@/widgets/planned-job/reason-dialog';

/** Cancels a planned job: it is kept in the diary with the reason. */
export function CancelDialog({
  event,
  onCancelled,
  onClose,
}: {
  event: DiaryEvent;
  onCancelled: () => void;
  onClose: () => void;
}) {
  const { ownerId } = useAccount();
  const change = useMutation(setEventStatus);
  return (
    <ReasonDialog
      title={`Cancel “${eventTitle(event)}”?`}
      question="It stays in the diary as cancelled. Why is it not done?"
      reasons={CANCEL_WORDS}
      keep="Keep it"
      confirm="Cancel the job"
      busy={change.isPending}
      onConfirm={(cancelled) =>
        change.mutate({ id: event.id, status: 'cancelled', ownerId, cancelled }, { onSuccess: onCancelled })
      }
      onClose={onClose}
    />
  );
}
