import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '@/data/invoices';
import { useAccount } from '@/session/account';
import { useOnline } from '@/session/online';
import { keptFileQuery } from './mailing';

/**
 * Stores the PDF of a document that is issued but not sent. Its page opens after issuing, so this runs at once, and
 * again on later visits if it failed. Documents already sent are left alone until they are mailed.
 */
export function useKeptFile(invoice: Invoice) {
  const online = useOnline();
  const { canWrite, ownerId } = useAccount();
  const wanted = invoice.pdfPath === null && invoice.sentAt === null && invoice.voidedAt === null;
  useQuery({ ...keptFileQuery(ownerId, invoice, { ahead: true }), enabled: wanted && online && canWrite });
}
