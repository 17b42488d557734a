import { Phone } from 'lucide-react';
import { formatDuration } from '@/domain/core/time';
import { phoneLink } from '@/domain/customers/contact-links';
import { declineWords } from '@/domain/diary/diary-event';
import { JobOfDay } from '@/features/noticeboard/your-day';
import type { DiaryEvent } from '@/records/diary';
import { Button, ButtonLink } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import type { PersonToday } from './use-crew-today';

/** One person's day as they see it themselves, to read: their jobs, what they logged, their hours. */
export function PersonDay({ person, today, onClose }: { person: PersonToday; today: string; onClose: () => void }) {
  const { id, name, phone, words, jobs, logged, minutesToday, minutesThisWeek } = person;
  const call = phoneLink(phone ?? '');
  const diary = new URLSearchParams({ view: 'day', date: today, person: name });
  return (
    <Dialog open wide title={`${name}, today`} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className="grid gap-4">
        <div className="grid gap-1">
          <p className="wrap-anywhere">{words}</p>
          <p className="text-muted">
            {formatDuration(minutesToday)} today, {formatDuration(minutesThisWeek)} this week
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:*:grow">
          {call !== null && (
            <a href={call} className="btn btn-main">
              <Phone aria-hidden="true" />
              Call {phone}
            </a>
          )}
          <ButtonLink to={`/diary?${diary.toString()}`}>Open in the diary</ButtonLink>
        </div>
        <section className="grid gap-3" aria-labelledby="planned-today">
          <h3 id="planned-today">Planned</h3>
          {jobs.length === 0 && <p className="text-muted">No job is planned for today.</p>}
          {jobs.length > 0 && (
            <ul className="grid gap-3" aria-label="Planned jobs">
              {jobs.map((event) => (
                <JobOfDay key={event.id} event={event} person={id}>
                  <JobState event={event} />
                </JobOfDay>
              ))}
            </ul>
          )}
        </section>
        {logged.length > 0 && (
          <section className="grid gap-3" aria-labelledby="logged-today">
            <h3 id="logged-today">Logged</h3>
            <ul className="grid gap-2" aria-label="Logged jobs">
              {logged.map((work) => (
                <li key={work.id} className="wrap-anywhere">
                  <span className="tabular-nums">{work.at}</span> {[work.words, ...work.machines].join(' · ')}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** How far a planned job is; nothing while it is open. A job under way already says so on its card. */
function JobState({ event }: { event: DiaryEvent }) {
  const { status, convertedWorkId, declinedReason, declinedByName } = event;
  return (
    <>
      {convertedWorkId !== null ? <p>Logged as work.</p> : status === 'done' && <p>Done, nothing to charge.</p>}
      {declinedReason !== null && (
        <p>
          {declinedByName} can’t do it: {declineWords(event)}.
        </p>
      )}
    </>
  );
}
