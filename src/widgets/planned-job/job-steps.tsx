import { useMutation } from '@tanstack/react-query';
import { Check, CirclePlay } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { declineEvent, setEventStatus } from '@/data/diary/diary-events';
import {
  declineWords,
  mayDecline,
  mayLog,
  maySetStatus,
  workDateOf,
  type EventStatus,
} from '@/domain/diary/diary-event';
import { useOffline } from '@/lib/online';
import { useWaiting } from '@/offline/outbox/outbox';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { NEEDS_SIGNAL } from '@/session/disabled-reason';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';

const DeclineDialog = lazy(async () => ({ default: (await import('./decline-dialog')).DeclineDialog }));

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

/**
 * The next steps of a planned job, as far as the person is allowed to take them. `onCancel` opens the question why the
 * job is not done; without it, the job can't be cancelled here.
 */
export function JobSteps({ event, onCancel }: { event: DiaryEvent; onCancel?: (() => void) | undefined }) {
  const account = useAccount();
  const today = useToday();
  const offline = useOffline();
  const { entries, sent } = useWaiting();
  const change = useMutation(setEventStatus);
  const takeBack = useMutation(declineEvent);
  const [declining, setDeclining] = useState(false);
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
    return <p>{event.convertedWorkId === null ? 'Logged as work: waiting on this phone.' : 'Logged as work.'}</p>;
  }
  if (event.declinedReason !== null && event.declinedBy === account.userId) {
    return (
      <>
        <p>You said that you can’t do it: {declineWords(event)}.</p>
        {canChange && (
          <div className="flex flex-wrap gap-2 max-sm:*:grow">
            <Button
              busy={takeBack.isPending}
              disabled={offline}
              onClick={() => takeBack.mutate({ id: event.id, ownerId: account.ownerId, declined: null })}
            >
              I can do it after all
            </Button>
          </div>
        )}
        {canChange && offline && <p className="text-2 text-muted">{NEEDS_SIGNAL}</p>}
      </>
    );
  }
  return (
    <>
      {event.declinedReason !== null && (
        <p>
          {event.declinedByName} can’t do it: {declineWords(event)}.
        </p>
      )}
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
        {mayDecline(event, account) && (
          <Button disabled={offline} onClick={() => setDeclining(true)}>
            Can’t do it
          </Button>
        )}
        {canChange && onCancel && account.role === 'admin' && status === 'planned' && (
          <Button disabled={offline} onClick={onCancel}>
            Cancel the job
          </Button>
        )}
      </div>
      {canChange && offline && <p className="text-2 text-muted">{NEEDS_SIGNAL}</p>}
      {declining && (
        <Suspense>
          <DeclineDialog event={event} onClose={() => setDeclining(false)} />
        </Suspense>
      )}
    </>
  );
}
