import { Link } from 'react-router-dom';
import type { InvoiceEntry } from '@/data/invoices/invoice-register';
import { formatMoney } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { invoiceState } from '@/domain/invoices/invoice';
import { REMINDER_LINK_STATE } from '@/features/invoices/reminder-link';
import { InvoiceStateBadge } from '@/features/invoices/invoice-state-badge';
import { FigureCell, HeadCell, LedgerRow, PickCell } from '@/ui/lists/ledger';
import { LongLedger } from '@/ui/lists/long-ledger';
import type { Measure } from '@/ui/lists/long-list';
import { MailTroubleMark } from './mail-trouble-mark';
import { canChangeState, linkTo, type RegisterListProps } from './register-row';

// Dates may wrap on a tablet.
const DATE = 'figure left max-xl:whitespace-normal';

/** The register on a wide screen, as a table. */
export function RegisterTable({ entries, total, today, selected, onSelect, onVisibleRange }: RegisterListProps) {
  const markable = entries.filter(canChangeState);
  const allSelected = markable.length > 0 && markable.every(({ id }) => selected.has(id));
  return (
    <LongLedger
      caption="Invoices"
      columns="register-columns"
      rows={entries}
      total={total}
      onVisibleRange={onVisibleRange}
      head={
        <>
          <th role="columnheader" scope="col" className="pick">
            <label>
              <input
                type="checkbox"
                className="pick-box"
                aria-label="Choose all shown"
                checked={allSelected}
                onChange={() =>
                  onSelect(
                    markable.map(({ id }) => id),
                    !allSelected,
                  )
                }
              />
            </label>
          </th>
          <HeadCell>Number</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell>Issued</HeadCell>
          <HeadCell>Due</HeadCell>
          <HeadCell figure>Net</HeadCell>
          <HeadCell figure>VAT</HeadCell>
          <HeadCell figure>Total</HeadCell>
          <HeadCell>State</HeadCell>
        </>
      }
    >
      {(entry, place, measure) => (
        <TableRow
          key={entry.id}
          entry={entry}
          today={today}
          selected={selected.has(entry.id)}
          onSelect={onSelect}
          place={place}
          measure={measure}
        />
      )}
    </LongLedger>
  );
}

function TableRow({
  entry,
  today,
  selected,
  onSelect,
  place,
  measure,
}: Pick<RegisterListProps, 'today' | 'onSelect'> & {
  entry: InvoiceEntry;
  selected: boolean;
  place: number;
  measure: Measure;
}) {
  const { id, invoiceNumber, currency, corrects, correctedBy } = entry;
  const other = corrects ?? correctedBy;
  const state = invoiceState(entry, today);
  return (
    <LedgerRow chosen={selected} place={place} measure={measure}>
      {canChangeState(entry) ? (
        <PickCell
          label={`Choose ${invoiceNumber}`}
          checked={selected}
          onChange={({ target }) => onSelect([id], target.checked)}
        />
      ) : (
        <td role="cell" className="pick">
          <span className="sr-only">Cannot be chosen</span>
        </td>
      )}
      <td role="cell">
        <Link to={linkTo(invoiceNumber)} className="row-link figure text-accent">
          {invoiceNumber}
        </Link>
      </td>
      <td role="cell">{entry.customerName}</td>
      <td role="cell" className={DATE}>
        {formatDate(entry.issueDate, today)}
      </td>
      <td role="cell" className={DATE}>
        {entry.kind === 'invoice' && formatDate(entry.dueDate, today)}
      </td>
      <FigureCell>{formatMoney(entry.subtotal, currency)}</FigureCell>
      <FigureCell>{entry.vatRate === null ? '' : formatMoney(entry.vatAmount, currency)}</FigureCell>
      <FigureCell strong>{formatMoney(entry.total, currency)}</FigureCell>
      <td role="cell">
        <span className="flex flex-wrap items-center gap-x-3">
          <InvoiceStateBadge state={state} />
          <MailTroubleMark trouble={entry.mailTrouble} />
          {state.kind === 'overdue' && (
            <Link to={linkTo(invoiceNumber)} state={REMINDER_LINK_STATE} className="link inline-block py-1">
              Send reminder<span className="sr-only"> of {invoiceNumber}</span>
            </Link>
          )}
          {other !== null && (
            <Link to={linkTo(other)} className="link figure inline-block py-1">
              <span className="sr-only">{corrects === null ? 'Corrected by ' : 'Corrects '}</span>
              {other}
            </Link>
          )}
        </span>
      </td>
    </LedgerRow>
  );
}
