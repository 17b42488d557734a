import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Invoice } from '@/data/invoices/invoices';
import { formatMoney } from '@/domain/core/money';
import { formatDate, todayIn } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { InvoiceState } from '@/domain/invoices/invoice';
import { useReminderRequest } from '@/features/invoices/reminder-link';
import { InvoiceStateBadge } from '@/features/invoices/invoice-state-badge';
import { useOnline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { History } from '@/widgets/history/history';
import { InvoiceActions } from './invoice-actions';
import { InvoiceMails, MailTroubleBanner } from './invoice-mails';
import type { InvoiceView } from './invoice-view';
import { storedFileQuery } from './mail-invoice';

/** The amount owed, the state with its dates, the related document, and the next step. */
export function InvoiceFacts({ invoice, view, state }: { invoice: Invoice; view: InvoiceView; state: InvoiceState }) {
  const [reminderRequested, clearRequest] = useReminderRequest();
  const { settings } = useAccount();
  const today = useToday();
  useStorePdf(invoice);
  const dateOf = (instant: string | null) =>
    instant === null ? null : formatDate(todayIn(settings.zone, new Date(instant)), today);
  const isCreditNote = invoice.kind === 'credit_note';
  const open = !isCreditNote && invoice.voidedAt === null && invoice.creditedAt === null;
  return (
    <section className="grid grid-cols-1 gap-3" aria-label="Progress">
      <div className="card grid grid-cols-1 gap-3 p-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="total text-5 sm:text-6">{formatMoney(view.total, invoice.currency)}</p>
          <InvoiceStateBadge state={state} filled />
        </div>
        <dl className="grid gap-1 text-2">
          <Fact label="Generated">{dateOf(invoice.generatedAt)}</Fact>
          <Fact label="Sent">{dateOf(invoice.sentAt)}</Fact>
          <Fact label={isCreditNote ? 'Refunded' : 'Paid'}>{dateOf(invoice.paidAt)}</Fact>
          <Fact label="Cancelled">{dateOf(invoice.voidedAt)}</Fact>
          <Fact label={state.kind === 'overdue' ? 'Was due' : 'Due'}>{open && formatDate(invoice.dueDate, today)}</Fact>
          <Fact label="Credited">{!isCreditNote && dateOf(invoice.creditedAt)}</Fact>
          <Fact label="Credited by">
            {invoice.creditedBy && <DocumentLink number={invoice.creditedBy.invoiceNumber} />}
          </Fact>
          <Fact label="Corrects">{invoice.credits && <DocumentLink number={invoice.credits.invoiceNumber} />}</Fact>
          <Fact label="Order number">{invoice.orderNumber}</Fact>
          <Fact label="Reason">{invoice.reason}</Fact>
          <Fact label="Work">
            <Entries invoice={invoice} entryCount={view.workIds.length} state={state} />
          </Fact>
        </dl>
      </div>
      <MailTroubleBanner invoice={invoice} />
      {state.kind === 'cancelled' ? (
        <p className="hint">This invoice was withdrawn. Its number stays and is not used again.</p>
      ) : (
        <InvoiceActions
          invoice={invoice}
          state={state}
          entryCount={view.workIds.length}
          reminderRequested={reminderRequested}
          onDialogClosed={clearRequest}
        />
      )}
      <InvoiceMails invoice={invoice} />
      <div className="card">
        <History
          of={{ table: 'invoices' }}
          id={invoice.id}
          name={invoice.invoiceNumber}
          createdBy={invoice.createdByName}
          createdAt={invoice.generatedAt}
          currency={invoice.currency}
          creditNote={isCreditNote}
        />
      </div>
    </section>
  );
}

/** Renders nothing without a value. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === false) return null;
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

const DocumentLink = ({ number }: { number: string }) => (
  <Link className="link" to={`/invoices?number=${encodeURIComponent(number)}`}>
    {number}
  </Link>
);

/** The number of entries billed; while they are on this invoice it links to the customer's works. */
function Entries({ invoice, entryCount, state }: { invoice: Invoice; entryCount: number; state: InvoiceState }) {
  const words = counted(entryCount, 'entry', 'entries');
  if (state.kind === 'cancelled') return `${words}, free again`;
  if (state.kind === 'credited') return `${words}, taken off again`;
  if (invoice.kind === 'credit_note') return words;
  return (
    <Link className="link" to={`/works-list?customer=${invoice.customerId ?? ''}`}>
      {words}
    </Link>
  );
}

/**
 * Stores the PDF of a document that is issued but not sent. Its page opens after issuing, so this runs at once, and
 * again on later visits if it failed. A document marked as sent without a PDF gets one when it is mailed.
 */
function useStorePdf(invoice: Invoice) {
  const online = useOnline();
  const { canWrite, ownerId } = useAccount();
  const needsFile = invoice.pdfPath === null && invoice.sentAt === null && invoice.voidedAt === null;
  useQuery({ ...storedFileQuery(ownerId, invoice, { isPrefetch: true }), enabled: needsFile && online && canWrite });
}
