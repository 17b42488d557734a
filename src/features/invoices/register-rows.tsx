import { Link } from 'react-router-dom';
import type { InvoiceEntry } from '@/data/invoice-register';
import { invoiceState } from '@/domain/invoice';
import { formatMoney } from '@/domain/money';
import { formatDate } from '@/domain/time';
import { FigureCell, HeadCell, Ledger, LedgerRow, PickCell } from '@/ui/ledger';
import { LedgerCard, LedgerCards } from '@/ui/ledger-cards';
import { useFirstRows } from '@/ui/use-after-paint';
import { useWide } from '@/ui/use-wide';
import { InvoiceStateBadge } from './state-words';

type Rows = {
  invoices: readonly InvoiceEntry[];
  today: string;
  picked: ReadonlySet<string>;
  onPick: (ids: readonly string[], on: boolean) => void;
};

export const canMark = ({ voidedAt }: InvoiceEntry): boolean => voidedAt === null;
const linkOf = ({ invoiceNumber }: InvoiceEntry) =>
  `/invoices?${new URLSearchParams({ number: invoiceNumber }).toString()}`;

/** The register: a ruled table on a desk, cards on a phone. */
export function RegisterRows(rows: Rows) {
  return useWide() ? <RegisterTable {...rows} /> : <RegisterCards {...rows} />;
}

function RegisterTable({ invoices, today, picked, onPick }: Rows) {
  const open = invoices.filter(canMark);
  const all = open.length > 0 && open.every(({ id }) => picked.has(id));
  const rows = useFirstRows(invoices);
  return (
    <Ledger
      caption="Invoices"
      head={
        <>
          <th scope="col" className="pick py-0">
            <label>
              <input
                type="checkbox"
                className="pick-box"
                aria-label="Choose all shown"
                checked={all}
                onChange={() =>
                  onPick(
                    open.map(({ id }) => id),
                    !all,
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
      <tbody>
        {rows.map((invoice) => {
          const { id, invoiceNumber, currency } = invoice;
          const state = invoiceState(invoice, today);
          return (
            <LedgerRow key={id} chosen={picked.has(id)}>
              {canMark(invoice) ? (
                <PickCell
                  label={`Choose ${invoiceNumber}`}
                  checked={picked.has(id)}
                  onChange={({ target }) => onPick([id], target.checked)}
                />
              ) : (
                <td className="pick">
                  <span className="sr-only">Cannot be chosen</span>
                </td>
              )}
              <td>
                <Link to={linkOf(invoice)} className="link strong n inline-block py-1">
                  {invoiceNumber}
                </Link>
              </td>
              <td>{invoice.customerName}</td>
              <td className="n left">{formatDate(invoice.issueDate, today)}</td>
              <td className="n left">{formatDate(invoice.dueDate, today)}</td>
              <FigureCell>{formatMoney(invoice.subtotal, currency)}</FigureCell>
              <FigureCell>{invoice.vatRate === null ? '' : formatMoney(invoice.vatAmount, currency)}</FigureCell>
              <FigureCell strong>{formatMoney(invoice.total, currency)}</FigureCell>
              <td>
                <InvoiceStateBadge state={state} />
              </td>
            </LedgerRow>
          );
        })}
      </tbody>
    </Ledger>
  );
}

function RegisterCards({ invoices, today }: Rows) {
  const rows = useFirstRows(invoices);
  return (
    <div className="card card-rows">
      <LedgerCards>
        {rows.map((invoice) => (
          <LedgerCard
            key={invoice.id}
            to={linkOf(invoice)}
            title={invoice.customerName}
            lines={[
              `${invoice.invoiceNumber}, ${formatDate(invoice.issueDate, today)}`,
              `Due ${formatDate(invoice.dueDate, today)}`,
            ]}
            figure={formatMoney(invoice.total, invoice.currency)}
            state={<InvoiceStateBadge state={invoiceState(invoice, today)} />}
          />
        ))}
      </LedgerCards>
    </div>
  );
}
