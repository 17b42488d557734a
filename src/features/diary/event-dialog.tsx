import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteEvent } from '@/data/diary/diary-events';
import { formatDate } from '@/domain/core/time';
import { CANCEL_WORDS, eventTitle, KIND_WORDS, STATUS_WORDS, timeWords } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { ConfirmDialog, Dialog } from '@/ui/popups/dialog';
import { CustomerHazards } from '@/widgets/customer-hazards';
import { JobSteps } from '@/widgets/planned-job/job-steps';
import { CancelDialog } from './cancel-dialog';
import { PlanDialog } from './plan-dialog';

/** Dialog of a planned event: its details, its status, and the actions the person may take. */
export function EventDialog({ event, onClose }: { event: DiaryEvent; onClose: () => void }) {
  const account = useAccount();
  const [step, setStep] = useState<'read' | 'edit' | 'delete' | 'cancel'>('read');
  if (step === 'edit') return <PlanDialog event={event} day={event.startDate} onClose={onClose} />;
  if (step === 'cancel') return <CancelDialog event={event} onClose={() => setStep('read')} />;
  if (step === 'delete') return <DeleteDialog event={event} onClose={onClose} />;
  const canEdit = account.role === 'admin' && account.canWrite;
  return (
    <Dialog open wide onClose={onClose} title={eventTitle(event)} actions={<Button onClick={onClose}>Close</Button>}>
      <div className="grid gap-4">
        <Facts event={event} />
        <CustomerHazards name={event.customer} />
        <JobSteps event={event} onCancel={() => setStep('cancel')} />
        {canEdit && (
          <div className="-mx-3 flex flex-wrap">
            <Button variant="quiet" onClick={() => setStep('edit')}>
              <Pencil aria-hidden="true" />
              Change
            </Button>
            <Button variant="quiet" className="text-danger" onClick={() => setStep('delete')}>
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** "Weather, too wet": why a job was cancelled. */
const cancelWords = ({ cancelReason, cancelNote }: DiaryEvent) =>
  [cancelReason && CANCEL_WORDS[cancelReason], cancelNote].filter(Boolean).join(', ');

function Facts({ event }: { event: DiaryEvent }) {
  const today = useToday();
  const { kind, status, startDate, endDate, assignedNames, customer, taskName, notes } = event;
  const days =
    startDate === endDate
      ? formatDate(startDate, today)
      : `${formatDate(startDate, today)} – ${formatDate(endDate, today)}`;
  const lines = [
    kind === 'job' ? [STATUS_WORDS[status], cancelWords(event)].filter(Boolean).join(': ') : KIND_WORDS[kind],
    [days, timeWords(event)].filter(Boolean).join(', '),
    [taskName, customer].filter(Boolean).join(', '),
    assignedNames.length > 0 ? assignedNames.join(', ') : kind === 'job' ? 'For whoever has time' : '',
  ];
  return (
    <>
      <div className="grid gap-1 text-muted">
        {lines.filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {notes !== null && <p className="whitespace-pre-line wrap-anywhere">{notes}</p>}
      <p className="text-2 text-muted">Planned by {event.createdByName}</p>
    </>
  );
}

function DeleteDialog({ event, onClose }: { event: DiaryEvent; onClose: () => void }) {
  const { ownerId } = useAccount();
  const remove = useMutation(deleteEvent);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete “${eventTitle(event)}” from the diary?`}
      verb="Delete"
      busy={remove.isPending}
      busyText="Deleting..."
      onConfirm={() => remove.mutate({ id: event.id, ownerId }, { onSuccess: onClose })}
    >
      This can't be undone.{event.convertedWorkId !== null && ' The work that was logged from it stays.'}
    </ConfirmDialog>
  );
}
