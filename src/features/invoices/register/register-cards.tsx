import type { InvoiceEntry } from '@/data/invoices/invoice-register';
import { formatMoney } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { invoiceState } from '@/domain/invoices/invoice';
import { InvoiceStateBadge } from '@/features/invoices/invoice-state-badge';
import { LedgerCard } from '@/ui/lists/ledger-cards';
import { LongCards } from '@/ui/lists/long-cards';
import { MailTroubleMark } from './mail-trouble-mark';
import { canChangeState, linkTo, type RegisterListProps } from './register-row';

function detailLines(entry: InvoiceEntry, today: string) {
  const { invoiceNumber, issueDate, dueDate, kind, corrects, correctedBy } = entry;
  return [
    `${invoiceNumber}, ${formatDate(issueDate, today)}`,
    kind === 'credit_note'
      ? `Corrects ${corrects ?? ''}`
      : correctedBy === null
        ? `${invoiceState(entry, today).kind === 'overdue' ? 'Was due' : 'Due'} ${formatDate(dueDate, today)}`
        : `Corrected by ${correctedBy}`,
  ];
}

/** The register on a phone: cards that open their document or, in selection mode, are ticked. */
export function RegisterCards({
  entries,
  total,
  today,
  selected,
  onSelect,
  onVisibleRange,
  choosing,
}: RegisterListProps & { choosing: boolean }) {
  const linkOrCheckbox = (entry: InvoiceEntry) =>
    choosing
      ? canChangeState(entry) && {
          pick: {
            label: `Choose ${entry.invoiceNumber}`,
            checked: selected.has(entry.id),
            onChange: (on: boolean) => onSelect([entry.id], on),
          },
        }
      : { to: linkTo(entry.invoiceNumber) };
  return (
    <div className="card card-rows">
      <LongCards label="Invoices" rows={entries} total={total} onVisibleRange={onVisibleRange}>
        {(entry, place, measure) => (
          <LedgerCard
            key={entry.id}
            {...linkOrCheckbox(entry)}
            place={place}
            total={total}
            measure={measure}
            title={entry.customerName}
            lines={detailLines(entry, today)}
            figure={formatMoney(entry.total, entry.currency)}
            state={
              <>
                <InvoiceStateBadge state={invoiceState(entry, today)} />
                <MailTroubleMark trouble={entry.mailTrouble} />
              </>
            }
          />
        )}
      </LongCards>
    </div>
  );
}
