import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { customerQuery } from '@/data/customers/customers';
import { invoiceSettingsQuery } from '@/data/invoices/invoice-settings';
import type { Invoice } from '@/data/invoices/invoices';
import { singleAddress } from '@/domain/core/identifiers';
import { formatDateDated } from '@/domain/core/time';
import { invoiceState } from '@/domain/invoices/invoice';
import { lateWords, mailSubject, fillPlaceholders } from '@/domain/invoices/invoice-mail';
import { useRequestId } from '@/features/invoices/use-invoice-draft';
import { useOnline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { FieldError, TextAreaField, TextField } from '@/ui/forms/field';
import { LoadingRows } from '@/ui/lists/list-states';
import { Dialog } from '@/ui/popups/dialog';
import { placeholderValues } from './mail-placeholders';
import { mailInvoice } from './mail-invoice';
import { cleaned } from '@/widgets/cleaned';

const schema = v.object({
  to: v.pipe(
    v.string(),
    cleaned,
    v.nonEmpty("Enter the customer's e-mail address."),
    v.transform(singleAddress),
    v.string('Enter one e-mail address.'),
  ),
  message: v.pipe(v.string(), cleaned, v.maxLength(1000, 'The message is too long (1,000 characters at most).')),
});

/** Sends the document's PDF by mail. The form is shown once the customer's address is loaded. */
export function SendDialog({
  invoice,
  reminder = false,
  onClose,
}: {
  invoice: Invoice;
  /** Sends a reminder that the invoice is overdue. */
  reminder?: boolean;
  onClose: () => void;
}) {
  const { ownerId } = useAccount();
  const online = useOnline();
  const formId = useId();
  const sending = useMutation(mailInvoice);
  // A refused mail is sent again under a new request id. After a lost response the id stays the same: the mail may have
  // gone out.
  const [refusals, setRefusals] = useState(0);
  const customer = useQuery({
    ...customerQuery(ownerId, invoice.customerId ?? ''),
    enabled: invoice.customerId !== null,
  });
  const { billing_email: billingEmail, email } = invoice.customer;
  const address = customer.data?.billingEmail ?? customer.data?.email ?? billingEmail ?? email ?? '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={reminder ? `Send a reminder of ${invoice.invoiceNumber}` : `Send ${invoice.invoiceNumber}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="main"
            disabled={!online}
            busy={sending.isPending}
            busyText="Sending..."
          >
            {reminder ? 'Send reminder' : 'Send'}
          </Button>
        </>
      }
    >
      {customer.isLoading ? (
        <LoadingRows rows={3} />
      ) : (
        <SendForm
          id={formId}
          invoice={invoice}
          reminder={reminder}
          address={address}
          attempt={refusals}
          onSend={(mail) =>
            sending.mutate(
              { ownerId, invoice, reminder, ...mail },
              { onSuccess: onClose, onError: (error) => isServerError(error) && setRefusals((before) => before + 1) },
            )
          }
        >
          <div>
            <div role="alert">{sending.error && <FieldError>{sending.error.message}</FieldError>}</div>
            <p className="hint">
              {online
                ? 'The PDF goes along as it was issued. Answers go to the address that you sign in with.'
                : 'You need signal to send this.'}
            </p>
          </div>
        </SendForm>
      )}
    </Dialog>
  );
}

type MailFields = { to: string; message: string };

function SendForm({
  id,
  invoice,
  reminder,
  address,
  attempt,
  onSend,
  children,
}: {
  id: string;
  invoice: Invoice;
  reminder: boolean;
  address: string;
  /** Incremented to get a new request id for the same text. */
  attempt: number;
  onSend: (mail: MailFields & { requestId: string }) => void;
  children: ReactNode;
}) {
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { to: address, message: '' } });
  const typed = useWatch({ control: form.control });
  const requestId = useRequestId(JSON.stringify([typed.to, typed.message, attempt]));
  const submit = form.handleSubmit((mail) => onSend({ ...mail, requestId }));
  const { errors } = form.formState;
  const texts = useMailTexts(invoice, reminder);
  return (
    <form id={id} noValidate className="grid grid-cols-1 gap-4 pt-2" onSubmit={(event) => void submit(event)}>
      <TextField
        label="To"
        type="email"
        autoComplete="off"
        spellCheck={false}
        error={errors.to?.message}
        {...form.register('to')}
      />
      <div className="field">
        <span className="field-label">Subject</span>
        <p className="[overflow-wrap:anywhere]">{texts.subject}</p>
      </div>
      <TextAreaField
        label="Message"
        optional
        hint={texts.messageHint}
        error={errors.message?.message}
        {...form.register('message')}
      />
      {children}
    </form>
  );
}

/** The subject of the mail, and a hint about the text above the person's own message. */
function useMailTexts(invoice: Invoice, reminder: boolean): { subject: string; messageHint: string } {
  const { ownerId } = useAccount();
  const state = invoiceState(invoice, useToday());
  const { data: settings } = useQuery(invoiceSettingsQuery(ownerId));
  const { supplier, kind, dueDate } = invoice;
  const sender = supplier.trading_name ?? supplier.business_name ?? '';
  const daysLate = state.kind === 'overdue' ? state.days : null;
  const customSubject =
    kind === 'invoice' && (state.kind === 'generated' || state.kind === 'sent') && settings?.email_subject;
  return {
    subject: customSubject
      ? fillPlaceholders(customSubject, placeholderValues(invoice, sender))
      : mailSubject(kind, invoice.invoiceNumber, sender, reminder ? daysLate : null),
    messageHint:
      daysLate === null
        ? 'Your own words, below those about the invoice.'
        : `Your own words, below ours: that it was due on ${formatDateDated(dueDate)} and is ${lateWords(daysLate)}.`,
  };
}

/** Whether the server responded with an error, as opposed to no response. */
const isServerError = (error: Error) => 'status' in error && error.status !== null;
