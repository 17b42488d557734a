import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { setEventStatus } from '@/data/diary/diary-events';
import { CANCEL_REASONS, CANCEL_WORDS, eventTitle, type CancelReason } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/forms/chip';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';

/** Cancels a planned job: it is kept in the diary with the reason. */
export function CancelDialog({ event, onClose }: { event: DiaryEvent; onClose: () => void }) {
  const { ownerId } = useAccount();
  const change = useMutation(setEventStatus);
  const [reason, setReason] = useState<CancelReason | null>(null);
  const [note, setNote] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Cancel “${eventTitle(event)}”?`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="main"
            disabled={reason === null}
            busy={change.isPending}
            onClick={() =>
              reason !== null &&
              change.mutate(
                { id: event.id, status: 'cancelled', ownerId, cancelled: { reason, note: note.trim() || null } },
                { onSuccess: onClose },
              )
            }
          >
            Cancel the job
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>It stays in the diary as cancelled. Why is it not done?</p>
        <fieldset className="chips" aria-label="Reason">
          {CANCEL_REASONS.map((one) => (
            <Chip key={one} pressed={reason === one} onClick={() => setReason(one)}>
              {CANCEL_WORDS[one]}
            </Chip>
          ))}
        </fieldset>
        <TextField
          label="Note"
          optional
          maxLength={300}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </Dialog>
  );
}
