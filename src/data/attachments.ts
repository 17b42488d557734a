// Attachments: the photos of an entry. Their rows are read here; their bytes are in a private bucket, shown by signed
// URLs that expire.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as keys from '@/lib/query-keys';
import { bucket, SIGNED_SECONDS } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { PHOTO, PHOTOS } from '@/records/photos';
import { fromRow, part, type RecordOf, type RowOf } from '@/records/record';
import { loadFailed } from './load-failed';

/** An open list gets new URLs before its own expire, after eight minutes; a closed one is dropped after one minute. */
export const RENEWED_MS = (SIGNED_SECONDS - 120) * 1000;
export const FORGOTTEN_MS = 60_000;
const MOST = 100;

const STORED = part(PHOTO, ['storagePath', 'createdBy', 'createdByName', 'createdAt']);
export type Attachment = RecordOf<typeof STORED> & {
  /** Null if the file is missing. */
  url: string | null;
};

/** The photos of an entry, oldest first. */
export const attachmentsQuery = (ownerId: string, work: string) =>
  queryOptions({
    queryKey: [keys.attachments, ownerId, work],
    queryFn: async ({ signal }): Promise<Attachment[]> => {
      const rows = unwrap(
        await supabase
          .from('attachments')
          .select<string, RowOf<typeof STORED>>(STORED.select)
          .eq('user_id', ownerId)
          .eq('parent_id', work)
          .order('created_at')
          .order('id')
          .limit(MOST)
          .abortSignal(signal),
      );
      if (rows.length === 0) return [];
      const paths = rows.map((row) => row.storagePath);
      const signed = unwrap(await (await bucket(PHOTOS)).createSignedUrls(paths, SIGNED_SECONDS));
      const urls = new Map(signed.map(({ path, signedUrl }) => [path, signedUrl]));
      return rows.map((row) => ({ ...fromRow(STORED, row), url: urls.get(row.storagePath) ?? null }));
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
    unwrap(await (await bucket(PHOTOS)).remove([attachment.storagePath]));
  },
  meta: { saved: { title: 'Photo deleted.' }, failed: { title: 'Error' }, invalidates: [keys.attachments] },
});
