import { Link } from 'react-router-dom';
import type { Invoice } from '@/data/invoices';
import type { InvoiceState } from '@/domain/invoice';
import { formatMoney } from '@/domain/money';
import { formatDate, todayIn } from '@/domain/time';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { InvoiceActions } from './invoice-actions';
import type { InvoiceView } from './invoice-view';
import { InvoiceStateBadge } from './state-words';

/** What is owed, how far it has come, with dates, and the next step. */
export function InvoiceFacts({ invoice, view, state }: { invoice: Invoice; view: InvoiceView; state: InvoiceState }) {
  const { settings } = useAccount();
  const today = useToday();
  const day = (instant: string | null) =>
    instant === null ? null : formatDate(todayIn(settings.zone, new Date(instant)), today);
  const entries = view.workIds.length;
  const facts = [
    ['Generated', day(invoice.generatedAt)],
    ['Sent', day(invoice.sentAt)],
    ['Paid', day(invoice.paidAt)],
    ['Cancelled', day(invoice.voidedAt)],
    ['Due', invoice.voidedAt === null ? formatDate(invoice.dueDate, today) : null],
  ].filter(([, value]) => value !== null);
  return (
    <section className="grid grid-cols-1 gap-3" aria-label="Progress">
      <div className="card grid grid-cols-1 gap-3 p-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="total text-5 sm:text-6">{formatMoney(view.total, invoice.currency)}</p>
          <InvoiceStateBadge state={state} filled />
        </div>
        <dl className="grid gap-1 text-2">
          {facts.map(([label, value]) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{label}</dt>
              <dd className="n">{value}</dd>
            </div>
          ))}
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">Work</dt>
            <dd>
              {state.kind === 'cancelled' ? (
                `${entries} ${entries === 1 ? 'entry' : 'entries'}, free again`
              ) : (
                <Link className="link" to={`/works-list?customer=${invoice.customerId ?? ''}`}>
                  {entries} {entries === 1 ? 'entry' : 'entries'}
                </Link>
              )}
            </dd>
          </div>
        </dl>
      </div>
      {state.kind === 'cancelled' ? (
        <p className="hint">This invoice was withdrawn. Its number stays and is not used again.</p>
      ) : (
        <InvoiceActions invoice={invoice} />
      )}
    </section>
  );
}
