// Lists, adds, downloads and removes the documents of a record, online only: they are too large for the outbox, and are
// not needed in the field.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { deleteRecord, type RowId } from '@/data/record-requests';
import * as keys from '@/lib/query-keys';
import { addressOnce, bucket } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { DOCUMENT, DOCUMENT_BUCKET, type DocumentTable, type StoredDocument } from '@/records/documents';
import { fromRow, toRow, type RowOf } from '@/records/record';
import { undoFileRemoval } from './undo-file-removal';

/** The most documents of one record. The database refuses more. */
export const MAX_DOCUMENTS = 100;

/** The documents of a record, oldest first. */
export const documentsQuery = (ownerId: string, parent: string) =>
  queryOptions({
    queryKey: [DOCUMENT.table, ownerId, parent],
    queryFn: async ({ signal }): Promise<StoredDocument[]> =>
      unwrap(
        await supabase
          .from('documents')
          .select<string, RowOf<typeof DOCUMENT>>(DOCUMENT.select)
          .eq('user_id', ownerId)
          .eq('parent_id', parent)
          .order('created_at')
          .order('id')
          .limit(MAX_DOCUMENTS)
          .abortSignal(signal),
      ).map((row) => fromRow(DOCUMENT, row)),
    meta: { failed: loadFailed },
  });

type Addition = { ownerId: string; table: DocumentTable; parent: string; files: readonly File[] };
export type RefusedFile = { name: string; sentence: string };

const NOT_TAKEN =
  'The server did not take this document. There may be no room left: the page Files says what uses it. Or try again tomorrow.';

/**
 * The ids of chosen files whose row was sent but not answered: the document may be stored. If the same file is chosen again,
 * it keeps its id, so that it is not stored twice.
 */
const unanswered = new Map<string, string>();

const isStored = async (ownerId: string, id: string) =>
  unwrap(await supabase.from('documents').select('id').eq('user_id', ownerId).eq('id', id)).length > 0;

async function add(addition: Addition, file: File): Promise<void> {
  const { ownerId, table, parent } = addition;
  const { prepareDocument } = await import('./prepare-document');
  const { name, type, extension, bytes } = await prepareDocument(file);
  const chosen = [parent, file.name, file.size, file.lastModified].join('/');
  const earlier = unanswered.get(chosen);
  if (earlier !== undefined && (await isStored(ownerId, earlier))) {
    unanswered.delete(chosen);
    return;
  }
  const id = earlier ?? crypto.randomUUID();
  const storagePath = `${ownerId}/${id}.${extension}`;
  const files = await bucket(DOCUMENT_BUCKET);
  const stored = await files.upload(storagePath, bytes, { contentType: type });
  const status: unknown = stored.error && Reflect.get(stored.error, 'statusCode');
  // 409: an earlier attempt with this id stored the file.
  if (stored.error && status !== '409') throw status === '403' ? new Error(NOT_TAKEN) : stored.error;
  unanswered.set(chosen, id);
  const fields = { parentTable: table, parentId: parent, name, storagePath, mime: type, bytes: bytes.byteLength };
  const { error } = await supabase.from('documents').insert({ id, user_id: ownerId, ...toRow(DOCUMENT, fields) });
  // Only an answer of the database has a code.
  if (error && !error.code) throw error;
  unanswered.delete(chosen);
  // 23505: the earlier attempt arrived meanwhile.
  if (!error || (earlier !== undefined && error.code === '23505')) return;
  // The earlier attempt arrived, and the document was removed again.
  if (earlier !== undefined) return add(addition, file);
  // If this fails too, the nightly function deletes the file.
  await files.remove([storagePath]);
  throw error;
}

/** Adds documents one after another. Returns those that were refused, each with its reason. */
export const addDocuments = mutationOptions({
  mutationKey: ['documents', 'add'],
  mutationFn: async (addition: Addition): Promise<RefusedFile[]> => {
    const refused: RefusedFile[] = [];
    for (const file of addition.files) {
      const reason: unknown = await add(addition, file).catch((error: unknown) => error);
      if (reason !== undefined)
        refused.push({ name: file.name, sentence: reason instanceof Error ? reason.message : 'Try again.' });
    }
    return refused;
  },
  meta: { invalidates: [DOCUMENT.table, keys.storedFiles] },
});

/** Removes a document. Its bytes are deleted a day later, so that this can be undone. */
export const removeDocument = mutationOptions({
  mutationKey: ['documents', 'remove'],
  mutationFn: (row: RowId) => deleteRecord(DOCUMENT, row),
  meta: {
    saved: { title: 'Document removed.' },
    failed: { title: 'Could not remove it' },
    undo: (_answer: unknown, { id }: { id: string }) => ({ run: () => undoFileRemoval('documents', id) }),
    invalidates: [DOCUMENT.table, keys.storedFiles],
  },
});

/** A URL that downloads a document. It is valid for a minute. */
export const documentAddress = mutationOptions({
  mutationKey: ['documents', 'address'],
  mutationFn: ({ storagePath, name }: Pick<StoredDocument, 'storagePath' | 'name'>) =>
    addressOnce(DOCUMENT_BUCKET, storagePath, name),
  meta: { failed: { title: 'Could not download it' } },
});
