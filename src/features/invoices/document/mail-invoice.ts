// Sends a document by mail. Its PDF is stored when it is issued, and that file is sent.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { storeInvoiceFile } from '@/data/invoices/invoice-files';
import { sendInvoiceMail, type NewInvoiceMail } from '@/data/invoices/invoice-mails';
import type { Invoice } from '@/data/invoices/invoices';
import * as keys from '@/lib/query-keys';
import { prefetchPdfCode, createFileToStore } from '@/widgets/invoice-file';

/**
 * Creates and stores the PDF of a document that has none yet. Fails silently: sending tries again and reports the
 * error. With `isPrefetch`, a failed load of the PDF code does not reload the page.
 */
export const storedFileQuery = (ownerId: string, invoice: Invoice, { isPrefetch = false } = {}) =>
  queryOptions({
    queryKey: [keys.invoiceFile, ownerId, invoice.id],
    queryFn: async ({ client }) => {
      if (isPrefetch) await prefetchPdfCode();
      return storeInvoiceFile(ownerId, invoice.id, await createFileToStore(invoice, client));
    },
    staleTime: Infinity,
    retry: 1,
  });

type Mailing = Omit<NewInvoiceMail, 'number'> & { ownerId: string; invoice: Invoice };

export const mailInvoice = mutationOptions({
  mutationKey: ['invoices', 'mail'],
  mutationFn: async ({ ownerId, invoice, ...mail }: Mailing, { client }) => {
    if (invoice.pdfPath === null) await client.query(storedFileQuery(ownerId, invoice));
    return sendInvoiceMail({ ...mail, number: invoice.invoiceNumber });
  },
  // A mail that failed is listed as well, so refetch the list.
  onError: (_error, _mailing, _result, { client }) => client.invalidateQueries({ queryKey: [keys.invoices] }),
  meta: {
    saved: ({ to }: { to: string }) => ({ title: 'E-mail sent!', description: `To ${to}.` }),
    failed: { title: 'Error Sending E-mail' },
    invalidates: [keys.invoices, keys.works, keys.home],
  },
});
