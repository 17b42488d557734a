import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { customersQuery, customerSummaryQuery } from '@/data/customers/customers';
import { add, formatMoney } from '@/domain/core/money';
import { withParams } from '@/lib/params';
import { useAccount } from '@/session/account';
import { useOffline } from '@/session/connection';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { Paged } from '@/ui/lists/paged';
import { PrintButton } from '@/ui/lists/print-button';
import { TotalBar } from '@/ui/lists/total-bar';
import { useAddress, usePendingValue } from '@/ui/use-address';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { CustomerFilters } from './customer-filters';
import { CustomerRows } from './customer-rows';
import { chooseCustomers, readView, viewLink, type Summaries } from './customers-view';
import { PrintedCustomers } from './printed-customers';

// Loaded on demand.
const NameDialog = lazy(async () => ({ default: (await import('./name-dialog')).NameDialog }));

const NO_SUMMARIES: Summaries = new Map();

export function CustomerListPage() {
  const account = useAccount();
  const today = useToday();
  const online = !useOffline();
  const navigate = useNavigate();
  const [params, change] = useAddress();
  const admin = account.role === 'admin';
  const customers = useQuery(customersQuery(account));
  const summary = useQuery({ ...customerSummaryQuery(account.ownerId), enabled: admin });
  const view = readView(params);
  const [search, setSearch] = usePendingValue(view.search);
  const changeSearch = (text: string) => {
    setSearch(text);
    change((current) => withParams(current, { q: text }), { replace: true });
  };
  const summaries = summary.data ?? NO_SUMMARIES;
  const visibleCustomers = chooseCustomers(customers.data ?? [], summaries, view, today);

  const wide = useWide();
  const addButton = (words: string) =>
    online && (
      <ButtonLink variant="main" to={viewLink(params, { new: '1' })} aria-label="New customer">
        <Plus aria-hidden="true" />
        {words}
      </ButtonLink>
    );
  const sumOf = (field: 'unbilled' | 'outstanding') =>
    formatMoney(
      add(...visibleCustomers.flatMap(({ id }) => summaries.get(id)?.[field] ?? [])),
      account.settings.currency,
    );
  const words = visibleCustomers.length === 1 ? '1 customer' : `${visibleCustomers.length} customers`;
  const sums = () => [
    { label: 'Customers', value: visibleCustomers.length },
    { label: 'Uninvoiced', value: sumOf('unbilled') },
    { label: 'Outstanding', value: sumOf('outstanding') },
  ];
  const showsSums = admin && summary.isSuccess && visibleCustomers.length > 0;

  return (
    <Page
      title="Customers"
      actions={wide && customers.data?.length !== 0 && addButton('New customer')}
      foot={showsSums && <TotalBar short={`${words}, outstanding`} sums={sums()} />}
    >
      {!online && customers.data && (
        <>
          <SnapshotAge at={customers.dataUpdatedAt} />
          <p className="hint">You need signal to change this.</p>
        </>
      )}
      {customers.data?.length !== 0 && (
        <CustomerFilters
          customers={customers.data ?? []}
          admin={admin}
          search={search}
          onSearch={changeSearch}
          end={
            <>
              <PrintButton onPress={() => window.print()} />
              {!wide && addButton('New')}
            </>
          }
        />
      )}
      {customers.isPending ? (
        <Card>
          <LoadingRows />
        </Card>
      ) : !customers.data ? (
        <Card>
          <ErrorState onRetry={() => void customers.refetch()} />
        </Card>
      ) : customers.data.length === 0 ? (
        <Card>
          <EmptyState
            title="No customers yet."
            text="A name is enough to begin with."
            action={addButton('New customer')}
          />
        </Card>
      ) : visibleCustomers.length === 0 ? (
        <Card>
          <EmptyState
            title="No customer fits."
            text="Change the search or the filters."
            action={
              <Button onClick={() => change(() => new URLSearchParams(), { replace: true })}>Clear filters</Button>
            }
          />
        </Card>
      ) : (
        <Paged key={viewLink(params, {})} items={visibleCustomers}>
          {(part) => (
            <CustomerRows customers={part} all={customers.data} summaries={summaries} params={params} today={today} />
          )}
        </Paged>
      )}
      <PrintedCustomers customers={visibleCustomers} summaries={summaries} sums={showsSums ? sums() : []} />
      {!admin && params.has('new') && (
        <Suspense>
          <NameDialog
            open
            customers={customers.data ?? []}
            onClose={() => void navigate(viewLink(params, {}), { replace: true })}
          />
        </Suspense>
      )}
    </Page>
  );
}
