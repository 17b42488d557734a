import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { customersQuery, customerSummaryQuery } from '@/data/customers/customers';
import { counted } from '@/domain/core/word-list';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState } from '@/ui/lists/list-states';
import { NothingFits } from '@/ui/lists/nothing-fits';
import { Paged } from '@/ui/lists/paged';
import { PrintButton } from '@/ui/lists/print-button';
import { QueryList } from '@/ui/lists/query-list';
import { TotalBar } from '@/ui/lists/total-bar';
import { useAddress } from '@/ui/use-address';
import { CsvChip } from '@/widgets/csv-chip';
import { PdfButton } from '@/widgets/pdf-button';
import { SignalHint } from '@/widgets/signal-hint';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { customerSums } from './customer-columns';
import { CustomerFilters } from './customer-filters';
import { CustomerRows } from './customer-rows';
import { chooseCustomers, NO_SUMMARIES, readView, viewLink } from './customers-view';
import { PrintedCustomers } from './printed-customers';
import { useCustomerFiles } from './use-customer-files';

// Loaded on demand.
const AddCustomerDialog = lazy(async () => ({ default: (await import('./add-customer-dialog')).AddCustomerDialog }));

export function CustomerListPage() {
  const account = useAccount();
  const today = useToday();
  const online = !useOffline();
  const navigate = useNavigate();
  const [params] = useAddress();
  const admin = account.role === 'admin';
  const customers = useQuery(customersQuery(account));
  const summary = useQuery({ ...customerSummaryQuery(account.ownerId), enabled: admin });
  const view = readView(params);
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
  const importLink = admin && online && (
    <ButtonLink variant="quiet" to="/import?kind=customers">
      Import from a file
    </ButtonLink>
  );
  const words = counted(visibleCustomers.length, 'customer', 'customers');
  const sums = () => customerSums(visibleCustomers, summaries, account);
  const { saveCsv, readPrintout } = useCustomerFiles({ customers, summary, view });
  const showsSums = admin && summary.isSuccess && visibleCustomers.length > 0;

  return (
    <Page
      title="Customers"
      actions={
        wide &&
        customers.data?.length !== 0 && (
          <>
            {importLink}
            {addButton('New customer')}
          </>
        )
      }
      foot={showsSums && <TotalBar short={`${words}, outstanding`} sums={sums()} />}
    >
      {!online && customers.data && (
        <>
          <SnapshotAge at={customers.dataUpdatedAt} />
          <SignalHint />
        </>
      )}
      {customers.data?.length !== 0 && (
        <CustomerFilters
          customers={customers.data ?? []}
          admin={admin}
          end={!wide && addButton('New')}
          chips={
            <>
              <PrintButton onPress={() => window.print()} />
              <PdfButton look="chip" read={readPrintout} />
              <CsvChip save={saveCsv} />
            </>
          }
        />
      )}
      <QueryList
        card
        read={customers}
        rows={visibleCustomers}
        empty={
          customers.data?.length === 0 ? (
            <EmptyState
              title="No customers yet."
              text="A name is enough to begin with."
              action={
                <span className="flex flex-wrap justify-center gap-2">
                  {addButton('New customer')}
                  {importLink}
                </span>
              }
            />
          ) : (
            <NothingFits title="No customer fits." />
          )
        }
      >
        <Paged key={viewLink(params, {})} items={visibleCustomers}>
          {(part) => (
            <CustomerRows
              customers={part}
              all={customers.data ?? []}
              summaries={summaries}
              params={params}
              today={today}
            />
          )}
        </Paged>
      </QueryList>
      <PrintedCustomers customers={visibleCustomers} summaries={summaries} view={view} sums={showsSums ? sums() : []} />
      {!admin && params.has('new') && (
        <Suspense>
          <AddCustomerDialog
            open
            customers={customers.data ?? []}
            onClose={() => void navigate(viewLink(params, {}), { replace: true })}
          />
        </Suspense>
      )}
    </Page>
  );
}
