// The name of a file that is saved or sent: no path separators, no characters that an operating system refuses.
import { isCreditNoteNumber } from '@/domain/invoices/invoice';

/** "Invoice INV-0042 Hill Farm.pdf". At most 120 characters before the ending. */
export function fileName(parts: readonly string[], ending: 'pdf'): string {
  const name = parts
    .join(' ')
    .normalize('NFC')
    .replace(/[\p{C}/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/gu, ' ')
    // Dots at either end hide the file or break its extension.
    .replace(/^[. ]+|[. ]+$/gu, '');
  const short = Array.from(name).slice(0, 120).join('').trim();
  return `${short === '' ? 'Invoice' : short}.${ending}`;
}

/** The file of an invoice or credit note; without a number it is a draft. */
export const invoiceFileName = (number: string | null, customer: string): string =>
  fileName(
    number === null
      ? ['Draft invoice', customer]
      : [isCreditNoteNumber(number) ? 'Credit note' : 'Invoice', number, customer],
    'pdf',
  );
