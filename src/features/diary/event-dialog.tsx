import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarArrowUp, Pencil, Repeat } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { deleteEvent } from '@/data/diary/diary-events';
import { deleteRepeatedEvent, laterDaysQuery } from '@/data/diary/repeated-events';
import { formatDate } from '@/domain/core/time';
import {
  cancelWords,
  eventTitle,
  isMovable,
  KIND_WORDS,
  rainWords,
  STATUS_WORDS,
  timeWords,
} from '@/domain/diary/diary-event';
import { REPEAT_WORDS } from '@/domain/diary/repeat';
import { useOffline } from '@/lib/online';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { DeleteButton } from '@/ui/forms/delete-entry';
import { ConfirmDialog, Dialog } from '@/ui/popups/dialog';
import { CustomerHazards } from '@/widgets/customer-hazards';
import { JobSteps } from '@/widgets/planned-job/job-steps';
import { CancelDialog } from './cancel-dialog';
import { PlanDialog } from './plan-dialog';
import { PartField, type Part } from './repeat-fields';

// Loaded on demand: they need signal.
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog')).MoveDialog }));
const RepeatDialog = lazy(async () => ({ default: (await import('./repeat-dialog')).RepeatDialog }));

/** Dialog of a planned event: its details, its status, and the actions the person may take. */
export function EventDialog({ event, onClose }: { event: DiaryEvent; onClose: () => void }) {
  const account = useAccount();
  const [step, setStep] = useState<'read' | 'edit' | 'move' | 'repeat' | 'delete' | 'cancel'>('read');
  const offline = useOffline();
  if (step === 'edit') return <PlanDialog event={event} day={event.startDate} onClose={onClose} />;
  if (step === 'move')
    return (
      <Suspense>
        <MoveDialog event={event} onClose={onClose} />
      </Suspense>
    );
  const { repeatId, repeatEvery } = event;
  if (step === 'repeat' && repeatId && repeatEvery)
    return (
      <Suspense>
        <RepeatDialog event={{ ...event, repeatId, repeatEvery }} onClose={onClose} />
      </Suspense>
    );
  if (step === 'cancel') return <CancelDialog event={event} onCancelled={onClose} onClose={() => setStep('read')} />;
  if (step === 'delete') return <DeleteDialog event={event} onClose={onClose} />;
  const canEdit = account.role === 'admin' && account.canWrite;
  return (
    <Dialog open wide onClose={onClose} title={eventTitle(event)} actions={<Button onClick={onClose}>Close</Button>}>
      <div className="grid gap-4">
        <Facts event={event} />
        <CustomerHazards name={event.customer} />
        <JobSteps event={event} onCancel={() => setStep('cancel')} />
        {canEdit && (
          <div className="-mx-quiet flex flex-wrap">
            <Button variant="quiet" onClick={() => setStep('edit')}>
              <Pencil aria-hidden="true" />
              Change
            </Button>
            {isMovable(event) && (
              <Button variant="quiet" disabled={offline} onClick={() => setStep('move')}>
                <CalendarArrowUp aria-hidden="true" />
                Move…
              </Button>
            )}
            {repeatEvery && (
              <Button variant="quiet" disabled={offline} onClick={() => setStep('repeat')}>
                <Repeat aria-hidden="true" />
                How it repeats…
              </Button>
            )}
            <DeleteButton onClick={() => setStep('delete')} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Facts({ event }: { event: DiaryEvent }) {
  const today = useToday();
  const repeats = useRepeatWords(event);
  const { kind, status, startDate, endDate, assignedNames, customer, taskName, notes } = event;
  const days =
    startDate === endDate
      ? formatDate(startDate, today)
      : `${formatDate(startDate, today)} – ${formatDate(endDate, today)}`;
  const lines = [
    kind === 'job' ? [STATUS_WORDS[status], cancelWords(event)].filter(Boolean).join(': ') : KIND_WORDS[kind],
    rainWords(event),
    [days, timeWords(event)].filter(Boolean).join(', '),
    [taskName, customer].filter(Boolean).join(', '),
    assignedNames.length > 0 ? assignedNames.join(', ') : kind === 'job' ? 'For whoever has time' : '',
    repeats,
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

/** "Every week, 12 more until Tue 30 Mar"; '' if it does not repeat. */
function useRepeatWords(event: DiaryEvent): string {
  const { ownerId } = useAccount();
  const today = useToday();
  const { data: later } = useQuery(laterDaysQuery({ ...event, ownerId }));
  if (!event.repeatEvery) return '';
  const words = REPEAT_WORDS[event.repeatEvery];
  const last = later?.at(-1);
  if (!later) return words;
  return last === undefined
    ? `${words}, this is the last one`
    : `${words}, ${later.length} more until ${formatDate(last, today)}`;
}

function DeleteDialog({ event, onClose }: { event: DiaryEvent; onClose: () => void }) {
  const { ownerId } = useAccount();
  const remove = useMutation(deleteEvent);
  const removeRepeated = useMutation(deleteRepeatedEvent);
  const [part, setPart] = useState<Part>('this');
  const options = { onSuccess: onClose };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete “${eventTitle(event)}” from the diary?`}
      verb="Delete"
      busy={remove.isPending || removeRepeated.isPending}
      busyText="Deleting..."
      onConfirm={() =>
        part === 'later'
          ? removeRepeated.mutate({ ...event, ownerId }, options)
          : remove.mutate({ id: event.id, ownerId }, options)
      }
    >
      <div className="grid gap-3">
        {event.repeatEvery && <PartField label="Which to delete" value={part} onChange={setPart} />}
        <p>
          You can undo it for ten seconds.{event.convertedWorkId !== null && ' The work that was logged from it stays.'}
        </p>
      </div>
    </ConfirmDialog>
  );
}
