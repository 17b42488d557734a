import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatMoney, type Decimal } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { mergeTarget } from '@/domain/customers/customer';
import type { Customer } from '@/records/customers';
import { useAccount } from '@/session/account';
import { Phone } from '@/ui/contact-link';
import { StateBadge } from '@/ui/feedback/state-badge';
import { useWide } from '@/ui/layout/use-wide';
import { HeadCell, FigureCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { MenuCell } from '@/ui/popups/menu';
import { useCustomerMenu } from './customer-menu';
import { viewLink, type Summaries } from './customers-view';
import { DeleteDialog } from './delete-dialog';

type RowsProps = {
  customers: readonly Customer[];
  /** Includes customers that are not shown, because a merged customer may refer to one of them. */
  all: readonly Customer[];
  summaries: Summaries;
  params: URLSearchParams;
  today: string;
};

export function CustomerRows(rows: RowsProps) {
  return useWide() ? <CustomerTable {...rows} /> : <CustomerCards {...rows} />;
}

function detailsOf(customer: Customer, all: readonly Customer[]): string {
  const target = mergeTarget(customer, all);
  return target ? `Merged into ${target.name}` : [customer.contactName, customer.town].filter(Boolean).join(', ');
}

function CustomerTable({ customers, all, summaries, params, today }: RowsProps) {
  const { role, settings } = useAccount();
  const admin = role === 'admin';
  const [toDelete, setToDelete] = useState<Customer | null>(null);
  const menu = useCustomerMenu<Customer>(params, setToDelete);
  /** An empty cell for no amount or zero. */
  const money = (amount: Decimal | undefined) => (amount ? formatMoney(amount, settings.currency) : '');
  return (
    <>
      <Ledger
        caption="Customers"
        head={
          <>
            <HeadCell>Customer</HeadCell>
            <HeadCell>Phone</HeadCell>
            {admin && (
              <>
                <HeadCell>Last worked</HeadCell>
                <HeadCell figure>Uninvoiced</HeadCell>
                <HeadCell figure>Outstanding</HeadCell>
                <HeadCell>
                  <span className="sr-only">Actions</span>
                </HeadCell>
              </>
            )}
          </>
        }
      >
        <tbody>
          {customers.map((customer) => {
            const summary = summaries.get(customer.id);
            return (
              <LedgerRow key={customer.id}>
                <td>
                  <Link className="strong text-text hover:underline" to={viewLink(params, { id: customer.id })}>
                    {customer.name}
                  </Link>{' '}
                  <span className="text-muted">{detailsOf(customer, all)}</span>
                </td>
                <td className="figure left">{customer.phone && <Phone number={customer.phone} />}</td>
                {admin && (
                  <>
                    <td className="figure left text-muted">
                      {summary?.lastWorked && formatDate(summary.lastWorked, today)}
                    </td>
                    <FigureCell>{money(summary?.unbilled)}</FigureCell>
                    <FigureCell strong>{money(summary?.outstanding)}</FigureCell>
                    <MenuCell name={customer.name} items={menu(customer)} />
                  </>
                )}
              </LedgerRow>
            );
          })}
        </tbody>
      </Ledger>
      {toDelete && (
        <DeleteDialog
          customer={toDelete}
          entries={summaries.get(toDelete.id)?.entries ?? 0}
          onClose={() => setToDelete(null)}
          onGone={() => setToDelete(null)}
        />
      )}
    </>
  );
}

function CustomerCards({ customers, all, summaries, params, today }: RowsProps) {
  const { currency } = useAccount().settings;
  return (
    <div className="-mx-gutter border-y border-line">
      <LedgerCards>
        {customers.map((customer) => {
          const summary = summaries.get(customer.id);
          const lastWorked = summary?.lastWorked && `Last worked ${formatDate(summary.lastWorked, today)}`;
          const toInvoice = !!summary?.unbilled && `${formatMoney(summary.unbilled, currency)} to invoice`;
          return (
            <LedgerCard
              key={customer.id}
              title={customer.name}
              lines={[detailsOf(customer, all), lastWorked, toInvoice].filter(Boolean)}
              figure={!!summary?.outstanding && formatMoney(summary.outstanding, currency)}
              state={!!summary?.outstanding && <StateBadge kind="sent" label="Owed" />}
              to={viewLink(params, { id: customer.id })}
            />
          );
        })}
      </LedgerCards>
    </div>
  );
}
