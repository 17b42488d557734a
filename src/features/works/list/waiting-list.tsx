import { Link } from 'react-router-dom';
import { formatDate } from '@/domain/core/time';
import { amountWords, workValueWords } from '@/domain/works/work-words';
import type { WaitingWork } from '@/features/works/entries/waiting-works';
import type { Entry } from '@/offline/outbox/entry';
import { waitingJob } from '@/offline/outbox/job-lines';
import { useWaiting } from '@/offline/outbox/outbox';
import { stateWords } from '@/widgets/unsent/send-words';
import type { WorksList } from './use-works-list';

const ACTION_PREFIX = { insert: '', update: 'Change: ', delete: 'Deletion: ' } as const;

/** Entries in the outbox, shown above the list. */
export function WaitingList({ list }: { list: WorksList }) {
  const { entriesAbove } = list;
  const { entries } = useWaiting();
  if (entriesAbove.length === 0) return null;
  const unsent = new Set(entries.filter(({ action }) => action === 'insert').map(({ id }) => id));
  return (
    <section aria-labelledby="waiting-works" className="grid gap-2">
      <h2 id="waiting-works" className="text-3">
        Waiting on this phone
      </h2>
      <ul className="card card-rows">
        {entriesAbove.map((waiting) => (
          <WaitingRow
            key={`${waiting.entry.seq} ${waiting.entry.id}`}
            waiting={waiting}
            job={waitingJob(entries, waiting.work)}
            waitsForParent={waiting.entry.parents.some((id) => unsent.has(id))}
            list={list}
          />
        ))}
      </ul>
    </section>
  );
}

function WaitingRow({
  waiting: { entry, work },
  job,
  waitsForParent,
  list: { account, today, open },
}: {
  waiting: WaitingWork;
  /** The unsent entry of the whole job, if this is one of its lines: the link then opens the job. */
  job: Entry | undefined;
  waitsForParent: boolean;
  list: WorksList;
}) {
  const { currency, seesRates, incrementMinutes } = account.settings;
  const facts = [work.customer, formatDate(work.workDate, today), amountWords(work, incrementMinutes)];
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <strong className="min-w-0 flex-1">
            {ACTION_PREFIX[entry.action]}
            {work.taskName}
          </strong>
          {seesRates && <b>{workValueWords(work, currency)}</b>}
        </span>
        <span className="block text-2 text-muted">{facts.filter(Boolean).join(', ')}</span>
        <span className={`block text-2 ${entry.problem ? 'text-danger' : 'text-muted'}`}>
          {stateWords(entry, waitsForParent)}
          {entry.problem && `: ${entry.problem.sentence}`}
        </span>
      </span>
    </>
  );
  return (
    <li>
      {entry.action === 'delete' ? (
        <div className="alert-row">{content}</div>
      ) : (
        <Link to={job ? `/add-work?job=${job.id}` : open(entry.id)} className="alert-row">
          {content}
        </Link>
      )}
    </li>
  );
}
