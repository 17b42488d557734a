import { useQuery } from '@tanstack/react-query';
import { Copy, FileSignature, ReceiptText, Scale, Trash2, UserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { readerOf, workQuery } from '@/data/works/works';
import { formatDate, formatDuration } from '@/domain/core/time';
import { amountWords, minutesOf, priceWords, timesWords, workValueWords } from '@/domain/works/work-words';
import type { WorksList } from '@/features/works/list/use-works-list';
import { lockOf } from '@/features/works/list/work-lock';
import { invoicePath } from '@/features/works/list/works-table';
import { useOffline } from '@/lib/online';
import { isLoading } from '@/lib/read-state';
import { WORK, type Work } from '@/records/works';
import { useCurrentNames } from '@/session/current-names';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { QueryList } from '@/ui/lists/query-list';
import { Dialog } from '@/ui/popups/dialog';
import { History } from '@/widgets/history/history';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { EntryProblem } from '@/widgets/unsent/entry-problem';
import { WorkState } from '@/widgets/work-state';
import { EditForm } from './edit-form';
import { MovementLink } from './movement-link';
import { WorkClock } from './work-clock';

// Loaded on demand: it needs signal.
const WhoDialog = lazy(async () => ({ default: (await import('./who-dialog')).WhoDialog }));

/** Dialog of one entry: its form, or the reason why it can't be edited. */
export function EditDialog({ id, list, onDelete }: { id: string; list: WorksList; onDelete: (work: Work) => void }) {
  const { account, close } = list;
  const waiting = list.entriesAbove.find(({ entry }) => entry.id === id);
  const listedWork = list.find(id);
  const query = useQuery({
    ...workQuery(readerOf(account), id),
    // An entry that is only in the outbox can't be fetched.
    enabled: waiting?.entry.action !== 'insert',
    ...(listedWork && { initialData: listedWork, initialDataUpdatedAt: list.at }),
  });
  const { rowOf } = useCurrentNames();
  const shown = list.rows.find((row) => row.id === id);
  const work = waiting?.work ?? (listedWork && shown ? shown : query.data && rowOf(query.data));
  // The list behind the dialog already shows that it is loading.
  if (isLoading(query) && !work) return null;
  if (work && lockOf(work, account) === null) {
    return (
      <EditForm
        key={id}
        work={work}
        list={list}
        onClose={close}
        end={work.updatedAt !== '' && <WorkHistory work={work} />}
      >
        <EntryHead work={work} list={list} onDelete={onDelete} />
        <WorkClock work={work} />
      </EditForm>
    );
  }
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={work ? work.taskName : 'Work entry'}
      actions={
        <Button variant="main" onClick={close}>
          Close
        </Button>
      }
    >
      {work ? (
        <Locked work={work} list={list} onDelete={onDelete} />
      ) : (
        <QueryList read={query}>
          <p>This entry is not there any more.</p>
        </QueryList>
      )}
    </Dialog>
  );
}

type PartProps = { work: Work; list: WorksList; onDelete: (work: Work) => void };

/** Author and status of the entry, and further actions. */
function EntryHead({ work, list: { account, today, close, openDocket, openMargin }, onDelete }: PartProps) {
  const [asksWho, setAsksWho] = useState(false);
  const offline = useOffline();
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 text-2 text-muted">
        <WorkState work={work} today={today} />
        <span>Logged by {work.createdByName}</span>
      </p>
      <div className="-mx-quiet flex flex-wrap">
        {work.updatedAt !== '' && (
          <ButtonLink variant="quiet" to={`/add-work?copy=${work.id}`}>
            <Copy aria-hidden="true" />
            Same again today
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" to={openDocket(work.jobId || work.id)}>
          <FileSignature aria-hidden="true" />
          Docket
        </ButtonLink>
        {account.role === 'admin' && work.updatedAt !== '' && (
          <ButtonLink variant="quiet" to={openMargin(work.jobId || work.id)}>
            <Scale aria-hidden="true" />
            Margin
          </ButtonLink>
        )}
        {account.role === 'admin' && account.canWrite && work.updatedAt !== '' && (
          <Button variant="quiet" disabled={offline} onClick={() => setAsksWho(true)}>
            <UserRound aria-hidden="true" />
            Who did it
          </Button>
        )}
        <MovementLink work={work} />
        {work.invoiceNumber !== null && account.role === 'admin' && (
          <ButtonLink variant="quiet" to={invoicePath(work.invoiceNumber)}>
            <ReceiptText aria-hidden="true" />
            View invoice
          </ButtonLink>
        )}
        {lockOf(work, account) === null && (
          <Button
            variant="quiet"
            className="text-danger"
            onClick={() => {
              close();
              onDelete(work);
            }}
          >
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        )}
      </div>
      <EntryProblem id={work.id} />
      <Suspense>{asksWho && <WhoDialog work={work} account={account} onClose={() => setAsksWho(false)} />}</Suspense>
    </div>
  );
}

function Locked({ work, list, onDelete }: PartProps) {
  const { account, today } = list;
  const { currency, seesRates, incrementMinutes } = account.settings;
  const minutes = minutesOf(work);
  const facts: [string, string | null][] = [
    ['Customer', work.customer],
    ['Date', formatDate(work.workDate, today)],
    ['Quantity', amountWords(work, incrementMinutes)],
    ['Rate', seesRates ? priceWords(work, currency) : ''],
    ['Value', seesRates ? workValueWords(work, currency) : ''],
    ['Times', minutes === null ? '' : `${timesWords(work)}, ${formatDuration(minutes)}`],
    ['Description', work.taskDescription],
    ['Note', work.notes],
  ];
  return (
    <div className="grid gap-4">
      <EntryHead work={work} list={list} onDelete={onDelete} />
      <WorkClock work={work} />
      <Banner tone="note">{lockOf(work, account)}</Banner>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-2 text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <EntryPhotos parent={work.id} readOnly={work.invoiceNumber !== null} />
      <WorkHistory work={work} />
    </div>
  );
}

const WorkHistory = ({ work }: { work: Work }) => (
  <div className="mx-[calc(-1*min(1rem,5vw))]">
    <History
      of={WORK}
      id={work.id}
      name={work.taskName}
      createdBy={work.createdByName}
      createdAt={work.createdAt}
      unit={work.chargeableUnit}
      times={{ start: work.startTime, finish: work.finishTime }}
    />
  </div>
);
