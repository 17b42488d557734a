import { useMutation } from '@tanstack/react-query';
import { Check, CirclePlay, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteEvent, setEventStatus } from '@/data/diary/diary-events';
import { formatDate } from '@/domain/core/time';
import {
  CANCEL_WORDS,
  eventTitle,
  KIND_WORDS,
  workDateOf,
  mayLog,
  maySetStatus,
  STATUS_WORDS,
  timeWords,
  type EventStatus,
} from '@/domain/diary/diary-event';
import { useWaiting } from '@/offline/outbox/outbox';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useOffline } from '@/session/connection';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { ConfirmDialog, Dialog } from '@/ui/popups/dialog';
import { CustomerHazards } from '@/widgets/customer-hazards';
import { CancelDialog } from './cancel-dialog';
import { PlanDialog } from './plan-dialog';

/** The URL that logs a job as work, with the work id reserved for it, so that the job can't be logged twice. */
function logAddress(event: DiaryEvent, today: string): string {
  const date = workDateOf(event, today);
  const values = {
    as: event.workId,
    ...(event.customer !== null && { customer: event.customer }),
    ...(event.taskName !== null && { task: event.taskName }),
    ...(date !== today && { date }),
  };
  return `/add-work?${new URLSearchParams(values).toString()}`;
}

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
        <Steps event={event} onCancel={() => setStep('cancel')} />
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

/** The next steps of a job, as far as the person is allowed to take them. */
function Steps({ event, onCancel }: { event: DiaryEvent; onCancel: () => void }) {
  const account = useAccount();
  const today = useToday();
  const offline = useOffline();
  const { entries, sent } = useWaiting();
  const change = useMutation(setEventStatus);
  const isWaiting = [...entries, ...sent].some(({ id, action }) => id === event.workId && action === 'insert');
  const canChange = maySetStatus(event, account) && !isWaiting;
  const { status } = event;
  const statusButton = (next: EventStatus, label: string) => (
    <Button
      key={next}
      busy={change.isPending}
      disabled={offline}
      onClick={() => change.mutate({ id: event.id, status: next, ownerId: account.ownerId })}
    >
      {next === 'in_progress' ? <CirclePlay aria-hidden="true" /> : next === 'done' && <Check aria-hidden="true" />}
      {label}
    </Button>
  );
  if (event.kind !== 'job') return null;
  if (event.convertedWorkId !== null || isWaiting) {
    return <p>{event.convertedWorkId === null ? 'Logged as work: waiting to be sent.' : 'Logged as work.'}</p>;
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {canChange && status === 'planned' && statusButton('in_progress', 'Start')}
        {canChange && status === 'in_progress' && <ButtonLink to="/time-tracker">Clock in</ButtonLink>}
        {mayLog(event, account) && (
          <ButtonLink to={logAddress(event, today)} variant="main">
            Log as work
          </ButtonLink>
        )}
        {canChange &&
          (status === 'planned' || status === 'in_progress') &&
          statusButton('done', 'Done, nothing to charge')}
        {canChange && status !== 'planned' && statusButton('planned', 'Back to planned')}
        {canChange && account.role === 'admin' && status === 'planned' && (
          <Button disabled={offline} onClick={onCancel}>
            Cancel the job
          </Button>
        )}
      </div>
      {canChange && offline && <p className="text-2 text-muted">You need signal to change this.</p>}
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
