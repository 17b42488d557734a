// The file of an invoice or credit note: the one stored when it was issued, or a new one. The PDF code and fonts are loaded on
// demand.
import type { QueryClient } from '@tanstack/react-query';
import { downloadInvoiceFile } from '@/data/invoices/invoice-files';
import { logoQuery, type Logo } from '@/data/invoices/logos';
import type { SheetInvoice } from '@/domain/invoices/invoice-sheet';
import { prefetch } from '@/lib/prefetch';
import { invoiceFileName } from '@/domain/core/file-name';

export type Printable = SheetInvoice & {
  id?: string | undefined;
  generatedAt?: string | undefined;
  /** Path of the PDF stored when the invoice was issued. */
  pdfPath?: string | null | undefined;
  voidedAt?: string | null | undefined;
};

/** Null if the logo can't be loaded, for example offline: an invoice without its logo is better than none. */
const logoIfAvailable = ({ supplier: { logo_path: path } }: Printable, client: QueryClient) =>
  path === undefined
    ? null
    : client.query({ ...logoQuery(path), retry: false, networkMode: 'always' }).catch(() => null);

/** If the code can't be loaded, throws an error for the user: the browser's own would name a file of the app. */
async function loadPdfCode() {
  try {
    const [{ invoicePdf }, { loadFonts }] = await Promise.all([import('@/pdf/invoice-pdf'), import('@/pdf/fonts')]);
    return { invoicePdf, fonts: await loadFonts() };
  } catch (error) {
    throw new Error('The PDF could not be made. Check your signal, then try again.', { cause: error });
  }
}

async function createPdfFile(
  invoice: Printable,
  client: QueryClient,
  loadLogo: (invoice: Printable, client: QueryClient) => Promise<Logo | null> | null = logoIfAvailable,
): Promise<File> {
  const logo = await loadLogo(invoice, client);
  const { invoicePdf, fonts } = await loadPdfCode();
  const name = invoiceFileName(invoice.invoiceNumber, invoice.customer.name);
  return new File([invoicePdf(invoice, fonts, logo)], name, { type: 'application/pdf' });
}

/** Prefetches the PDF code and fonts. */
export async function prefetchPdfCode(): Promise<void> {
  await prefetch(() => import('@/pdf/invoice-pdf'));
  await prefetch(() => import('@/pdf/fonts'));
}

/** The file that is stored and sent: fails if the logo can't be loaded. */
export const createFileToStore = (invoice: Printable, client: QueryClient): Promise<File> =>
  createPdfFile(invoice, client, ({ supplier: { logo_path: path } }) =>
    path === undefined ? null : client.query(logoQuery(path)),
  );

/**
 * The stored PDF of an issued invoice. A new file is created for a cancelled invoice, whose sheet says
 * “Cancelled”, and if the stored file can't be loaded.
 */
export async function storedOrNewFile(invoice: Printable, client: QueryClient): Promise<File> {
  const { pdfPath, voidedAt } = invoice;
  const stored = pdfPath && !voidedAt ? await downloadInvoiceFile(pdfPath).catch(() => null) : null;
  if (!stored) return createPdfFile(invoice, client);
  const name = invoiceFileName(invoice.invoiceNumber, invoice.customer.name);
  return new File([stored], name, { type: 'application/pdf' });
}
