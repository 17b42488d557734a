import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { creditInvoice } from '@/data/invoices/invoice-changes';
import type { Invoice } from '@/data/invoices/invoices';
import { formatMoney } from '@/domain/core/money';
import { plural } from '@/domain/core/word-list';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/forms/chip';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import { cleaned } from '@/widgets/cleaned';

const REASONS = ['Wrong rate', 'Wrong quantity', 'Wrong customer', 'Invoiced twice', 'Work not done'];

const schema = v.object({
  reason: v.pipe(
    v.string(),
    cleaned,
    v.nonEmpty('Say why the invoice is credited.'),
    v.maxLength(300, 'The reason is too long (300 characters at most).'),
  ),
});

/**
 * Explains a credit note, asks for the reason, issues it and opens it. The dialog stays open until the credit note is
 * shown, even though the invoice behind it is updated earlier.
 */
export function CreditDialog({
  invoice,
  entryCount,
  onClose,
}: {
  invoice: Invoice;
  /** How many entries the invoice bills. */
  entryCount: number;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const formId = useId();
  // One request id per dialog: a retry can't issue a second credit note.
  const [requestId] = useState(() => crypto.randomUUID());
  // Counted when the dialog opens: the entries are removed from the invoice before the credit note is shown.
  const [freedText] = useState(plural(entryCount, 'Its entry becomes free', `Its ${entryCount} entries become free`));
  const credit = useMutation(creditInvoice);
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { reason: '' } });
  const reason = useWatch({ control: form.control, name: 'reason' });
  const submit = form.handleSubmit((fields) =>
    credit.mutate(
      { requestId, invoiceId: invoice.id, reason: fields.reason },
      { onSuccess: (note) => void navigate(`/invoices?number=${encodeURIComponent(note.invoiceNumber)}`) },
    ),
  );
  const total = formatMoney(invoice.total, invoice.currency);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Credit note for ${invoice.invoiceNumber}`}
      actions={
        <>
          <Button onClick={onClose}>Keep the invoice</Button>
          <Button type="submit" form={formId} variant="danger" busy={credit.isPending} busyText="Issuing...">
            Issue credit note
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid grid-cols-1 gap-3 pt-2" onSubmit={(event) => void submit(event)}>
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          <li>It takes the whole invoice back: {total}.</li>
          <li>{freedText} to be changed and invoiced again.</li>
          <li>
            {invoice.paidAt === null
              ? 'The invoice was not paid: nothing is owed on it any more.'
              : `The invoice was paid: ${total} has to go back to ${invoice.customer.name}.`}
          </li>
          <li>Both stay in the register. This can't be undone.</li>
        </ul>
        <TextField
          label="Reason"
          hint="Printed on the credit note."
          autoComplete="off"
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
        />
        <fieldset className="chips" aria-label="Usual reasons">
          {REASONS.map((usual) => (
            <Chip
              key={usual}
              pressed={reason === usual}
              onClick={() => form.setValue('reason', usual, { shouldValidate: true })}
            >
              {usual}
            </Chip>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
