// Documents of a record: their bytes are in a bucket of their own, and are only ever downloaded.
import { whole } from '@/domain/core/number-rule';
import { DOCUMENT_TYPES, MAX_NAME } from '@/domain/documents/document-types';
import { choice, id, instant, number, person, text } from './record-field';
import { record, type RecordOf, type StoredKinds } from './record';

export const DOCUMENT_BUCKET = 'documents';
/** The tables whose records may have documents. */
const TABLES_WITH_DOCUMENTS = ['customers', 'machines', 'fields', 'compliance_completions', 'certificates'] as const;
export type DocumentTable = (typeof TABLES_WITH_DOCUMENTS)[number];

/** The bytes are uploaded first, then the row is inserted. */
export const DOCUMENT = record('documents', {
  parentTable: choice(TABLES_WITH_DOCUMENTS).onInsert(),
  parentId: id().onInsert(),
  name: text('Name', MAX_NAME).onInsert(),
  storagePath: text().onInsert(),
  mime: choice(DOCUMENT_TYPES).onInsert(),
  bytes: number(null, whole(20_971_520, 1)).onInsert(),
  /** Null if the person's account was deleted. */
  createdBy: person().optional().fromDatabase(),
  createdByName: text().fromDatabase(),
  createdAt: instant().fromDatabase(),
});
export type StoredDocument = RecordOf<typeof DOCUMENT>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  documents: { 'Documents of customers, machines, fields, evidence and certificates, as you chose them': '*' },
};
