// Attachments: the photos of an entry. Their rows are read here; their bytes are in a private bucket, shown by signed
// URLs that expire.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { bucket, SIGNED_SECONDS } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { loadFailed } from './load-failed';

const BUCKET = 'photos';
/** An open list gets new URLs before its own expire, after eight minutes; a closed one is dropped after one minute. */
export const RENEWED_MS = (SIGNED_SECONDS - 120) * 1000;
export const FORGOTTEN_MS = 60_000;
const MOST = 100;

export type Attachment = {
  id: string;
  storagePath: string;
  createdBy: string | null;
  createdByName: string;
  createdAt: string;
  /** Null if the file is missing. */
  url: string | null;
};

/** The photos of an entry, oldest first. */
export const attachmentsQuery = (ownerId: string, work: string) =>
  queryOptions({
    queryKey: ['attachments', ownerId, work],
    queryFn: async ({ signal }): Promise<Attachment[]> => {
      const rows = unwrap(
        await supabase
          .from('attachments')
          .select('id, storage_path, created_by, created_by_name, created_at')
          .eq('user_id', ownerId)
          .eq('parent_id', work)
          .order('created_at')
          .order('id')
          .limit(MOST)
          .abortSignal(signal),
      );
      if (rows.length === 0) return [];
      const paths = rows.map((row) => row.storage_path);
      const signed = unwrap(await (await bucket(BUCKET)).createSignedUrls(paths, SIGNED_SECONDS));
      const urls = new Map(signed.map(({ path, signedUrl }) => [path, signedUrl]));
      return rows.map((row) => ({
        id: row.id,
        storagePath: row.storage_path,
        createdBy: row.created_by,
        createdByName: row.created_by_name,
        createdAt: row.created_at,
        url: urls.get(row.storage_path) ?? null,
      }));
    },
    refetchInterval: RENEWED_MS,
    gcTime: FORGOTTEN_MS,
    meta: { failed: loadFailed },
  });

/** Deletes a photo: first its row, so that it is no longer shown to anybody, then its bytes. */
export const deleteAttachment = mutationOptions({
  mutationKey: ['attachments', 'delete'],
  mutationFn: async ({ ownerId, attachment }: { ownerId: string; attachment: Attachment }) => {
    unwrap(await supabase.from('attachments').delete().eq('user_id', ownerId).eq('id', attachment.id));
    unwrap(await (await bucket(BUCKET)).remove([attachment.storagePath]));
  },
  meta: { saved: { title: 'Photo deleted.' }, failed: { title: 'Error' }, invalidates: ['attachments'] },
});
