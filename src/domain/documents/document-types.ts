// The types of documents that can be stored. `inspectDocument` finds the type from the bytes of a file; only CSV and plain
// text are told apart by the name.

export const DOCUMENT_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/csv',
  'text/plain',
  'image/jpeg',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

const TYPES: Readonly<Record<DocumentType, { extension: string; words: string }>> = {
  'application/pdf': { extension: 'pdf', words: 'PDF' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { extension: 'docx', words: 'Word' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { extension: 'xlsx', words: 'Excel' },
  'application/vnd.oasis.opendocument.text': { extension: 'odt', words: 'Text document' },
  'application/vnd.oasis.opendocument.spreadsheet': { extension: 'ods', words: 'Spreadsheet' },
  'text/csv': { extension: 'csv', words: 'CSV' },
  'text/plain': { extension: 'txt', words: 'Text' },
  'image/jpeg': { extension: 'jpg', words: 'Picture' },
};

/** For the file dialog. Pictures of any kind are stored as JPEG. */
export const CHOOSABLE = '.pdf,.docx,.xlsx,.odt,.ods,.csv,.txt,image/jpeg,image/png,image/webp,image/heic';
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;
export const MAX_NAME = 150;

export const extensionOf = (type: DocumentType): string => TYPES[type].extension;

const isDocumentType = (mime: string): mime is DocumentType => mime in TYPES;
/** The type of a stored file in words: "PDF", "Word", "Picture". */
export const typeWords = (mime: string): string => (isDocumentType(mime) ? TYPES[mime].words : 'Picture');

/** Separators, control characters, and invisible ones that make a name look like another. */
// oxlint-disable-next-line no-control-regex -- these are what it removes
const UNWANTED = /[/\\\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The name under which a document is stored and downloaded: that of the chosen file, with the extension of its type. */
export function documentName(chosen: string, type: DocumentType): string {
  const ending = `.${extensionOf(type)}`;
  const stem = chosen
    .replace(UNWANTED, '')
    .replace(/\.[^.\s]{1,5}$/, '')
    .trim();
  return (
    Array.from(stem || 'Document')
      .slice(0, MAX_NAME - ending.length)
      .join('') + ending
  );
}

/** "0 KB" for nothing, and at least "1 KB" for anything; "850 KB", "1.2 MB", "3.4 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(Math.min(bytes, 1), Math.round(bytes / 1024))} KB`;
  const mb = bytes / 1024 / 1024;
  return mb < 1024 ? `${mb < 100 ? mb.toFixed(1) : Math.round(mb)} MB` : `${(mb / 1024).toFixed(1)} GB`;
}
