import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '@/data/invoices';
import { useAccount } from '@/session/account';
import { useOnline } from '@/session/online';
import { keptFileQuery } from './mailing';

/**
 * Keeps the file of a document that was issued and not sent yet: at once after it was issued, since its page opens then,
 * and whenever it is opened again while that has not worked. What was sent long ago is left alone until it is mailed.
 */
export function useKeptFile(invoice: Invoice) {
  const online = useOnline();
  const { canWrite, ownerId } = useAccount();
  const wanted = invoice.pdfPath === null && invoice.sentAt === null && invoice.voidedAt === null;
  useQuery({ ...keptFileQuery(ownerId, invoice, { ahead: true }), enabled: wanted && online && canWrite });
}
