// All photos and documents of the account, for the account holder: what uses its space, and which files can be removed.
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { deleteRecord } from '@/data/record-requests';
import * as keys from '@/lib/query-keys';
import { addressOnce } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { DOCUMENT, DOCUMENT_BUCKET } from '@/records/documents';
import { PHOTO_BUCKET } from '@/records/photos';
import { undoFileRemoval, type FileTable } from './undo-file-removal';

export type FileUse = { kind: string; files: number; bytes: number };

/** What uses the account's space, the largest kind first, and how much space there is, in bytes. */
export const fileUseQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.storedFiles, ownerId, 'use'],
    queryFn: async ({ signal }): Promise<{ quota: number; kinds: FileUse[] }> => {
      const rows = unwrap(await supabase.rpc('file_use').abortSignal(signal));
      return {
        quota: rows[0]?.quota ?? 0,
        // The generated types don't know that the row of an account without files has no kind.
        kinds: rows.filter(({ kind }: { kind: string | null }) => kind !== null),
      };
    },
    staleTime: 0,
    meta: { failed: loadFailed },
  });

export type StoredFile = {
  id: string;
  table: FileTable;
  parentTable: string;
  parentId: string;
  /** Null if the record was deleted. */
  parentName: string | null;
  /** A document's name, or a photo's caption. */
  name: string | null;
  mime: string;
  bytes: number;
  storagePath: string;
  createdBy: string | null;
  createdByName: string;
  createdAt: string;
  /** Why it may not be removed, or null. */
  kept: string | null;
};
export type FileList = { kind: string; find: string; largest: boolean };

const PAGE_SIZE = 50;
type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

/** The files, newest or largest first, paged by the last row's key. */
export const storedFilesQuery = (ownerId: string, { kind, find, largest }: FileList) =>
  infiniteQueryOptions({
    queryKey: [keys.storedFiles, ownerId, 'list', kind, find, largest],
    queryFn: async ({ pageParam, signal }): Promise<StoredFile[]> => {
      const after = pageParam && {
        p_after_bytes: pageParam.bytes,
        p_after_at: pageParam.createdAt,
        p_after_id: pageParam.id,
      };
      const filter = { ...(kind !== '' && { p_kind: kind }), ...(find !== '' && { p_find: find }), p_largest: largest };
      const rows = unwrap(await supabase.rpc('stored_files', { ...filter, ...after }).abortSignal(signal));
      return rows.map((row) => {
        // The generated types declare every column of a function as not null.
        const { parent_name: parentName, name, created_by: createdBy, kept }: Nullable<typeof row> = row;
        return {
          ...{ id: row.id, table: row.source === 'documents' ? 'documents' : 'attachments' },
          ...{
            parentTable: row.parent_table,
            parentId: row.parent_id,
            parentName,
            name,
            mime: row.mime,
            bytes: row.bytes,
          },
          ...{
            storagePath: row.storage_path,
            createdBy,
            createdByName: row.created_by_name,
            createdAt: row.created_at,
            kept,
          },
        };
      });
    },
    initialPageParam: null as Pick<StoredFile, 'bytes' | 'createdAt' | 'id'> | null,
    getNextPageParam: (page) => (page.length === PAGE_SIZE ? page.at(-1) : undefined),
    staleTime: 0,
    meta: { failed: loadFailed },
  });

/** Removes a photo or document: its row now, its bytes a day later, so that this can be undone. */
export const removeStoredFile = mutationOptions({
  mutationKey: ['stored-files', 'remove'],
  mutationFn: ({ ownerId, file: { table, id } }: { ownerId: string; file: StoredFile }) =>
    deleteRecord({ table }, { id, ownerId }),
  meta: {
    saved: { title: 'File removed.' },
    failed: { title: 'Could not remove it' },
    undo: (_answer: unknown, { file: { table, id } }: { file: StoredFile }) => ({
      run: () => undoFileRemoval(table, id),
    }),
    invalidates: [keys.storedFiles, keys.attachments, DOCUMENT.table],
  },
});

/** A URL that shows a picture, or downloads a file under `name` if there is one. It is valid for a minute. */
export const fileAddress = mutationOptions({
  mutationKey: ['stored-files', 'address'],
  mutationFn: ({ file: { table, storagePath }, name }: { file: StoredFile; name?: string }) =>
    addressOnce(table === 'documents' ? DOCUMENT_BUCKET : PHOTO_BUCKET, storagePath, name),
  meta: { failed: { title: 'Could not get the file' } },
});
