import { keepPreviousData, useIsMutating, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { customerQuery } from '@/data/customers/customers';
import { issueInvoice } from '@/data/invoices/invoice-changes';
import { invoiceSettingsQuery, newSettings } from '@/data/invoices/invoice-settings';
import { readerOf, unbilledWorksQuery } from '@/data/works/works';
import { LoadingCard } from '@/features/invoices/loading-card';
import type { Span } from '@/features/invoices/periods';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Card } from '@/ui/layout/card';
import { ErrorState } from '@/ui/lists/list-states';
import { DraftForm } from './draft-form';
import { useStoredOrder } from './use-order-number';
import { useTypedTexts, type TypedTexts } from './use-typed-texts';

/** True while an invoice is being issued. */
const useIsIssuing = (): boolean => useIsMutating({ mutationKey: issueInvoice.mutationKey }) > 0;

/** Loads what the draft needs: customer, invoice settings, and the works not yet invoiced. */
export function DraftInvoice({
  customerId,
  span,
  preselected,
  sender,
  controls,
}: {
  customerId: string;
  span: Span;
  preselected: readonly string[] | null;
  /** What is being typed for the invoice settings. */
  sender: TypedTexts;
  controls: ReactNode;
}) {
  const account = useAccount();
  const { email, settings: accountSettings } = account;
  const scope = readerOf(account);
  const today = useToday();
  // While the invoice is issued its works leave this list; keep the draft unchanged until the invoice is shown.
  const enabled = !useIsIssuing();
  const customer = useQuery(customerQuery(scope.ownerId, customerId));
  const settings = useQuery(invoiceSettingsQuery(scope.ownerId));
  const works = useQuery({
    ...unbilledWorksQuery(scope, customerId, span.from, span.to),
    enabled,
    // Keep the draft mounted while the period changes: it holds added items, and the date that is being typed.
    placeholderData: keepPreviousData,
  });
  const storedOrder = useStoredOrder(customerId);
  const address = useTypedTexts(`customer-address-${customerId}`, customerId);
  const failed = [customer, settings, works].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    return (
      <Card>
        <ErrorState onRetry={() => void failed.refetch()} />
      </Card>
    );
  }
  if (
    !customer.data ||
    settings.data === undefined ||
    !works.data ||
    !storedOrder ||
    sender.isDraftLoading ||
    address.isDraftLoading
  ) {
    return (
      <div className="two-panes">
        <div className="grid grid-cols-1 gap-3">
          {controls}
          <LoadingCard />
        </div>
        <section className="sheet-area min-h-80 max-lg:hidden" aria-label="Invoice sheet" />
      </div>
    );
  }
  return (
    <DraftForm
      controls={controls}
      customer={customer.data}
      settings={settings.data ?? newSettings(accountSettings.region, email)}
      works={works.data}
      isPreviousPeriod={works.isPlaceholderData}
      hasPeriod={span.from !== null || span.to !== null}
      preselected={preselected}
      today={today}
      storedOrder={storedOrder}
      sender={sender}
      address={address}
    />
  );
}
