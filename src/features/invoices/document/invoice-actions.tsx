import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { markInvoices } from '@/data/invoices/invoice-changes';
import type { Invoice } from '@/data/invoices/invoices';
import type { InvoiceState } from '@/domain/invoices/invoice';
import { useOnline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { NEEDS_SIGNAL } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import type { Mark } from './mark-dialog';
import { WithdrawDialog } from './withdraw-dialog';

// Loaded on demand.
const CreditDialog = lazy(async () => ({ default: (await import('./credit-dialog')).CreditDialog }));
const SendDialog = lazy(async () => ({ default: (await import('./send-dialog')).SendDialog }));
const MarkDialog = lazy(async () => ({ default: (await import('./mark-dialog')).MarkDialog }));

/**
 * The next step is the main button. An invoice can be paid before it is sent (cash in hand), and both can be cleared.
 * Once sent or paid it is corrected by a credit note; after that its marks can't be changed.
 */
export function InvoiceActions({
  invoice,
  state,
  entryCount,
  reminderRequested,
  onDialogClosed,
}: {
  invoice: Invoice;
  state: InvoiceState;
  /** How many entries the document bills. */
  entryCount: number;
  /** Whether to open the reminder dialog at once; `onDialogClosed` is called when it, or any other dialog, closes. */
  reminderRequested: boolean;
  onDialogClosed: () => void;
}) {
  const online = useOnline();
  const { canWrite } = useAccount();
  const [dialog, setDialog] = useState<Mark | 'send' | 'remind' | 'withdraw' | 'credit' | null>(
    reminderRequested && state.kind === 'overdue' ? 'remind' : null,
  );
  const clear = useMutation(markInvoices);
  const close = () => {
    setDialog(null);
    onDialogClosed();
  };
  const { sentAt, paidAt } = invoice;
  const isCreditNote = invoice.kind === 'credit_note';
  const credited = state.kind === 'credited';
  const isMarked = sentAt !== null || paidAt !== null;
  const paidWord = isCreditNote ? 'refunded' : 'paid';
  const disabled = !online || !canWrite;
  const isOverdue = state.kind === 'overdue';
  return (
    <div className="grid grid-cols-1 gap-2">
      {(isOverdue || (sentAt === null && !credited)) && (
        <Button
          variant={paidAt === null ? 'main' : 'plain'}
          size="l"
          disabled={disabled}
          onClick={() => setDialog(isOverdue ? 'remind' : 'send')}
        >
          <Mail aria-hidden="true" />
          {isOverdue ? 'Send reminder' : 'Send by e-mail'}
        </Button>
      )}
      {paidAt === null && !credited && (
        <div className="grid gap-2 sm:grid-flow-col sm:auto-cols-fr">
          {sentAt === null && (
            <Button size="l" disabled={disabled} onClick={() => setDialog('sent')}>
              Mark sent
            </Button>
          )}
          {state.kind !== 'credit' && (
            <Button
              variant={sentAt === null || isOverdue ? 'plain' : 'main'}
              size="l"
              disabled={disabled}
              onClick={() => setDialog(paidWord)}
            >
              Mark {paidWord}
            </Button>
          )}
        </div>
      )}
      {!credited && (
        <div className="grid gap-2 sm:grid-flow-col sm:auto-cols-fr">
          {isMarked && (
            <Button
              disabled={disabled}
              busy={clear.isPending}
              onClick={() =>
                clear.mutate({
                  requestId: crypto.randomUUID(),
                  invoiceIds: [invoice.id],
                  status: 'clear',
                  onDate: null,
                })
              }
            >
              Clear status
            </Button>
          )}
          {(isOverdue || sentAt !== null) && (
            <Button disabled={disabled} onClick={() => setDialog('send')}>
              {sentAt === null ? 'Send by e-mail' : 'Send again'}
            </Button>
          )}
          {!isCreditNote && (
            <Button disabled={disabled} onClick={() => setDialog(isMarked ? 'credit' : 'withdraw')}>
              {isMarked ? 'Credit note' : 'Withdraw'}
            </Button>
          )}
        </div>
      )}
      <p className="hint">{online ? hintOf(invoice, state) : NEEDS_SIGNAL}</p>
      <WithdrawDialog open={dialog === 'withdraw'} invoice={invoice} onClose={close} />
      <Suspense>
        {(dialog === 'sent' || dialog === paidWord) && (
          <MarkDialog mark={dialog} invoices={[invoice]} onClose={close} />
        )}
        {(dialog === 'send' || dialog === 'remind') && (
          <SendDialog invoice={invoice} reminder={dialog === 'remind'} onClose={close} />
        )}
        {dialog === 'credit' && <CreditDialog invoice={invoice} entryCount={entryCount} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** A hint for the next step. */
function hintOf({ sentAt, paidAt, credits, creditedBy }: Invoice, { kind }: InvoiceState): string {
  const other = (credits ?? creditedBy)?.invoiceNumber ?? 'its other document';
  if (kind === 'credited')
    return paidAt === null
      ? `${other} takes this invoice back. Nothing is owed on either.`
      : `${other} takes this invoice back, and the payment with it.`;
  if (kind === 'credit') return `Set against ${other}, which was not paid. Nothing is owed on either.`;
  if (kind === 'refund') return `${other} was paid. Mark this refunded when the money has gone back.`;
  if (kind === 'refunded') return 'Clear status takes the refund back.';
  if (sentAt === null && paidAt === null)
    return 'Nothing can be changed on an invoice. Withdraw it to change its work.';
  return `Clear status takes the ${paidAt === null ? 'sending' : 'payment'} back. A credit note takes the invoice back.`;
}
