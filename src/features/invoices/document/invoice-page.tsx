import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { invoiceQuery } from '@/data/invoices/invoices';
import { readerOf, worksOfInvoiceQuery } from '@/data/works/works';
import { invoiceState, isCreditNoteNumber } from '@/domain/invoices/invoice';
import { LoadingCard } from '@/features/invoices/loading-card';
import { Steps, type Step } from '@/features/invoices/steps';
import { toast } from '@/lib/toast';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { ErrorState } from '@/ui/lists/list-states';
import { InvoiceFacts } from './invoice-facts';
import { invoiceView } from './invoice-view';
import { SheetPanel } from './sheet-panel';

const BACK = { to: '/view-invoices', label: 'View Invoices' };
const STEP_BY_STATE = {
  generated: 'Send',
  sent: 'Paid',
  overdue: 'Paid',
  paid: 'done',
  cancelled: null,
  credited: null,
  credit: null,
  refund: null,
  refunded: null,
} as const satisfies Record<ReturnType<typeof invoiceState>['kind'], Step | null>;

/** One invoice or credit note by its number: the frozen sheet, its state, and the next steps. */
export function InvoicePage({ number }: { number: string }) {
  const scope = readerOf(useAccount());
  const today = useToday();
  const stored = useQuery(invoiceQuery(scope.ownerId, number));
  const works = useQuery(worksOfInvoiceQuery(scope, number));
  const invoice = stored.data;
  const title = `${isCreditNoteNumber(number) ? 'Credit note' : 'Invoice'} ${number}`;

  // The invoice is missing, or was withdrawn after its works were read. Cached works may be outdated: wait until they
  // are fetched again before reporting the error.
  if (invoice === null && works.data && (works.data.length === 0 || !works.isFetching))
    return (
      <InvoiceNotFound
        sentence={
          works.data.length === 0
            ? `Could not find works for invoice #${number}.`
            : `Could not find invoice #${number}.`
        }
      />
    );
  const failed = [stored, works].find(({ isError, data }) => isError && data === undefined);
  if (failed || !invoice || !works.data) {
    return (
      <Page title={title} back={BACK} view={number}>
        {failed ? (
          <Card>
            <ErrorState onRetry={() => void failed.refetch()} />
          </Card>
        ) : (
          <LoadingCard />
        )}
      </Page>
    );
  }
  const view = invoiceView(invoice, works.data);
  const state = invoiceState(invoice, today);
  const step = state.kind === 'overdue' && !state.sent ? 'Send' : STEP_BY_STATE[state.kind];
  return (
    <Page
      title={title}
      subtitle={view.selectedCustomer}
      back={BACK}
      view={number}
      // An invoice that was paid before it was sent, for example in cash, was not sent by that.
      actions={step && <Steps currentStep={step} skipped={invoice.sentAt === null ? 'Send' : undefined} />}
    >
      <div className="two-panes">
        <InvoiceFacts invoice={invoice} view={view} state={state} />
        <SheetPanel title={title} invoice={invoice} share />
      </div>
    </Page>
  );
}

/** There is no invoice with this number: shows a toast and returns to /invoices. */
function InvoiceNotFound({ sentence }: { sentence: string }) {
  useEffect(() => {
    toast({ tone: 'error', title: 'Not Found', description: sentence });
  }, [sentence]);
  return <Navigate to="/invoices" replace />;
}
