// Attachments: the photos of an entry. Their rows are read here; their bytes are in a private bucket, shown by signed
// URLs that expire.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as keys from '@/lib/query-keys';
import { bucket, SIGNED_URL_SECONDS } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { PHOTO, PHOTO_BUCKET } from '@/records/photos';
import { fromRow, pickFields, type RecordOf, type RowOf } from '@/records/record';
import { loadFailed } from './load-failed';

/** Signed URLs are renewed two minutes before they expire, and dropped from the cache one minute after their last use. */
export const URL_REFRESH_MS = (SIGNED_URL_SECONDS - 120) * 1000;
export const URL_CACHE_MS = 60_000;
const MAX_PHOTOS = 100;

const STORED_PHOTO = pickFields(PHOTO, ['storagePath', 'createdBy', 'createdByName', 'createdAt']);
export type Attachment = RecordOf<typeof STORED_PHOTO> & {
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
          .select<string, RowOf<typeof STORED_PHOTO>>(STORED_PHOTO.select)
          .eq('user_id', ownerId)
          .eq('parent_id', work)
          .order('created_at')
          .order('id')
          .limit(MAX_PHOTOS)
          .abortSignal(signal),
      );
      if (rows.length === 0) return [];
      const paths = rows.map((row) => row.storagePath);
      const signed = unwrap(await (await bucket(PHOTO_BUCKET)).createSignedUrls(paths, SIGNED_URL_SECONDS));
      const urls = new Map(signed.map(({ path, signedUrl }) => [path, signedUrl]));
      return rows.map((row) => ({ ...fromRow(STORED_PHOTO, row), url: urls.get(row.storagePath) ?? null }));
    },
    refetchInterval: URL_REFRESH_MS,
    gcTime: URL_CACHE_MS,
    meta: { failed: loadFailed },
  });

/** Deletes a photo: first its row, so that it is no longer shown, then its bytes. */
export const deleteAttachment = mutationOptions({
  mutationKey: ['attachments', 'delete'],
  mutationFn: async ({ ownerId, attachment }: { ownerId: string; attachment: Attachment }) => {
    unwrap(await supabase.from('attachments').delete().eq('user_id', ownerId).eq('id', attachment.id));
    unwrap(await (await bucket(PHOTO_BUCKET)).remove([attachment.storagePath]));
  },
  meta: { saved: { title: 'Photo deleted.' }, failed: { title: 'Error' }, invalidates: [keys.attachments] },
});
