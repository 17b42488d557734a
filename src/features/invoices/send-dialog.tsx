import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { customerQuery } from '@/data/customers';
import { invoiceSettingsQuery } from '@/data/invoice-settings';
import type { Invoice } from '@/data/invoices';
import { mailSubject, oneAddress } from '@/domain/invoice-mail';
import { useAccount } from '@/session/account';
import { useOnline } from '@/session/online';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { FieldError, TextAreaField, TextField } from '@/ui/field';
import { LoadingRows } from '@/ui/list-states';
import { mailInvoice } from './mailing';
import { useRequestId } from './use-draft';

const schema = v.object({
  to: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Enter the customer's e-mail address."),
    v.check((text) => oneAddress(text) !== null, 'Enter one e-mail address.'),
  ),
  message: v.pipe(v.string(), v.trim(), v.maxLength(1000, 'The message is too long (1,000 characters at most).')),
});

type Props = { invoice: Invoice; onClose: () => void };

/** Sends the document's file by e-mail: to whom, with which words. Opens once it knows where answers go. */
export function SendDialog({ invoice, onClose }: Props) {
  const { ownerId } = useAccount();
  const customer = useQuery({
    ...customerQuery(ownerId, invoice.customerId ?? ''),
    enabled: invoice.customerId !== null,
  });
  const settings = useQuery(invoiceSettingsQuery(ownerId));
  const loading = customer.isLoading || settings.isLoading;
  if (loading)
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Send ${invoice.invoiceNumber}`}
        actions={<Button onClick={onClose}>Cancel</Button>}
      >
        <LoadingRows rows={3} />
      </Dialog>
    );
  const { billing_email: printed, email } = invoice.customer;
  const now = customer.data?.billingEmail ?? customer.data?.email;
  return (
    <SendForm
      invoice={invoice}
      onClose={onClose}
      address={now ?? printed ?? email ?? ''}
      answersTo={settings.data?.email ?? null}
    />
  );
}

function SendForm({ invoice, onClose, address, answersTo }: Props & { address: string; answersTo: string | null }) {
  const { ownerId } = useAccount();
  const online = useOnline();
  const formId = useId();
  const sending = useMutation(mailInvoice);
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { to: address, message: '' } });
  const typed = useWatch({ control: form.control });
  // What the service refused is asked anew; what it may have taken keeps its id.
  const [refusals, setRefusals] = useState(0);
  const requestId = useRequestId(JSON.stringify([typed.to, typed.message, refusals]));
  const submit = form.handleSubmit((fields) =>
    sending.mutate(
      { ownerId, invoice, requestId, ...fields },
      { onSuccess: onClose, onError: (error) => wasRefused(error) && setRefusals((before) => before + 1) },
    ),
  );
  const { errors } = form.formState;
  const sender = invoice.supplier.trading_name ?? invoice.supplier.business_name ?? '';
  const held = !online || answersTo === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Send ${invoice.invoiceNumber}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="main"
            disabled={held}
            busy={sending.isPending}
            busyText="Sending..."
          >
            Send
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid grid-cols-1 gap-4 pt-2" onSubmit={(event) => void submit(event)}>
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
          <p className="[overflow-wrap:anywhere]">{mailSubject(invoice.kind, invoice.invoiceNumber, sender)}</p>
        </div>
        <TextAreaField
          label="Message"
          optional
          hint="Stands in the e-mail under what is owed and until when."
          error={errors.message?.message}
          {...form.register('message')}
        />
        <div role="alert">{sending.error && <FieldError>{sending.error.message}</FieldError>}</div>
        {online ? <Answers to={answersTo} /> : <p className="hint">You need signal to send this.</p>}
      </form>
    </Dialog>
  );
}

/** What goes along, and where answers go; without an address for them nothing is sent. */
const Answers = ({ to }: { to: string | null }) =>
  to === null ? (
    <p className="hint">
      Answers need an address.{' '}
      <Link className="link" to="/invoice-settings">
        Add your e-mail address in Invoice Settings first.
      </Link>
    </p>
  ) : (
    <p className="hint">The PDF goes along as it was issued. Answers go to {to}.</p>
  );

/** Whether somebody answered, and the answer was no. */
const wasRefused = (error: Error) => 'status' in error && error.status !== null;
