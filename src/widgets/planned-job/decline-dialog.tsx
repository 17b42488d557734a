import { useMutation } from '@tanstack/react-query';
import { declineEvent } from '@/data/diary/diary-events';
import { DECLINE_WORDS, eventTitle } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { ReasonDialog } from './reason-dialog';

/** Declines a job, with a reason. It stays planned, and the account holder plans it again. */
export function DeclineDialog({ event, onClose }: { event: DiaryEvent; onClose: () => void }) {
  const { ownerId } = useAccount();
  const decline = useMutation(declineEvent);
  return (
    <ReasonDialog
      title={`You can’t do “${eventTitle(event)}”?`}
      question="The account holder is told and plans it again. Why can’t you do it?"
      reasons={DECLINE_WORDS}
      keep="I can do it"
      confirm="Tell them"
      busy={decline.isPending}
      onConfirm={(declined) => decline.mutate({ id: event.id, ownerId, declined }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
