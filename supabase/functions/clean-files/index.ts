// The nightly cleaning, called by a schedule with the project's secret key: deletes photos and documents that are no longer
// used, and rows whose file is missing. The database decides which those are (*_documents.sql).
import { serviceDatabase } from '../_shared/database.ts';
import { serveFunction, succeed } from '../_shared/http.ts';

const BUCKETS = ['photos', 'documents'] as const;
/** Files in one call of the storage service. */
const BATCH_SIZE = 100;
/** Supabase stops a function after 150 seconds. This leaves time to finish the current batch. */
const MAX_RUN_MS = 90_000;

/** The unused files among the next files of a bucket. `seenTo`: the last file checked, null at the end of the bucket. */
async function nextUnused(bucket: string, after: string): Promise<{ seenTo: string | null; paths: string[] }> {
  const { data, error } = await serviceDatabase().rpc('unused_files', { p_bucket: bucket, p_after: after });
  if (error) throw error;
  const [row] = data;
  return { seenTo: row?.seen_to ?? null, paths: row?.paths ?? [] };
}

serveFunction({ caller: 'service' }, async () => {
  const database = serviceDatabase();
  const startedAt = Date.now();
  const isOutOfTime = () => Date.now() - startedAt > MAX_RUN_MS;
  let deleted = 0;
  /** The buckets that are not finished, each with its last file checked. They take turns, so that none uses up the time. */
  const left = new Map<string, string>(BUCKETS.map((bucket) => [bucket, '']));
  while (left.size > 0 && !isOutOfTime()) {
    for (const [bucket, after] of left) {
      const { seenTo, paths } = await nextUnused(bucket, after);
      for (let start = 0; start < paths.length; start += BATCH_SIZE) {
        const removal = await database.storage.from(bucket).remove(paths.slice(start, start + BATCH_SIZE));
        if (removal.error) throw removal.error;
        deleted += removal.data.length;
      }
      if (seenTo === null) left.delete(bucket);
      else left.set(bucket, seenTo);
    }
  }
  const rows = await database.rpc('remove_rows_without_file');
  if (rows.error) throw rows.error;
  const { removed = 0, missing = 0 } = rows.data[0] ?? {};
  if (missing > removed) console.error('[clean-files]', `${missing - removed} rows have no file and were kept`);
  return succeed({ deleted, removed, kept: missing - removed, finished: left.size === 0 });
});
