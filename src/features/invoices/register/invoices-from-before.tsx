import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { customersQuery } from '@/data/customers/customers';
import {
  deleteOpeningBalance,
  openingBalancesQuery,
  payOpeningBalance,
  type OpeningBalance,
} from '@/data/invoices/opening-balances';
import { add, formatMoney } from '@/domain/core/money';
import { daysBetween, formatDate } from '@/domain/core/time';
import { InvoiceStateBadge } from '@/features/invoices/invoice-state-badge';
import { useAccount } from '@/session/account';
import { useDisabledReason } from '@/session/disabled-reason';
import { useToday } from '@/session/today';
import { Button, IconButton } from '@/ui/button';
import { Paged } from '@/ui/lists/paged';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { countWithNoun } from './register-sums';

/** With more of them, the card is closed at first, so that the register stays near the top. */
const MOST_SHOWN_AT_ONCE = 5;

/** "2 open, £480.00, 1 overdue" */
function openWords(open: readonly OpeningBalance[], today: string): string {
  const currencies = [...new Set(open.map(({ currency }) => currency))];
  const overdue = open.filter(({ dueOn }) => dueOn < today).length;
  return [
    `${open.length} open`,
    ...currencies.map((currency) =>
      formatMoney(add(...open.filter((one) => one.currency === currency).map((one) => one.open)), currency),
    ),
    ...(overdue > 0 ? [`${overdue} overdue`] : []),
  ].join(', ');
}

/** Invoices of another program that were imported as open: the open ones by due date, then those paid since. */
export function InvoicesFromBefore({ customerId }: { customerId: string | null }) {
  const account = useAccount();
  const today = useToday();
  const { data = [] } = useQuery(openingBalancesQuery(account.ownerId));
  const { data: customers = [] } = useQuery(customersQuery(account));
  const remove = useMutation(deleteOpeningBalance);
  const [toDelete, setToDelete] = useState<OpeningBalance | null>(null);
  const shown = data.filter((one) => customerId === null || one.customerId === customerId);
  if (shown.length === 0) return null;
  const open = shown.filter(({ paidOn }) => paidOn === null);
  const paid = shown.filter(({ paidOn }) => paidOn !== null);
  const names = new Map(customers.map(({ id, name }) => [id, name]));
  return (
    <details className="card" open={shown.length <= MOST_SHOWN_AT_ONCE}>
      <summary className="cursor-pointer px-4 py-3">
        <strong>Invoices from before</strong>{' '}
        <span className="text-2 text-muted">
          {open.length > 0 ? openWords(open, today) : countWithNoun(paid.length, 'invoice')}
        </span>
      </summary>
      <Paged items={[...open, ...paid]}>
        {(part) => (
          <ul aria-label="Invoices from before" className="ruled px-4">
            {part.map((one) => (
              <FromBefore
                key={one.id}
                invoice={one}
                customer={names.get(one.customerId) ?? ''}
                onDelete={() => setToDelete(one)}
              />
            ))}
          </ul>
        )}
      </Paged>
      <ConfirmDialog
        open={toDelete !== null}
        title={`Delete ${toDelete?.number ?? ''}?`}
        verb="Delete"
        busy={remove.isPending}
        busyText="Deleting..."
        onClose={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete)
            remove.mutate({ ownerId: account.ownerId, id: toDelete.id }, { onSettled: () => setToDelete(null) });
        }}
      >
        It is no longer counted as owed. This can&apos;t be undone, but it can be imported again.
      </ConfirmDialog>
    </details>
  );
}

function FromBefore({
  invoice: { id, number, dueOn, currency, open, paidOn, note },
  customer,
  onDelete,
}: {
  invoice: OpeningBalance;
  customer: string;
  onDelete: () => void;
}) {
  const { ownerId } = useAccount();
  const today = useToday();
  const isDisabled = useDisabledReason() !== null;
  const pay = useMutation(payOpeningBalance);
  const days = daysBetween(dueOn, today);
  const when =
    paidOn === null
      ? `${days > 0 ? 'was due' : 'due'} ${formatDate(dueOn, today)}`
      : `paid ${formatDate(paidOn, today)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-60">
        <strong className="wrap-anywhere">{customer}</strong>
        <span className="text-2 wrap-anywhere text-muted">
          {number}, {when}
        </span>
        {note !== null && <span className="text-2 wrap-anywhere text-muted">{note}</span>}
      </div>
      {paidOn === null && days > 0 && <InvoiceStateBadge state={{ kind: 'overdue', days, sent: true }} />}
      {paidOn !== null && <InvoiceStateBadge state={{ kind: 'paid' }} />}
      <b className="figure">{formatMoney(open, currency)}</b>
      <Button
        aria-label={`${paidOn === null ? 'Mark as paid' : 'Not paid'}: ${number}`}
        disabled={isDisabled}
        busy={pay.isPending}
        busyText="Saving..."
        onClick={() => pay.mutate({ ownerId, id, from: paidOn, to: paidOn === null ? today : null })}
      >
        {paidOn === null ? 'Mark as paid' : 'Not paid'}
      </Button>
      <IconButton label={`Delete ${number}`} disabled={isDisabled} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
