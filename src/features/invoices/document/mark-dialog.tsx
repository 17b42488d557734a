import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { markInvoices } from '@/data/invoices/invoice-changes';
import { useToday } from '@/session/today';
import { DateField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { markSchema } from './mark-schema';

/** An invoice is marked paid, a credit note refunded. */
export type Mark = 'sent' | 'paid' | 'refunded';

const WORDS = {
  sent: { verb: 'Mark sent', label: 'Sent on' },
  paid: { verb: 'Mark paid', label: 'Paid on' },
  refunded: { verb: 'Mark refunded', label: 'Refunded on' },
};

/** Asks for the date on which invoices were sent or paid, and marks them with all their works. */
export function MarkDialog({
  mark,
  invoices,
  onClose,
  onMarked,
}: {
  mark: Mark;
  invoices: readonly { id: string; invoiceNumber: string; issueDate: string }[];
  onClose: () => void;
  onMarked?: (() => void) | undefined;
}) {
  const today = useToday();
  const [requestId] = useState(() => crypto.randomUUID());
  const marking = useMutation(markInvoices);
  const form = useForm({
    resolver: standardSchemaResolver(markSchema(mark, invoices, today)),
    defaultValues: { onDate: today },
  });
  const submit = form.handleSubmit(({ onDate }) =>
    marking.mutate(
      { requestId, invoiceIds: invoices.map(({ id }) => id), status: mark === 'refunded' ? 'paid' : mark, onDate },
      {
        onSuccess: () => {
          onMarked?.();
          onClose();
        },
      },
    ),
  );
  const { verb, label } = WORDS[mark];
  const [only] = invoices;
  const subject = invoices.length === 1 && only ? only.invoiceNumber : `${invoices.length} invoices`;
  return (
    <FormDialog
      onClose={onClose}
      title={`${verb}: ${subject}`}
      verb={verb}
      close="Cancel"
      busy={marking.isPending}
      onSubmit={submit}
    >
      <DateField label={label} max={today} error={form.formState.errors.onDate?.message} {...form.register('onDate')} />
    </FormDialog>
  );
}
