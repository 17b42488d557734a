// A document by e-mail: its file is drawn and kept when it is issued, and that file is what is sent.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { keepInvoiceFile } from '@/data/invoice-files';
import { sendInvoiceMail, type NewInvoiceMail } from '@/data/invoice-mails';
import type { Invoice } from '@/data/invoices';
import { fetchDrawing, makeWholeFile } from './documents';

/**
 * Draws and keeps the file of a document that has none yet. Fails without a word: sending it does so again, and says.
 * `ahead` where nobody has asked for the file yet.
 */
export const keptFileQuery = (ownerId: string, invoice: Invoice, { ahead = false } = {}) =>
  queryOptions({
    queryKey: ['invoice-file', ownerId, invoice.id],
    queryFn: async ({ client }) => {
      if (ahead) await fetchDrawing();
      return keepInvoiceFile(ownerId, invoice.id, await makeWholeFile(invoice, client));
    },
    staleTime: Infinity,
    retry: 1,
  });

type Mailing = Omit<NewInvoiceMail, 'number'> & { ownerId: string; invoice: Invoice };

export const mailInvoice = mutationOptions({
  mutationKey: ['invoices', 'mail'],
  mutationFn: async ({ ownerId, invoice, ...mail }: Mailing, { client }) => {
    if (invoice.pdfPath === null) await client.query(keptFileQuery(ownerId, invoice));
    return sendInvoiceMail({ ...mail, number: invoice.invoiceNumber });
  },
  // What did not go out stands in the list of mails too.
  onError: (_error, _mailing, _result, { client }) => client.invalidateQueries({ queryKey: ['invoices'] }),
  meta: {
    saved: ({ to }: { to: string }) => ({ title: 'E-mail sent!', description: `To ${to}.` }),
    failed: { title: 'Error Sending E-mail' },
    invalidates: ['invoices', 'works', 'home'],
  },
});
