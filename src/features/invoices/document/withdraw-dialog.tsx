import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { withdrawInvoice } from '@/data/invoices/invoice-changes';
import { ConfirmDialog } from '@/ui/popups/dialog';

/** Withdraws an invoice that is marked neither sent nor paid. */
export function WithdrawDialog({
  open,
  invoice,
  onClose,
}: {
  open: boolean;
  invoice: { id: string; invoiceNumber: string };
  onClose: () => void;
}) {
  // Withdrawing is idempotent, so one request id is enough.
  const [requestId] = useState(() => crypto.randomUUID());
  const withdraw = useMutation(withdrawInvoice);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Withdraw ${invoice.invoiceNumber}?`}
      verb="Withdraw"
      busy={withdraw.isPending}
      busyText="Withdrawing..."
      onConfirm={() => withdraw.mutate({ requestId, invoiceId: invoice.id }, { onSuccess: onClose })}
    >
      The number stays in the register as Cancelled and is not used again. The work can be invoiced anew.
    </ConfirmDialog>
  );
}
