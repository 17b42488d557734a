// The photos of many notes at once: for an export, and for the list.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { FORGOTTEN_MS, RENEWED_MS } from '@/data/attachments';
import * as keys from '@/lib/query-keys';
import { bucket, SIGNED_SECONDS } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { PHOTO, PHOTOS } from '@/records/photos';
import { part, type RowOf } from '@/records/record';

/** As many ids as fit into one URL. */
const IDS = 100;

const OF_NOTE = part(PHOTO, ['parentId', 'storagePath']);

const rowsOf = (ownerId: string, notes: readonly string[], signal: AbortSignal) =>
  allRows((from, to) =>
    supabase
      .from('attachments')
      .select<string, RowOf<typeof OF_NOTE>>(OF_NOTE.select)
      .eq('user_id', ownerId)
      .in('parent_id', [...notes])
      .order('created_at')
      .order('id')
      .range(from, to)
      .abortSignal(signal),
  );

/** The signed URLs of files, by path; files missing on the server are left out. */
async function addressesOf(paths: string[]): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const signed = unwrap(await (await bucket(PHOTOS)).createSignedUrls(paths, SIGNED_SECONDS));
  return new Map(signed.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl]] : [])));
}

/** URLs of the photos of some notes, by the note's id, oldest first; those missing on the server are left out. */
export async function photosOfNotes(
  ownerId: string,
  notes: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const photos = new Map<string, string[]>();
  for (let at = 0; at < notes.length; at += IDS) {
    const rows = await rowsOf(ownerId, notes.slice(at, at + IDS), signal);
    const urls = await addressesOf(rows.map((row) => row.storagePath));
    for (const { parentId, storagePath } of rows) {
      const url = urls.get(storagePath);
      if (url) photos.set(parentId, [...(photos.get(parentId) ?? []), url]);
    }
  }
  return photos;
}

type ListedPhotos = { urls: string[]; count: number };

/** The photos of one page of the list of notes, by the note's id: how many, and the URLs of the `first` of each. */
export const photosOfListQuery = (ownerId: string, notes: readonly string[], first: number) =>
  queryOptions({
    queryKey: [keys.attachments, ownerId, 'of-notes', notes, first],
    queryFn: async ({ signal }): Promise<Map<string, ListedPhotos>> => {
      const paths = new Map<string, string[]>();
      for (const { parentId, storagePath } of await rowsOf(ownerId, notes, signal))
        paths.set(parentId, [...(paths.get(parentId) ?? []), storagePath]);
      const urls = await addressesOf([...paths.values()].flatMap((some) => some.slice(0, first)));
      return new Map(
        [...paths].map(([note, some]) => [
          note,
          { urls: some.slice(0, first).flatMap((path) => urls.get(path) ?? []), count: some.length },
        ]),
      );
    },
    refetchInterval: RENEWED_MS,
    gcTime: FORGOTTEN_MS,
  });
