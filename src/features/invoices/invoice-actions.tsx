import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { markInvoices } from '@/data/invoice-changes';
import type { Invoice } from '@/data/invoices';
import { useAccount } from '@/session/account';
import { useOnline } from '@/session/online';
import { Button } from '@/ui/button';
import { MarkDialog, type Mark } from './mark-dialog';
import { WithdrawDialog } from './withdraw-dialog';

/** The next step as the main press; paid before sent is allowed (cash in hand), and both can be taken back. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const online = useOnline();
  const { canWrite } = useAccount();
  const [dialog, setDialog] = useState<Mark | 'withdraw' | null>(null);
  const clear = useMutation(markInvoices);
  const close = () => setDialog(null);
  const { sentAt, paidAt } = invoice;
  const untouched = sentAt === null && paidAt === null;
  const disabled = !online || !canWrite;
  return (
    <div className="grid grid-cols-1 gap-2">
      {paidAt === null && (
        <div className="grid gap-2 sm:grid-flow-col sm:auto-cols-fr">
          {sentAt === null && (
            <Button variant="main" size="l" disabled={disabled} onClick={() => setDialog('sent')}>
              Mark sent
            </Button>
          )}
          <Button
            variant={sentAt === null ? 'plain' : 'main'}
            size="l"
            disabled={disabled}
            onClick={() => setDialog('paid')}
          >
            Mark paid
          </Button>
        </div>
      )}
      {!untouched && (
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
      {untouched && (
        <Button disabled={disabled} onClick={() => setDialog('withdraw')}>
          Withdraw
        </Button>
      )}
      <p className="hint">
        {!online
          ? 'You need signal to change this.'
          : untouched
            ? 'Nothing can be changed on an invoice. Withdraw it to change its work.'
            : paidAt !== null
              ? 'Clear status takes the payment back.'
              : 'Clear status takes the sending back.'}
      </p>
      {(dialog === 'sent' || dialog === 'paid') && <MarkDialog mark={dialog} invoices={[invoice]} onClose={close} />}
      <WithdrawDialog open={dialog === 'withdraw'} invoice={invoice} onClose={close} />
    </div>
  );
}
