// Checks a chosen document by its bytes, and refuses what a browser or an office program would run. Compressed parts of a PDF
// are not read, so this is only one of two defences: the app never shows documents, it only downloads them.
import { FileProblem } from '@/domain/core/file-problem';
import { isZip, unzip } from '@/domain/core/unzip';
import { MAX_DOCUMENT_BYTES, type DocumentType } from './document-types';

export type InspectedDocument = { ok: true; type: DocumentType } | { ok: false; sentence: string };

const refused = (sentence: string): InspectedDocument => ({ ok: false, sentence });
const accepted = (type: DocumentType): InspectedDocument => ({ ok: true, type });

const OTHER =
  'This kind of file is not kept here. Choose a PDF, a picture, a Word, Excel or OpenDocument file, a CSV or a text.';
const RUNS = 'This PDF contains a script or another file. Print it to a new PDF and add that one.';
const MACROS =
  'This file contains macros or embedded objects. Save it without them, as .docx or .xlsx, and add that one.';
const OLD_OFFICE = 'This is an old Word or Excel file. Save it as .docx or .xlsx, or as a PDF, and add that one.';
const PAGE = 'This is a web page or a drawing, not a document. Print it to a PDF and add that one.';
const DAMAGED = 'This file is damaged or has a password, and can’t be checked. Save it again and add that one.';

const latin = new TextDecoder('latin1');
const utf8 = new TextDecoder('utf-8', { fatal: true });
const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte);
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** The content of a stream. It is compressed, so a key such as /JS can occur in it by chance. */
const STREAM = /stream\r?\n[^]*?endstream/g;
/** Keys of a PDF that run code or contain another file. Escapes in names, such as #4a for J, are decoded first. */
const RUNS_IN_PDF = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA)(?![A-Za-z])/;

function inspectPdf(bytes: Uint8Array): InspectedDocument {
  const text = latin
    .decode(bytes)
    .replace(STREAM, '')
    .replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return RUNS_IN_PDF.test(text) ? refused(RUNS) : accepted('application/pdf');
}

const CONTENT_TYPES = '[content_types].xml';
/** Parts that contain macros (of Microsoft's formats and OpenDocument) or controls with code. */
const MACRO_PART = /(^|\/)(vbaproject[^/]*|vbadata\.xml|macrosheets|activex)(\/|$)|\.bin$|^(basic|scripts)\//;
const PRINTER_SETTINGS = /^(xl|word)\/printersettings\//;
const OPEN_DOCUMENTS: readonly DocumentType[] = [
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
];

function inspectOffice(bytes: Uint8Array): InspectedDocument {
  const names = new Set<string>();
  const parts = unzip(bytes, (name) => {
    names.add(name);
    return name === CONTENT_TYPES || name === 'mimetype';
  });
  if ([...names].some((name) => MACRO_PART.test(name) && !PRINTER_SETTINGS.test(name))) return refused(MACROS);
  const contents = latin.decode(parts.get(CONTENT_TYPES) ?? new Uint8Array());
  if (/macroEnabled|vbaProject/i.test(contents)) return refused(MACROS);
  if (contents !== '' && names.has('word/document.xml'))
    return accepted('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
  if (contents !== '' && names.has('xl/workbook.xml'))
    return accepted('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const declared = latin.decode(parts.get('mimetype') ?? new Uint8Array()).trim();
  const open = names.has('content.xml') && OPEN_DOCUMENTS.find((type) => type === declared);
  return open ? accepted(open) : refused(OTHER);
}

/** The text of a file, in UTF-8 or as Excel writes it on Windows. */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return latin.decode(bytes);
  }
}

function inspectText(name: string, bytes: Uint8Array): InspectedDocument {
  const ending = /\.(csv|txt)$/i.exec(name)?.[1]?.toLowerCase();
  const text = textOf(bytes);
  // oxlint-disable-next-line no-control-regex -- a text contains none of these
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) return refused(OTHER);
  if (/^\s*<|<(!doctype|\?xml|html|svg|script|iframe|body)\b/i.test(text.replace(/^\ufeff/, ''))) return refused(PAGE);
  if (ending === undefined) return refused(OTHER);
  return accepted(ending === 'csv' ? 'text/csv' : 'text/plain');
}

/** The type of a chosen file, or why it is refused. Pictures are checked elsewhere (`inspectPicture`). */
export function inspectDocument(name: string, bytes: Uint8Array): InspectedDocument {
  if (bytes.length === 0) return refused('This file is empty.');
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    const mb = Math.ceil(bytes.length / 1024 / 1024).toLocaleString('en-GB');
    return refused(`This file has ${mb} MB. A document may have 20 MB.`);
  }
  if (latin.decode(bytes.subarray(0, 5)) === '%PDF-') return inspectPdf(bytes);
  if (startsWith(bytes, OLE)) return refused(OLD_OFFICE);
  if (!isZip(bytes)) return inspectText(name, bytes);
  try {
    return inspectOffice(bytes);
  } catch (reason) {
    if (reason instanceof FileProblem) return refused(DAMAGED);
    throw reason;
  }
}
