// The invoice as a file: saved to the device or handed to another app. The PDF's code and fonts come with the first press.
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { keptInvoiceFile } from '@/data/invoice-files';
import { logoQuery, type Logo } from '@/data/logos';
import type { SheetInvoice } from '@/domain/invoice-sheet';
import { unasked } from '@/lib/unasked';
import { invoiceFileName } from '@/pdf/file-name';

export type Printable = SheetInvoice & {
  id?: string | undefined;
  generatedAt?: string | undefined;
  /** Where the file is that was kept when it was issued. */
  pdfPath?: string | null | undefined;
  voidedAt?: string | null | undefined;
};

/** Without signal, and never shown before: an invoice without its logo is better than none. */
const logoOrNone = ({ supplier: { logo_path: path } }: Printable, client: QueryClient) =>
  path === undefined
    ? null
    : client.query({ ...logoQuery(path), retry: false, networkMode: 'always' }).catch(() => null);

async function makeFile(
  invoice: Printable,
  client: QueryClient,
  logoOf: (invoice: Printable, client: QueryClient) => Promise<Logo | null> | null = logoOrNone,
): Promise<File> {
  const logo = await logoOf(invoice, client);
  const [{ invoicePdf }, { loadFonts }] = await Promise.all([import('@/pdf/invoice-pdf'), import('@/pdf/fonts')]);
  const name = invoiceFileName(invoice.invoiceNumber, invoice.customer.name);
  return new File([invoicePdf(invoice, await loadFonts(), logo)], name, { type: 'application/pdf' });
}

/** Fetches what draws a document before anybody asks for one. */
export async function fetchDrawing(): Promise<void> {
  await unasked(() => import('@/pdf/invoice-pdf'));
  await unasked(() => import('@/pdf/fonts'));
}

/** The file as it is kept and sent: with its logo, or not at all. */
export const makeWholeFile = (invoice: Printable, client: QueryClient): Promise<File> =>
  makeFile(invoice, client, ({ supplier: { logo_path: path } }) =>
    path === undefined ? null : client.query(logoQuery(path)),
  );

/** What was issued, as it was kept. A cancelled one is drawn, since it says so; so is one that is not at hand. */
async function fileOf(invoice: Printable, client: QueryClient): Promise<File> {
  const { pdfPath, voidedAt } = invoice;
  const kept = pdfPath && !voidedAt ? await keptInvoiceFile(pdfPath).catch(() => null) : null;
  if (!kept) return makeFile(invoice, client);
  const name = invoiceFileName(invoice.invoiceNumber, invoice.customer.name);
  return new File([kept], name, { type: 'application/pdf' });
}

function save(file: File) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser has taken the file by the time the next task runs; some take a moment longer.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Whether this device can hand a file to another app: mail, messages. */
export const canShare = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([], 'invoice.pdf', { type: 'application/pdf' })] });

// Needs no signal once the code is there, so it does not wait for one.
const always = 'always' as const;
const failed = { title: 'Error', description: 'Could not make the PDF.' };

export const downloadInvoice = mutationOptions({
  mutationKey: ['invoice-file', 'download'],
  mutationFn: async (invoice: Printable, { client }) => save(await fileOf(invoice, client)),
  networkMode: always,
  meta: { failed },
});

export const shareInvoice = mutationOptions({
  mutationKey: ['invoice-file', 'share'],
  mutationFn: async (invoice: Printable, { client }) => {
    const file = await fileOf(invoice, client);
    await navigator.share({ files: [file], title: file.name.replace(/\.pdf$/, '') }).catch((reason: unknown) => {
      // The person closed the sheet: nothing failed.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
    });
  },
  networkMode: always,
  meta: { failed: { title: 'Error', description: 'Could not share the PDF.' } },
});
