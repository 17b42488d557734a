// The PDF of an invoice, downloaded or shared.
import { mutationOptions } from '@tanstack/react-query';
import { saveFile } from '@/lib/files/save-file';
import { storedOrNewFile, type Printable } from '@/widgets/invoice-file';

/** Whether the device can share a PDF with another app, such as mail or messages. */
export const canShare = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([], 'invoice.pdf', { type: 'application/pdf' })] });

// Works offline once the code is loaded, so the mutation must not wait for a connection.
const always = 'always' as const;
const errorToast = { title: 'Error', description: 'Could not make the PDF.' };

export const downloadInvoice = mutationOptions({
  mutationKey: ['invoice-file', 'download'],
  mutationFn: async (invoice: Printable, { client }) => saveFile(await storedOrNewFile(invoice, client)),
  networkMode: always,
  meta: { failed: errorToast },
});

export const shareInvoice = mutationOptions({
  mutationKey: ['invoice-file', 'share'],
  mutationFn: async (invoice: Printable, { client }) => {
    const file = await storedOrNewFile(invoice, client);
    await navigator.share({ files: [file], title: file.name.replace(/\.pdf$/, '') }).catch((reason: unknown) => {
      // The person closed the share sheet: not a failure.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
    });
  },
  networkMode: always,
  meta: { failed: { title: 'Error', description: 'Could not share the PDF.' } },
});
