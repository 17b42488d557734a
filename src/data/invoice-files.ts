// The file of an issued invoice or credit note: kept once in a private bucket under the document's own id, never written
// over. What is mailed is this file.
import { bucket } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';

const BUCKET = 'invoices';

/** The bytes as they were kept. */
export const keptInvoiceFile = async (path: string): Promise<Blob> =>
  unwrap(await (await bucket(BUCKET)).download(path));

/** Keeps the file and answers its path. Another tab may have kept it already, or an answer got lost: then that one stays. */
export async function keepInvoiceFile(ownerId: string, invoiceId: string, file: Blob): Promise<string> {
  const { error } = await (await bucket(BUCKET)).upload(`${ownerId}/${invoiceId}.pdf`, file);
  const kept = await supabase.rpc('keep_invoice_file', { p_invoice_id: invoiceId });
  // Where the database finds no file, why it could not be added says more.
  if (kept.error && error) throw error;
  return unwrap(kept);
}
