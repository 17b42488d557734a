import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { customersQuery, customerSummaryQuery } from '@/data/customers/customers';
import { Steps } from '@/features/invoices/steps';
import { LoadingCard } from '@/features/invoices/loading-card';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { ErrorState } from '@/ui/lists/list-states';
import { useAddress } from '@/ui/use-address';
import { buildParams, chosenWorks, readBuild } from './build-address';
import { CustomerPicker } from './customer-picker';
import { DraftInvoice } from './draft-invoice';
import { PeriodPicker } from './period-picker';
import { ReadyToInvoice } from './ready-to-invoice';
import { useTypedTexts } from './use-typed-texts';

/** Builds the next invoice: customer, period, items, and a preview of the sheet. */
export function BuildPage() {
  const account = useAccount();
  const [params, change] = useAddress();
  const { state } = useLocation() as { state: unknown };
  const build = readBuild(params);
  // Kept in this component, so that typed sender details stay when another customer is chosen.
  const sender = useTypedTexts('invoice-sender', account.ownerId);
  const customers = useQuery(customersQuery(account));
  const summary = useQuery(customerSummaryQuery(account.ownerId));
  const customer = customers.data?.find(({ id }) => id === build.customerId);

  // Works chosen on another screen stay chosen when the period changes, but not when the customer does.
  const set = (next: Partial<typeof build>) =>
    change((current) => buildParams({ ...readBuild(current), ...next }), {
      replace: true,
      state: 'customerId' in next ? null : state,
    });
  const customerList = customers.data ?? [];
  const unbilled = summary.data ?? new Map<string, never>();

  if (customers.isError && !customers.data) {
    return (
      <Page title="Invoices">
        <Card>
          <ErrorState onRetry={() => void customers.refetch()} />
        </Card>
      </Page>
    );
  }
  if (customers.isPending || summary.isPending) {
    return (
      <Page title="Invoices">
        <LoadingCard />
      </Page>
    );
  }
  const controls = (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <CustomerPicker
        customers={customerList}
        unbilled={unbilled}
        value={customer?.id ?? ''}
        onChange={(id) => set({ customerId: id === '' ? null : id })}
      />
      <PeriodPicker span={build} onChange={set} />
    </div>
  );
  return (
    <Page
      title="Invoices"
      view={customer?.id ?? ''}
      heading={customer && `Invoice for ${customer.name}`}
      actions={<Steps currentStep={customer ? 'Check' : 'Choose work'} />}
    >
      {customer ? (
        <DraftInvoice
          key={customer.id}
          customerId={customer.id}
          span={build}
          preselected={chosenWorks(state)}
          sender={sender}
          controls={controls}
        />
      ) : (
        <ReadyToInvoice
          controls={controls}
          customers={customerList}
          unbilled={unbilled}
          linkOf={(id) => `/invoices?${buildParams({ ...build, customerId: id }).toString()}`}
        />
      )}
    </Page>
  );
}
