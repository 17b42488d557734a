// The PDF of an issued invoice or credit note: stored once in a private bucket under the document's own id, never
// overwritten. It is the file that is mailed.
import { bucket } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';

const BUCKET = 'invoices';

/** The bytes as they were stored. */
export const downloadInvoiceFile = async (path: string): Promise<Blob> =>
  unwrap(await (await bucket(BUCKET)).download(path));

/**
 * Stores the file and resolves with its path. If another tab has stored it already, or a response was lost, that file
 * stays.
 */
export async function storeInvoiceFile(ownerId: string, invoiceId: string, file: Blob): Promise<string> {
  const { error } = await (await bucket(BUCKET)).upload(`${ownerId}/${invoiceId}.pdf`, file);
  const recorded = await supabase.rpc('keep_invoice_file', { p_invoice_id: invoiceId });
  // If the database finds no file, the upload's error says more.
  if (recorded.error && error) throw error;
  return unwrap(recorded);
}
