import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { formatDateDated } from '@/domain/core/time';
import { isUuid } from '@/lib/params';
import type { Work } from '@/records/works';
import { Button, ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { usePrintList } from '@/ui/lists/print-table';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { ChosenBar } from './chosen/chosen-bar';
import { DeleteDialog } from './edit/delete-dialog';
import { ListFilters } from './filters/list-filters';
import { Grouped } from './groups/grouped';
import { PrintedWorks } from './list/printed-works';
import { useListAddress } from './list/use-list-address';
import { useWorksList, type WorksList } from './list/use-works-list';
import { WaitingList } from './list/waiting-list';
import { WorksCards } from './list/works-cards';
import { WorksTable } from './list/works-table';
import { WorksTotalBar } from './list/works-totals';

// Loaded on demand.
const EditDialog = lazy(async () => ({ default: (await import('./edit/edit-dialog')).EditDialog }));

const DocketDialog = lazy(async () => ({ default: (await import('./docket/docket-dialog')).DocketDialog }));

const MarginDialog = lazy(async () => ({ default: (await import('./docket/margin-dialog')).MarginDialog }));

/** /works-list, called "My Work" for employees: find, check, correct and invoice what was logged. */
export function WorksListPage() {
  const address = useListAddress();
  const list = useWorksList(address);
  const { print } = usePrintList({
    loaded: list.rows.length,
    // A grouped list is printed from its groups.
    hasMore: list.hasMore && list.view.group === null,
    failed: list.moreFailed,
    loadMore: list.loadMore,
  });
  const readPrintout = useReadPrintout(list);
  const wide = useWide();
  const [choosing, setChoosing] = useState(false);
  const [workToDelete, setWorkToDelete] = useState<Work | null>(null);
  const { account, rows, ticks, params } = list;
  const admin = account.role === 'admin';
  const title = admin ? 'Works List' : 'My Work';
  const canPick = admin && account.canWrite && !list.offline;
  const chosen = ticks.ids.size > 0 ? rows.filter(({ id }) => ticks.ids.has(id)) : [];
  const editedId = params.get('edit') ?? '';
  const docketId = params.get('docket') ?? '';
  const marginId = params.get('margin') ?? '';
  return (
    <Page
      title={title}
      actions={
        wide && (
          <>
            {admin && account.canWrite && <ButtonLink to="/day-sheet">Day sheet</ButtonLink>}
            <ButtonLink to="/add-work" variant="main">
              <Plus aria-hidden="true" />
              Add Work
            </ButtonLink>
          </>
        )
      }
      foot={<WorksTotalBar list={list} chosen={chosen.length > 0 && <ChosenBar list={list} chosen={chosen} />} />}
    >
      <SnapshotAge at={list.isError ? undefined : list.at} />
      <WaitingList list={list} />
      <ListFilters
        address={address}
        painted={list.painted}
        totals={list.totals}
        print={print}
        readPrintout={readPrintout}
      />
      <MissingEntriesNote list={list} />
      <Entries
        list={list}
        title={title}
        tableShowsLoading={wide && list.view.group === null}
        table={
          wide ? (
            <WorksTable list={list} pick={canPick} onDelete={setWorkToDelete} />
          ) : (
            <>
              {canPick && (
                <ChooseMode
                  on={choosing}
                  onChange={(on) => {
                    setChoosing(on);
                    if (!on) ticks.clear();
                  }}
                />
              )}
              <WorksCards list={list} choosing={choosing && canPick} />
            </>
          )
        }
      />
      {list.view.group === null && <PrintedWorks list={list} title={title} />}
      <DeleteDialog work={workToDelete} account={account} today={list.today} onClose={() => setWorkToDelete(null)} />
      <Suspense fallback={null}>
        {isUuid(docketId) && <DocketDialog key={docketId} id={docketId} onClose={list.close} />}
        {admin && isUuid(marginId) && <MarginDialog key={marginId} id={marginId} onClose={list.close} />}
        {isUuid(editedId) && <EditDialog key={editedId} id={editedId} list={list} onDelete={setWorkToDelete} />}
      </Suspense>
    </Page>
  );
}

/** Returns a function that reads the list when it is called. It never changes, so the filters do not re-render. */
function useReadPrintout(list: WorksList) {
  const client = useQueryClient();
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);
  return useCallback(
    async () => (await import('./groups/works-printout')).worksPrintout(latest.current, client),
    [client],
  );
}

/** On a phone, pressing an entry opens it; in the mode that this button switches on, it ticks the entry. */
function ChooseMode({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <div className="-my-3 flex items-center justify-between gap-3">
      <span className="text-2 text-muted">{on && 'Tap entries to choose them.'}</span>
      <Button variant="quiet" className="-mr-quiet" aria-pressed={on} onClick={() => onChange(!on)}>
        {on ? 'Done' : 'Choose'}
      </Button>
    </div>
  );
}

/** Says what is missing in the offline list. */
function MissingEntriesNote({ list: { offline, copied } }: { list: WorksList }) {
  if (!offline || copied?.border == null) return null;
  return <p className="hint">Invoiced entries before {formatDateDated(copied.border)} are not on this phone.</p>;
}

/** The list, or its loading, error or empty state. `tableShowsLoading`: the table has its own loading state. */
function Entries({
  list,
  title,
  table,
  tableShowsLoading,
}: {
  list: WorksList;
  title: string;
  table: React.ReactNode;
  tableShowsLoading: boolean;
}) {
  const { rows, view, clear } = list;
  if (list.isPending && !tableShowsLoading) return <LoadingRows rows={8} />;
  if (list.isError) return <ErrorState onRetry={list.retry} />;
  if (rows.length === 0 && !list.isPending) {
    return view.filtered ? (
      <EmptyState
        title="No entries match these filters."
        action={
          <Button size="l" onClick={clear}>
            Clear filters
          </Button>
        }
      />
    ) : (
      <EmptyState
        title="No work logged yet."
        action={
          <ButtonLink to="/add-work" size="l" variant="main">
            <Plus aria-hidden="true" />
            Add Work
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="grid gap-3" aria-busy={list.isPlaceholder}>
      <Grouped list={list} title={title}>
        {table}
      </Grouped>
      {list.moreFailed && (
        <div className="grid justify-items-center">
          <Button onClick={list.loadMore}>Load more</Button>
        </div>
      )}
    </div>
  );
}
