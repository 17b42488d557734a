import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { termsOf } from '@/data/time-off/leave-terms';
import { answerRequest } from '@/data/time-off/time-off';
import { ABSENCE_WORDS } from '@/domain/diary/diary-event';
import { daysOfRequest } from '@/domain/time-off/leave';
import { dayWords, leaveYearWords, leftWords, usedWords } from '@/domain/time-off/time-off-words';
import { rangeWords } from '@/domain/time-off/request';
import { useOffline } from '@/lib/online';
import { ABSENCE_REQUEST, type AbsenceRequest } from '@/records/absence-requests';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import { useBusy } from './use-busy';
import { useLeave } from './use-leave';

/** The account holder answers a request. Shows the request, the person's balance, and their work on these days. */
export function AnswerDialog({ request, onClose }: { request: AbsenceRequest; onClose: () => void }) {
  const { ownerId } = useAccount();
  const offline = useOffline();
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation(answerRequest);
  const [reason, setReason] = useState('');
  const busy = useBusy([{ id: request.personId, name: request.personName }], request);
  const answer = (status: 'approved' | 'declined') =>
    mutate(
      { request, ownerId, status, answer: reason.trim() || null },
      // If it was answered or taken back meanwhile, it is no longer in the list, and this dialog closes.
      { onSuccess: onClose, onError: () => void client.invalidateQueries({ queryKey: [ABSENCE_REQUEST.table] }) },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${request.personName}: ${ABSENCE_WORDS[request.absenceType]}?`}
      clash={offline ? 'There is no signal. Answer once there is.' : busy}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            disabled={offline}
            busy={isPending && variables.status === 'declined'}
            busyText="Declining..."
            onClick={() => answer('declined')}
          >
            Decline
          </Button>
          <Button
            variant="main"
            disabled={offline}
            busy={isPending && variables.status === 'approved'}
            busyText="Approving..."
            onClick={() => answer('approved')}
          >
            Approve
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Facts request={request} />
        <TextField
          label="Reason"
          optional
          autoComplete="off"
          maxLength={ABSENCE_REQUEST.fields.answer.max}
          hint={`${request.personName} reads it.`}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </Dialog>
  );
}

function Facts({ request }: { request: AbsenceRequest }) {
  const today = useToday();
  const { settings, year, balance } = useLeave(request.startDate);
  const { personId, note } = request;
  const count = settings && daysOfRequest(request, termsOf(settings, personId));
  const own = balance(personId);
  return (
    <>
      <div className="grid gap-1">
        <p>
          {rangeWords(request, today)}
          {count !== undefined && <span className="text-muted"> – {dayWords(count)}</span>}
        </p>
        {own && (
          <p className="text-2 text-muted">
            {[`${leaveYearWords(year)}: ${usedWords(own)}`, own.left !== null && leftWords(own.left)]
              .filter(Boolean)
              .join(', ')}
          </p>
        )}
      </div>
      {note !== null && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
    </>
  );
}
