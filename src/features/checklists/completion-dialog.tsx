import { useMutation, useQuery } from '@tanstack/react-query';
import { attachmentsQuery } from '@/data/attachments';
import { completionQuery } from '@/data/checklists/checklist-completions';
import { bySection, NO_ANSWER, outcomeOf } from '@/domain/checklists/checklist';
import {
  answerWords,
  arrivalWords,
  limitWords,
  scoreWords,
  supersededWords,
  durationWords,
} from '@/domain/checklists/checklist-words';
import { formatDateLong, localTimeIn } from '@/domain/core/time';
import { waitsForSignal } from '@/lib/read-state';
import { useWaiting } from '@/offline/outbox/outbox';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import { COMPLETION, type Completion } from '@/records/completions';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { QueryList } from '@/ui/lists/query-list';
import { Dialog } from '@/ui/popups/dialog';
import { completionOf } from '@/widgets/checklists/use-latest-checks';
import { Thumbnail } from '@/widgets/photos/photo-field';
import { printCompletion } from './documents';
import { ResultBadge } from './result-badge';

/** Shows one completed checklist: from the outbox if it is there, otherwise from the database. */
export function CompletionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const account = useAccount();
  const { entries, sent } = useWaiting();
  const entry = [...entries, ...sent].find((one) => one.kind === COMPLETION.kind && one.id === id);
  const query = useQuery({ ...completionQuery(account, id), enabled: entry === undefined });
  const print = useMutation(printCompletion);
  const { rowOf } = useCurrentNames();
  const completion = entry ? completionOf(entry, account) : query.data ? rowOf(query.data) : null;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={completion?.templateName ?? 'Completed checklist'}
      actions={
        <>
          {completion && (
            <Button
              busy={print.isPending}
              busyText="Preparing..."
              onClick={() => print.mutate({ completion, account })}
            >
              PDF
            </Button>
          )}
          <Button variant="main" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {completion ? (
        <CompletionDetails completion={completion} />
      ) : (
        <QueryList read={query}>
          <p>This checklist is not there.</p>
        </QueryList>
      )}
    </Dialog>
  );
}

const setAutofocus = (head: HTMLElement | null) => head?.setAttribute('autofocus', '');

function CompletionDetails({ completion }: { completion: Completion }) {
  const { zone } = useAccount().settings;
  const today = useToday();
  const { machine, hoursReading, createdByName, doneOn, completedAt, seconds, version, items, answers } = completion;
  const time = localTimeIn(zone, new Date(completedAt));
  const facts = [
    machine,
    hoursReading === null ? null : `${hoursReading} h on the meter`,
    `${createdByName}, ${formatDateLong(doneOn, today)} at ${time}`,
    arrivalWords(completion, zone),
    supersededWords(completion),
    `Completed in ${durationWords(seconds)}, version ${version}`,
  ].filter((fact) => fact !== null);
  return (
    <div className="grid gap-4">
      {/* Focus the top of the dialog; otherwise the focus goes to the first photo and scrolls down to it. */}
      <div ref={setAutofocus} tabIndex={-1} className="flex flex-wrap items-center gap-3 outline-none">
        <ResultBadge result={completion.result} />
        <b className="total">{scoreWords(completion)}</b>
      </div>
      <ul className="text-2 text-muted">
        {facts.map((fact) => (
          <li key={fact} className="wrap-anywhere">
            {fact}
          </li>
        ))}
      </ul>
      {bySection(items).map(({ section, items: ofSection }) => (
        <section key={ofSection[0]?.at ?? section} className="grid gap-1">
          {section !== '' && <h3 className="text-3">{section}</h3>}
          <dl className="grid">
            {ofSection.map(({ item, at }) => {
              const answer = answers[at] ?? NO_ANSWER;
              const isDefect = outcomeOf(item, answer) === 'defect';
              const limits = limitWords(item);
              return (
                <div key={at} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line py-2">
                  <dt className={`wrap-anywhere ${isDefect ? 'font-semibold text-danger' : ''}`}>
                    {item.prompt}
                    {item.critical && <span className="text-2 font-normal text-muted"> (critical)</span>}
                  </dt>
                  <dd className={`max-w-48 text-end wrap-anywhere ${isDefect ? 'font-semibold text-danger' : ''}`}>
                    {answerWords(item, answer)}
                  </dd>
                  {limits !== '' && <dd className="hint col-span-2">Should be {limits}.</dd>}
                  {answer.comment !== '' && (
                    <dd className="col-span-2 whitespace-pre-line wrap-anywhere">{answer.comment}</dd>
                  )}
                  {answer.photos.length > 0 && (
                    <dd className="col-span-2">
                      <Photos completion={completion.id} photos={answer.photos} label={item.prompt} />
                    </dd>
                  )}
                </div>
              );
            })}
          </dl>
        </section>
      ))}
      {completion.notes !== null && <p className="whitespace-pre-line wrap-anywhere">{completion.notes}</p>}
      {completion.signature !== null && <Signature path={completion.signature} signedBy={createdByName} />}
    </div>
  );
}

function Photos({ completion, photos, label }: { completion: string; photos: readonly string[]; label: string }) {
  const account = useAccount();
  const uploaded = useQuery(attachmentsQuery(account.ownerId, completion));
  const onDevice = useQuery(keptPhotosQuery(account.userId, completion));
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map((id, at) => {
        const name = `${label}, photo ${at + 1}`;
        const devicePhoto = onDevice.data?.find((one) => one.id === id);
        const url = uploaded.data?.find((one) => one.id === id)?.url;
        return (
          <li key={id}>
            {url ? (
              <a href={url} target="_blank" rel="noreferrer">
                <img
                  src={url}
                  alt={name}
                  width={96}
                  height={96}
                  loading="lazy"
                  className="size-24 rounded-2 bg-sunken object-cover"
                />
              </a>
            ) : devicePhoto ? (
              <Thumbnail bytes={devicePhoto.bytes} mime={devicePhoto.mime} label={`${name}, only on this phone`} />
            ) : (
              <span className="hint grid size-24 place-items-center rounded-2 bg-sunken text-center">
                {waitsForSignal(uploaded) ? 'Needs signal' : uploaded.isPending ? 'Loading...' : 'Only on this phone'}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Signature({ path, signedBy }: { path: string; signedBy: string }) {
  return (
    <figure className="grid gap-1">
      <figcaption className="hint">Signature</figcaption>
      <svg
        viewBox="0 0 1000 400"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> does not inherit the text colour
        role="img"
        aria-label={`Signature of ${signedBy}`}
        className="h-24 max-w-full text-text"
      >
        <path d={path} fill="none" stroke="currentColor" strokeWidth={6} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </figure>
  );
}
