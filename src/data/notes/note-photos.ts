// The photos of many notes at once: for an export, and for the list.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { URL_CACHE_MS, URL_REFRESH_MS } from '@/data/attachments';
import * as keys from '@/lib/query-keys';
import { bucket, SIGNED_URL_SECONDS } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { PHOTO, PHOTO_BUCKET } from '@/records/photos';
import { pickFields, type RowOf } from '@/records/record';

/** As many ids as fit into one URL. */
const IDS_PER_REQUEST = 100;

const NOTE_PHOTO = pickFields(PHOTO, ['parentId', 'storagePath']);

const readPhotoRows = (ownerId: string, notes: readonly string[], signal: AbortSignal) =>
  allRows((from, to) =>
    supabase
      .from('attachments')
      .select<string, RowOf<typeof NOTE_PHOTO>>(NOTE_PHOTO.select)
      .eq('user_id', ownerId)
      .in('parent_id', [...notes])
      .order('created_at')
      .order('id')
      .range(from, to)
      .abortSignal(signal),
  );

/** The signed URLs of files, by path; files missing on the server are left out. */
async function signedUrlsOf(paths: string[]): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const signed = unwrap(await (await bucket(PHOTO_BUCKET)).createSignedUrls(paths, SIGNED_URL_SECONDS));
  return new Map(signed.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl]] : [])));
}

/** URLs of the photos of some notes, by the note's id, oldest first; those missing on the server are left out. */
export async function photosOfNotes(
  ownerId: string,
  notes: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const photos = new Map<string, string[]>();
  for (let at = 0; at < notes.length; at += IDS_PER_REQUEST) {
    const rows = await readPhotoRows(ownerId, notes.slice(at, at + IDS_PER_REQUEST), signal);
    const urls = await signedUrlsOf(rows.map((row) => row.storagePath));
    for (const { parentId, storagePath } of rows) {
      const url = urls.get(storagePath);
      if (url) photos.set(parentId, [...(photos.get(parentId) ?? []), url]);
    }
  }
  return photos;
}

type ListedPhotos = { urls: string[]; count: number };

/** The photos of one page of the list of notes, by the note's id: the number of photos, and at most `maxUrls` URLs. */
export const photosOfListQuery = (ownerId: string, notes: readonly string[], maxUrls: number) =>
  queryOptions({
    queryKey: [keys.attachments, ownerId, 'of-notes', notes, maxUrls],
    queryFn: async ({ signal }): Promise<Map<string, ListedPhotos>> => {
      const paths = new Map<string, string[]>();
      for (const { parentId, storagePath } of await readPhotoRows(ownerId, notes, signal))
        paths.set(parentId, [...(paths.get(parentId) ?? []), storagePath]);
      const urls = await signedUrlsOf([...paths.values()].flatMap((notePaths) => notePaths.slice(0, maxUrls)));
      return new Map(
        [...paths].map(([note, notePaths]) => [
          note,
          { urls: notePaths.slice(0, maxUrls).flatMap((path) => urls.get(path) ?? []), count: notePaths.length },
        ]),
      );
    },
    refetchInterval: URL_REFRESH_MS,
    gcTime: URL_CACHE_MS,
  });
