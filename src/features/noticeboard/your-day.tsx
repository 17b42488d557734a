import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { nearEventsQuery } from '@/data/diary/diary-events';
import { eventTitle, jobsOfDay, rainWords, STATUS_WORDS, timeWords } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { QueryList } from '@/ui/lists/query-list';
import { CustomerHazards } from '@/widgets/customer-hazards';
import { JobSteps } from '@/widgets/planned-job/job-steps';
import { optionalPart } from '@/ui/optional-part';

// Loaded on demand: the jobs are shown first.
const ChecksAndHours = optionalPart(async () => (await import('./checks-and-hours')).ChecksAndHours);

/**
 * What is planned today for an employee, in order, with what they need on the way; the checks due, and their hours this
 * week. Reads the device's copy offline.
 */
export function YourDay({ today }: { today: string }) {
  const account = useAccount();
  const events = useQuery(nearEventsQuery(account, today));
  const jobs = jobsOfDay(events.data ?? [], today, account);
  const open = jobs.filter(({ status, convertedWorkId }) => status !== 'done' && convertedWorkId === null);
  return (
    <section className="grid gap-3 lg:col-start-1" aria-labelledby="your-day">
      <h2 id="your-day" className="text-4">
        Your day
      </h2>
      <QueryList card read={events} loading={{ rows: 2, text: 'Loading your day...' }}>
        {open.length === 0 && (
          <p className="text-muted">
            {jobs.length > 0 ? 'Every job planned for today is done.' : 'No job is planned for you today.'}
          </p>
        )}
      </QueryList>
      {open.length > 0 && (
        <ul className="grid gap-3" aria-label="Jobs of today">
          {open.map((event) => (
            <JobOfDay key={event.id} event={event} person={account.userId}>
              <JobSteps event={event} />
            </JobOfDay>
          ))}
        </ul>
      )}
      <Suspense>
        <ChecksAndHours jobs={open} today={today} />
      </Suspense>
    </section>
  );
}

/** A planned job with what its driver needs on the way. `person`: whose day it is part of. */
export function JobOfDay({ event, person, children }: { event: DiaryEvent; person: string; children: ReactNode }) {
  const { title, taskName, customer, status, notes, assignedTo, assignedNames } = event;
  const time = timeWords(event);
  const lines = [
    title === null ? '' : [taskName, customer].filter(Boolean).join(', '),
    // Names are shown only if others come too.
    assignedTo.length === 0 && 'For whoever has time',
    assignedTo.some((id) => id !== person) && assignedNames.join(', '),
    status === 'in_progress' && STATUS_WORDS[status],
    rainWords(event),
  ];
  return (
    <li className="card grid gap-3 p-4">
      <div>
        <h3 className="text-3 wrap-anywhere">
          {time !== null && <span className="tabular-nums">{time} </span>}
          {eventTitle(event)}
        </h3>
        {lines.map(
          (line) =>
            line && (
              <p key={line} className="text-muted wrap-anywhere">
                {line}
              </p>
            ),
        )}
      </div>
      {notes !== null && <p className="whitespace-pre-line wrap-anywhere">{notes}</p>}
      <CustomerHazards name={customer} open />
      {children}
    </li>
  );
}
