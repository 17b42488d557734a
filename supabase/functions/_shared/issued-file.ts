// Whether a stored file looks like one that the app generated for this document. Anyone could write such a file, so it
// is no proof of origin; it keeps programs, other documents, links and scripts out of the mails we send.
import { getDocumentProxy } from 'npm:unpdf@1.7.0';
import type { MailJob } from './invoice-words.ts';

const MOST_BYTES = 5 * 1024 * 1024;
/** An invoice of a thousand lines has about forty pages. */
const MOST_PAGES = 150;

const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

/** Letters, digits and points only: drawn text has line breaks, thousands separators, and boxes for missing letters. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9.]/g, '')
    .toLowerCase();

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function pageText(pdf: Pdf, at: number): Promise<string> {
  const { items } = await (await pdf.getPage(at)).getTextContent();
  return plain(items.map((item) => ('str' in item ? item.str : '')).join(''));
}

/** Whether it has interactive content: links, scripts, form fields or embedded files. The app writes none. */
async function isActive(pdf: Pdf): Promise<boolean> {
  if ((await pdf.getAttachments()) || (await pdf.getJSActions()) || (await pdf.getFieldObjects())) return true;
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const page = await pdf.getPage(at);
    if ((await page.getAnnotations()).length > 0 || (await page.getJSActions())) return true;
  }
  return false;
}

/** Checks for the number and customer on the first page and the total on the last. */
async function saysSo(pdf: Pdf, { number, customer, total }: MailJob): Promise<boolean> {
  const first = await pageText(pdf, 1);
  const last = pdf.numPages === 1 ? first : await pageText(pdf, pdf.numPages);
  return (
    first.includes(plain(number)) &&
    first.includes(plain(customer.slice(0, 60))) &&
    last.includes(plain(Math.abs(total).toFixed(2)))
  );
}

async function isIssued(pdf: Pdf, job: MailJob): Promise<boolean> {
  if (pdf.numPages > MOST_PAGES) return false;
  const { info } = await pdf.getMetadata();
  const producer: unknown = Reflect.get(info, 'Producer');
  if (typeof producer !== 'string' || !producer.startsWith('jsPDF ')) return false;
  // The app sets the file id to the id of its document.
  if (pdf.fingerprints[0] !== job.invoice.replaceAll('-', '')) return false;
  return (await saysSo(pdf, job)) && !(await isActive(pdf));
}

/** Reads the whole file. Never throws: an unreadable file is not accepted. */
export async function isIssuedFile(bytes: Uint8Array, job: MailJob): Promise<boolean> {
  if (bytes.length > MOST_BYTES || latin(bytes.subarray(0, 5)) !== '%PDF-') return false;
  if (!latin(bytes.subarray(-32)).trimEnd().endsWith('%%EOF')) return false;
  try {
    // The reader takes over the buffer that it is given, so pass a copy.
    const pdf = await getDocumentProxy(bytes.slice(), { isEvalSupported: false, verbosity: 0 });
    try {
      return await isIssued(pdf, job);
    } finally {
      await pdf.destroy();
    }
  } catch {
    return false;
  }
}
