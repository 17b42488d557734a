import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
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

/** Sends the document's file by e-mail: to whom, with which words. Asks once it knows the customer's address. */
export function SendDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { ownerId } = useAccount();
  const online = useOnline();
  const formId = useId();
  const sending = useMutation(mailInvoice);
  // What the service refused is asked anew; what it may have taken keeps its id.
  const [refusals, setRefusals] = useState(0);
  const customer = useQuery({
    ...customerQuery(ownerId, invoice.customerId ?? ''),
    enabled: invoice.customerId !== null,
  });
  const settings = useQuery(invoiceSettingsQuery(ownerId));
  const loading = customer.isLoading || settings.isLoading;
  const answersTo = settings.data?.email ?? null;
  const { billing_email: bills, email } = invoice.customer;
  const address = customer.data?.billingEmail ?? customer.data?.email ?? bills ?? email ?? '';
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
            disabled={!online || answersTo === null}
            busy={sending.isPending}
            busyText="Sending..."
          >
            Send
          </Button>
        </>
      }
    >
      {loading ? (
        <LoadingRows rows={3} />
      ) : (
        <SendForm
          id={formId}
          invoice={invoice}
          address={address}
          attempt={refusals}
          onSend={(mail) =>
            sending.mutate(
              { ownerId, invoice, ...mail },
              { onSuccess: onClose, onError: (error) => wasRefused(error) && setRefusals((before) => before + 1) },
            )
          }
        >
          <div>
            <div role="alert">{sending.error && <FieldError>{sending.error.message}</FieldError>}</div>
            {online ? <Answers to={answersTo} /> : <p className="hint">You need signal to send this.</p>}
          </div>
        </SendForm>
      )}
    </Dialog>
  );
}

type Words = { to: string; message: string };

function SendForm({
  id,
  invoice,
  address,
  attempt,
  onSend,
  children,
}: {
  id: string;
  invoice: Invoice;
  address: string;
  /** Another number makes a new request of the same words. */
  attempt: number;
  onSend: (mail: Words & { requestId: string }) => void;
  children: ReactNode;
}) {
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { to: address, message: '' } });
  const typed = useWatch({ control: form.control });
  const requestId = useRequestId(JSON.stringify([typed.to, typed.message, attempt]));
  const submit = form.handleSubmit((words) => onSend({ ...words, requestId }));
  const { errors } = form.formState;
  const sender = invoice.supplier.trading_name ?? invoice.supplier.business_name ?? '';
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
        <p className="[overflow-wrap:anywhere]">{mailSubject(invoice.kind, invoice.invoiceNumber, sender)}</p>
      </div>
      <TextAreaField
        label="Message"
        optional
        hint="Your own words, below what is owed and until when."
        error={errors.message?.message}
        {...form.register('message')}
      />
      {children}
    </form>
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
