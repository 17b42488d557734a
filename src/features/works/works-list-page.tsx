import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Work } from '@/data/works';
import { Button, ButtonLink } from '@/ui/button';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/list-states';
import { Page } from '@/ui/page';
import { useWide } from '@/ui/use-wide';
import { ChosenBar } from './chosen-bar';
import { DeleteDialog } from './delete-dialog';
import { EditDialog } from './edit-dialog';
import { isId } from './list-address';
import { ListFilters } from './list-filters';
import { useWorksList, type WorksList } from './use-works-list';
import { useNearEnd } from './use-near-end';
import { WorksCards } from './works-cards';
import { WorksTable } from './works-table';
import { WorksTotalBar } from './works-totals';

const NONE: ReadonlySet<string> = new Set();

/** /works-list, "My Work" for the crew: find, check, mend and bill what was logged. */
export function WorksListPage() {
  const list = useWorksList();
  const wide = useWide();
  const [ticked, setTicked] = useState(NONE);
  const [deleting, setDeleting] = useState<Work | null>(null);
  const { account, rows, params } = list;
  const admin = account.role === 'admin';
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const edited = params.get('edit') ?? '';
  const choose = (ids: readonly string[], on: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setTicked(next);
  };
  return (
    <Page
      title={admin ? 'Works List' : 'My Work'}
      actions={
        wide && (
          <ButtonLink to="/add-work" variant="main">
            <Plus aria-hidden="true" />
            Add Work
          </ButtonLink>
        )
      }
      foot={
        <WorksTotalBar
          list={list}
          chosen={chosen.length > 0 && <ChosenBar list={list} chosen={chosen} onClear={() => setTicked(NONE)} />}
        />
      }
    >
      <ListFilters list={list} />
      <Entries
        list={list}
        table={
          wide ? (
            <WorksTable
              list={list}
              chosen={admin && account.canWrite ? ticked : null}
              onChoose={choose}
              onDelete={setDeleting}
            />
          ) : (
            <WorksCards list={list} />
          )
        }
      />
      <DeleteDialog work={deleting} account={account} today={list.today} onClose={() => setDeleting(null)} />
      {isId(edited) && <EditDialog key={edited} id={edited} list={list} onDelete={setDeleting} />}
    </Page>
  );
}

/** The list, or what stands in its place. */
function Entries({ list, table }: { list: WorksList; table: React.ReactNode }) {
  const { works, rows, view, clear } = list;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = works;
  const end = useNearEnd(hasNextPage && !isFetchingNextPage && !works.isFetchNextPageError, fetchNextPage);
  if (works.isPending) return <LoadingRows rows={8} />;
  if (works.isError && rows.length === 0) return <ErrorState onRetry={() => void works.refetch()} />;
  if (rows.length === 0) {
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
    <div className="grid gap-3" aria-busy={works.isPlaceholderData}>
      {table}
      {hasNextPage && (
        <div ref={end} className="grid justify-center">
          <Button busy={isFetchingNextPage} busyText="Loading..." onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}
