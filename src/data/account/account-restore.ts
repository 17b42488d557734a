// Restores the ZIP of an export into an empty account, for the account holder. A restore runs in parts, so that it can
// continue after an interruption, or be undone (taken back).
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { withRetries } from '@/data/with-retries';
import { FileProblem } from '@/domain/core/file-problem';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { bucket } from '@/lib/storage';
import { supabase, unwrap } from '@/lib/supabase';
import type { Archive, RestorePlan } from './restore-archive';

export type RestoreState = {
  /** Identifies the ZIP; null if none was ever restored into this account. */
  archive: string | null;
  farm: string | null;
  madeAt: string | null;
  state: 'running' | 'taking_back' | 'done' | null;
  nextPart: number;
  parts: number;
  /** Why no restore can begin; null if one can. */
  refusal: string | null;
};

/** The progress of this account's restore. Only the account holder may read it. */
export const restoreStateQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.restore, ownerId],
    // Another device may have continued the restore.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<RestoreState> => {
      const [row] = unwrap(await supabase.rpc('restore_state').abortSignal(signal));
      return {
        archive: row?.archive ?? null,
        farm: row?.farm ?? null,
        madeAt: row?.made_at ?? null,
        // The cast is safe: the table has a check.
        state: (row?.state ?? null) as RestoreState['state'],
        nextPart: row?.next_part ?? 0,
        parts: row?.parts ?? 0,
        refusal: row?.refusal ?? null,
      };
    },
    meta: { failed: loadFailed },
  });

export type RestoreProgress = { phase: 'checking' | 'rows' | 'files' | 'back'; done: number; total: number };
type Running = { onProgress: (progress: RestoreProgress) => void; signal: AbortSignal };
type RestoreRequest = Running & { ownerId: string; archive: Archive };

const restorePlan = async (signal: AbortSignal): Promise<RestorePlan> =>
  unwrap(await supabase.rpc('restore_plan').abortSignal(signal));

type KeptFile = { bucket: string; path: string; bytes: number };

/** The files that are stored in this account's folder. */
async function keptFiles(signal: AbortSignal): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  for (let after = ''; ;) {
    const page = unwrap(await supabase.rpc('restored_files', { p_after: after }).abortSignal(signal));
    files.push(...page);
    const last = page.at(-1);
    if (!last || page.length < 1000) return files;
    after = last.path;
  }
}

async function sendRows({ archive, onProgress, signal }: RestoreRequest, plan: RestorePlan, nextPart: number) {
  const { partsOf } = await import('./restore-archive');
  let at = 0;
  let done = 0;
  for await (const { table, rows } of partsOf(archive, plan)) {
    signal.throwIfAborted();
    if (at >= nextPart) {
      // The cast is safe: the rows were parsed from JSON.
      const part = { p_part: at, p_table: table, p_rows: rows as Json };
      await withRetries(async () => unwrap(await supabase.rpc('restore_rows', part).abortSignal(signal)), signal);
    }
    at += 1;
    done += rows.length;
    onProgress({ phase: 'rows', done, total: archive.rows });
  }
}

/** The storage refuses without a reason, so this names the limits of private.no_room. */
const NO_ROOM =
  'The server takes no more files for now. It takes 1,000 photos and 1,000 PDFs in 24 hours: go on tomorrow with the same ZIP. ' +
  'A trial has room for 2,000 photos or 1 GB of them: if the ZIP has more, subscribe, then go on.';

/** The number of uploads at a time: each mostly waits for the network. */
const UPLOADS_AT_ONCE = 4;

async function sendFiles({ archive, ownerId, onProgress, signal }: RestoreRequest) {
  const { filesOf } = await import('./restore-archive');
  const files = filesOf(archive, ownerId);
  if (files.length === 0) return;
  const kept = new Set((await keptFiles(signal)).map(({ bucket: name, path }) => `${name}/${path}`));
  const missing = files.filter(({ bucket: name, path }) => !kept.has(`${name}/${path}`));
  let done = files.length - missing.length;
  // All uploads take their next file from this iterator, so that each file is sent once.
  const queue = missing.values();
  const stop = new AbortController();
  signal.addEventListener('abort', () => stop.abort(signal.reason));
  const sendNext = async () => {
    for (const { bucket: name, path, type, read } of queue) {
      stop.signal.throwIfAborted();
      onProgress({ phase: 'files', done, total: files.length });
      const bytes = await read();
      const status = await withRetries(async () => {
        const { error } = await (await bucket(name)).upload(path, new Blob([bytes], { type }), { contentType: type });
        const code = error && String(Reflect.get(error, 'statusCode'));
        // 409: an earlier attempt stored the file, and only its response was lost. 403: trying again does not help.
        if (error && code !== '409' && code !== '403') throw error;
        return code;
      }, stop.signal);
      if (status === '403') throw new FileProblem(NO_ROOM);
      done += 1;
    }
  };
  // After a failure the others stop too, and it is reported once none of them can store a file any more: otherwise one
  // could arrive while the restore continues or is taken back.
  const uploads = Array.from({ length: UPLOADS_AT_ONCE }, sendNext);
  try {
    await Promise.all(uploads);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(uploads);
    throw error;
  }
}

/** Starts or continues a restore. If it is cancelled, the written rows and files stay until it continues or is taken back. */
async function runRestore(request: RestoreRequest): Promise<void> {
  const { archive, onProgress, signal } = request;
  const { checkArchive } = await import('./restore-archive');
  const { manifest } = archive;
  const plan = await restorePlan(signal);
  const report = (done: number) => onProgress({ phase: 'checking', done, total: archive.rows });
  const parts = await checkArchive(archive, plan, report, signal);
  const nextPart = unwrap(
    await supabase
      .rpc('start_restore', {
        ...{ p_archive: archive.id, p_version: manifest.version, p_former: manifest.account },
        ...{ p_farm: manifest.farm ?? '', p_made_at: manifest.madeAt, p_parts: parts },
      })
      .abortSignal(signal),
  );
  await sendRows(request, plan, nextPart);
  await sendFiles(request);
  unwrap(await supabase.rpc('finish_restore', { p_counters: manifest.counters }).abortSignal(signal));
}

export const restoreAccount = mutationOptions({
  mutationKey: ['account-restore'],
  mutationFn: runRestore,
  networkMode: 'always',
});

async function removeFiles({ onProgress, signal }: Running) {
  const files = await keptFiles(signal);
  for (let at = 0; at < files.length; at += 100) {
    signal.throwIfAborted();
    onProgress({ phase: 'back', done: at, total: files.length });
    const batch = files.slice(at, at + 100);
    for (const name of new Set(batch.map((file) => file.bucket))) {
      const paths = batch.filter((file) => file.bucket === name).map(({ path }) => path);
      const { error } = await (await bucket(name)).remove(paths);
      if (error) throw error;
    }
  }
  if ((await keptFiles(signal)).length >= files.length)
    throw new FileProblem('The files could not be deleted. Try again later.');
}

/** Deletes everything that an unfinished restore has written. Can be repeated after an interruption. */
async function runTakeBack(running: Running): Promise<void> {
  for (let left = ''; left !== 'nothing';) {
    running.signal.throwIfAborted();
    running.onProgress({ phase: 'back', done: 0, total: 0 });
    left = unwrap(await supabase.rpc('take_back_restore').abortSignal(running.signal));
    if (left === 'files') await removeFiles(running);
  }
}

export const takeBackRestore = mutationOptions({
  mutationKey: ['account-restore', 'back'],
  mutationFn: runTakeBack,
  networkMode: 'always',
  meta: { saved: { title: 'The restore is taken back. The account is empty again.' } },
});
