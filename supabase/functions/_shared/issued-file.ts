// Checks that a stored file looks like one that the app generated for this document. Anyone could craft such a file, so
// this does not prove its origin. It keeps programs, other documents, links and scripts out of the mails we send.
import { getDocumentProxy } from 'npm:unpdf@1.7.0';
import { BOX, printable } from '../../../src/pdf/printable-text.ts';
import type { MailJob } from './invoice-mail-text.ts';

const MAX_BYTES = 5 * 1024 * 1024;
/** An invoice of a thousand lines has about forty pages. */
const MAX_PAGES = 150;

const decodeLatin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

const UNCOMPARED = new RegExp(`[^A-Za-z0-9.${BOX}]`, 'gu');

/** Keeps only letters, digits, points and boxes: the text of a PDF has line breaks and thousands separators. */
const lettersAndDigits = (text: string) => text.normalize('NFKD').replace(UNCOMPARED, '').toLowerCase();

/** Whether a page shows a text as the app prints it now, or as it did before it had plain forms. A long one may be cut. */
const shows = (page: string, text: string): boolean =>
  [true, false].some((plainForms) =>
    page.includes(lettersAndDigits(printable(text, 300, { plainForms })).slice(0, 60)),
  );

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function pageText(pdf: Pdf, pageNumber: number): Promise<string> {
  const { items } = await (await pdf.getPage(pageNumber)).getTextContent();
  return lettersAndDigits(items.map((item) => ('str' in item ? item.str : '')).join(''));
}

/** Whether it has interactive content: links, scripts, form fields or embedded files. The app writes none. */
async function hasActiveContent(pdf: Pdf): Promise<boolean> {
  if ((await pdf.getAttachments()) || (await pdf.getJSActions()) || (await pdf.getFieldObjects())) return true;
  for (let pageNumber = 1; pageNumber <= pdf.numPages; pageNumber += 1) {
    const page = await pdf.getPage(pageNumber);
    if ((await page.getAnnotations()).length > 0 || (await page.getJSActions())) return true;
  }
  return false;
}

/** Whether the first page has the document's number and customer, and the last page its total. */
async function showsDocument(pdf: Pdf, { number, customer, total }: MailJob): Promise<boolean> {
  const first = await pageText(pdf, 1);
  const last = pdf.numPages === 1 ? first : await pageText(pdf, pdf.numPages);
  return shows(first, number) && shows(first, customer) && last.includes(lettersAndDigits(Math.abs(total).toFixed(2)));
}

async function matchesJob(pdf: Pdf, job: MailJob): Promise<boolean> {
  if (pdf.numPages > MAX_PAGES) return false;
  const { info } = await pdf.getMetadata();
  const producer: unknown = Reflect.get(info, 'Producer');
  if (typeof producer !== 'string' || !producer.startsWith('jsPDF ')) return false;
  // The app uses the document's id as the id of the PDF file.
  if (pdf.fingerprints[0] !== job.invoice.replaceAll('-', '')) return false;
  return (await showsDocument(pdf, job)) && !(await hasActiveContent(pdf));
}

/** Reads the whole file. Never throws: an unreadable file is not accepted. */
export async function isIssuedFile(bytes: Uint8Array, job: MailJob): Promise<boolean> {
  if (bytes.length > MAX_BYTES || decodeLatin1(bytes.subarray(0, 5)) !== '%PDF-') return false;
  if (!decodeLatin1(bytes.subarray(-32)).trimEnd().endsWith('%%EOF')) return false;
  try {
    // The library takes ownership of the buffer, so pass a copy.
    const pdf = await getDocumentProxy(bytes.slice(), { isEvalSupported: false, verbosity: 0 });
    try {
      return await matchesJob(pdf, job);
    } finally {
      await pdf.destroy();
    }
  } catch {
    return false;
  }
}
