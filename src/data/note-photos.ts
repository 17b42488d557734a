// The photos of many notes at once, for a file.
import { bucket } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import { allRows } from './all-rows';

/** So many ids fit into one address. */
const IDS = 100;
const SHOWN_SECONDS = 3600;

/** Addresses of the photos of some notes, by the note's id, oldest first; what is not on the server is left out. */
export async function photosOfNotes(
  ownerId: string,
  notes: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const photos = new Map<string, string[]>();
  for (let at = 0; at < notes.length; at += IDS) {
    const rows = await allRows((from, to) =>
      supabase
        .from('attachments')
        .select('id, parent_id, storage_path')
        .eq('user_id', ownerId)
        .in('parent_id', notes.slice(at, at + IDS))
        .order('created_at')
        .order('id')
        .range(from, to)
        .abortSignal(signal),
    );
    if (rows.length === 0) continue;
    const paths = rows.map((row) => row.storage_path);
    const signed = unwrap(await (await bucket('photos')).createSignedUrls(paths, SHOWN_SECONDS));
    const urls = new Map(signed.map(({ path, signedUrl }) => [path, signedUrl]));
    for (const { parent_id, storage_path } of rows) {
      const url = urls.get(storage_path);
      if (url) photos.set(parent_id, [...(photos.get(parent_id) ?? []), url]);
    }
  }
  return photos;
}
