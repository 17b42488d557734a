import { useMutation } from '@tanstack/react-query';
import { ClipboardCheck, Download } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import type { CompletionFilter } from '@/data/checklists/checklist-completions';
import { wasHasty, type ChecklistResult } from '@/domain/checklists/checklist';
import { RESULT_WORDS, scoreWords, supersededWords, durationWords } from '@/domain/checklists/checklist-words';
import { formatDate, isDate, localTimeIn } from '@/domain/core/time';
import { isMissing } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { LoadMore } from '@/ui/lists/load-more';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { stateWords } from '@/widgets/unsent/send-words';
import { CompletedFilters } from './completed-filters';
import { exportCompletions } from './documents';
import { ResultBadge } from './result-badge';
import { useCompletions, type ShownCompletion } from './use-completions';

// Loaded when a completed checklist is opened.
const CompletionDialog = lazy(async () => ({ default: (await import('./completion-dialog')).CompletionDialog }));

/** /completed-checklists: completed checklists, newest first. An employee sees their own. */
export function CompletedChecklistsPage() {
  const account = useAccount();
  const [params, change] = useAddress();
  const filter = useMemo(() => filterOf(params), [params]);
  const list = useCompletions(filter);
  const csvExport = useMutation(exportCompletions);
  const open = params.get('open');
  const set = (name: string, value: string | null) =>
    change(
      (current) => {
        if (value === null || value === '') current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true },
    );
  return (
    <Page
      title="Completed Checklists"
      actions={
        <>
          <Button
            busy={csvExport.isPending}
            busyText="Preparing..."
            onClick={() => csvExport.mutate({ reader: account, filter })}
          >
            <Download aria-hidden="true" />
            CSV
          </Button>
          {account.canWrite && (
            <ButtonLink to="/add-checklist" variant="main">
              <ClipboardCheck aria-hidden="true" />
              Complete
            </ButtonLink>
          )}
        </>
      }
    >
      <SnapshotAge at={list.dataUpdatedAt} />
      <CompletedFilters filter={filter} set={set} />
      <CompletionList list={list} filtered={isFiltered(filter)} onOpen={(id) => set('open', id)} />
      <Suspense fallback={null}>
        {open !== null && <CompletionDialog key={open} id={open} onClose={() => set('open', null)} />}
      </Suspense>
    </Page>
  );
}

const isResult = (text: string): text is ChecklistResult => Object.hasOwn(RESULT_WORDS, text);

/** Reads the filter from the URL; invalid values are ignored. */
function filterOf(params: URLSearchParams): CompletionFilter {
  const param = (name: string) => params.get(name) ?? '';
  const uuid = (text: string) => (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : '');
  const date = (text: string) => (isDate(text) ? text : '');
  const result = param('result');
  return {
    template: uuid(param('template')),
    machine: param('machine'),
    person: uuid(param('person')),
    result: isResult(result) ? result : '',
    from: date(param('from')),
    to: date(param('to')),
  };
}

const isFiltered = (filter: CompletionFilter) => Object.values(filter).some((value) => value !== '');

function CompletionList({
  list,
  filtered,
  onOpen,
}: {
  list: ReturnType<typeof useCompletions>;
  filtered: boolean;
  onOpen: (id: string) => void;
}) {
  const { checks, days } = list;
  const { canWrite } = useAccount();
  const today = useToday();
  const empty = filtered ? (
    <EmptyState title="Nothing was checked that fits these filters." />
  ) : (
    <EmptyState
      title="Nothing checked yet."
      action={
        canWrite && (
          <ButtonLink to="/add-checklist" size="l">
            Complete a checklist
          </ButtonLink>
        )
      }
    />
  );
  return (
    <QueryList read={list} rows={checks} empty={empty}>
      {isMissing(list) && (
        <Banner tone="warn" action={<Button onClick={() => void list.refetch()}>Try again</Button>}>
          The other checklists did not load.
        </Banner>
      )}
      {days.map(({ date, checks: ofDay }) => (
        <Card key={date} className="overflow-clip">
          <LedgerCards title={date === today ? 'Today' : formatDate(date, today)}>
            {ofDay.map((check) => (
              <CompletionCard key={check.row.id} check={check} onOpen={onOpen} />
            ))}
          </LedgerCards>
        </Card>
      ))}
      <LoadMore list={list} />
    </QueryList>
  );
}

function CompletionCard({ check: { row, entry }, onOpen }: { check: ShownCompletion; onOpen: (id: string) => void }) {
  const { role, settings } = useAccount();
  const { templateName, machine, createdByName, completedAt, seconds } = row;
  const completedBy = `${createdByName}, ${localTimeIn(settings.zone, new Date(completedAt))}`;
  const hasty = role === 'admin' && wasHasty(row) ? `Completed in ${durationWords(seconds)}` : null;
  const superseded = supersededWords(row);
  const waiting = entry && (entry.problem ? `Needs attention: ${entry.problem.sentence}` : stateWords(entry, false));
  return (
    <LedgerCard
      title={machine === null ? templateName : `${templateName}: ${machine}`}
      lines={[
        <span key="who" className="grid">
          <span>{completedBy}</span>
          {superseded !== null && <span className="text-warning">{superseded}</span>}
          {hasty !== null && <span className="text-warning">{hasty}</span>}
          {waiting !== null && <span className={entry?.problem ? 'text-danger' : undefined}>{waiting}</span>}
        </span>,
      ]}
      figure={scoreWords(row)}
      state={<ResultBadge result={row.result} />}
      onOpen={() => onOpen(row.id)}
    />
  );
}
