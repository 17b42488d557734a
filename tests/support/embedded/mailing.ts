// Documents with their stored file, ready to be mailed, and the database calls that the edge functions make.
import type { Person, TestBackend } from './backend';
import type { InvoicingAccount } from '../account-data/invoicing';
import { invoicePdf } from '../account-data/invoice-pdf';

export type Mailing = ReturnType<typeof mailing>;

/** A file that passes for a PDF in the storage service. */
export const pdf = (text = 'the file') => new Blob([`%PDF-1.4 ${text}`], { type: 'application/pdf' });

export function mailing(backend: TestBackend, owner: Person, account: InvoicingAccount) {
  const service = backend.service();
  const files = owner.storage.from('invoices');
  const pathOf = (id: string) => `${owner.id}/${id}.pdf`;
  const invoiceFields = async (id: string) => {
    const [row] = await backend.sql<{ number: string; customer: string; total: number }>(
      `select invoice_number as number, customer_snapshot ->> 'name' as customer, total::float from public.invoices where id = $1`,
      [id],
    );
    if (!row) throw new Error('no such invoice');
    return { id, ...row };
  };
  const storeFile = async (id: string, file?: Blob) => {
    await files.upload(pathOf(id), file ?? invoicePdf(await invoiceFields(id)));
    return owner.rpc('keep_invoice_file', { p_invoice_id: id });
  };
  return {
    storeFile,
    /** Resets all mail limits. */
    resetLimits: () => backend.sql('delete from private.allowances'),
    /** The fields that its file has to contain. */
    invoiceFields,
    /** Overwrites the stored file, as an upload URL signed before the upload can do for two hours. */
    overwriteFile: async (id: string, file: Blob) => {
      const { error } = await service.storage.from('invoices').upload(pathOf(id), file, { upsert: true });
      if (error) throw error;
    },
    pathOf,
    files,
    /** Sets the address printed on the account's invoices. */
    setSenderEmail: (email: string | null = 'office@headland.test') => account.saveSettings({ email }),
    /** Issues an invoice of this many pounds and stores its file. */
    issueWithFile: async (pounds = 10, file?: Blob) => {
      const { data, error } = await account.issue(await account.addWorks([pounds]));
      if (error) throw error;
      await storeFile(data.id, file);
      return { id: data.id, number: data.invoice_number };
    },
    /** Records a mail of this invoice that is about to be sent. */
    begin: (
      number: string,
      more: { to?: string; message?: string; requestId?: string; by?: { id: string }; reminder?: boolean } = {},
    ) =>
      service.rpc('begin_invoice_mail', {
        p_person: (more.by ?? owner).id,
        p_request_id: more.requestId ?? crypto.randomUUID(),
        p_invoice_number: number,
        p_to: more.to ?? 'hill@farm.test',
        p_message: more.message ?? '',
        p_reminder: more.reminder ?? false,
      }),
    /** Records that the mail service accepted the mail. */
    accept: (mail: string, provider = `re-${mail}`) =>
      service.rpc('accept_invoice_mail', { p_account: owner.id, p_mail_id: mail, p_provider_id: provider }),
    /** Records that the mail service refused the mail; `final`: it is not retried. */
    fail: (mail: string, final = true) =>
      service.rpc('fail_invoice_mail', { p_account: owner.id, p_mail_id: mail, p_problem: 'No.', p_final: final }),
    recordEvent: (provider: string, state: string, event: string = crypto.randomUUID()) =>
      service.rpc('record_mail_event', { p_event_id: event, p_provider_id: provider, p_state: state }),
    /** Takes the reminders that are due at this time, as a scheduled run does. */
    remind: async (at: string) => {
      const { data, error } = await service.rpc('take_reminders', { p_at: at });
      if (error) throw error;
      // The shape of private.mail_job.
      return data as { id: string; number: string; to: string; reminder: number }[];
    },
    mails: () =>
      backend.sql<{
        id: string;
        state: string;
        to_address: string;
        provider_id: string | null;
        reminder: number | null;
      }>('select * from public.invoice_mails where user_id = $1 order by created_at, id', [owner.id]),
    /** Makes an invoice this many days overdue, as if it had been issued earlier. */
    makeOverdue: (id: string, days: number) =>
      backend.sql(
        `update public.invoices set issue_date = private.today(user_id) - ($2::integer + 30),
           due_date = private.today(user_id) - $2::integer where id = $1`,
        [id, days],
      ),
    invoice: async (id: string) => (await backend.sql('select * from public.invoices where id = $1', [id]))[0],
    works: (id: string) =>
      backend.sql<{ invoice_sent_at: string | null }>(
        'select invoice_sent_at from public.works where invoice_id = $1',
        [id],
      ),
  };
}

/** The id of the mail that `begin` returned. */
export const mailId = ({ data }: { data: unknown }): string => (data as { id?: string } | null)?.id ?? '';
