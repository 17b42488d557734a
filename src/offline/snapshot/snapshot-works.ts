// Keeps the copied part of the job log up to date with few, small requests: what changed since the last time, and a
// count that shows whether rows were deleted. If the count differs, the ids are compared; if that does not explain it,
// everything is read again.
import { selectWorks, toWork } from '@/data/works/works';
import {
  worksForSnapshot,
  snapshotStart,
  MAX_SNAPSHOT_WORKS,
  scopeOf,
  type SnapshotReader,
} from '@/domain/works/snapshot';
import { sortWorks } from '@/domain/works/works-list';
import { supabase, unwrap } from '@/lib/supabase';
import { WORK, type Work } from '@/records/works';
import type { WorksCopy } from './snapshot-store';

/** The API returns no more rows in one response. */
const PAGE = 1000;
/** How long a transaction may have taken: its changes become visible only when it commits. */
const OVERLAP_MS = 10 * 60_000;

const selectIds = (viewer: SnapshotReader, options?: { count: 'exact'; head: true }) =>
  viewer.seesRates ? supabase.from('works').select('id', options) : supabase.from('crew_works').select('id', options);

const scopeFilter = (border: string) => `work_date.gte.${border},invoice_number.is.null`;

/** At most `max` rows, newest first: all since a day, or the unbilled ones before it. */
async function readRows(
  viewer: SnapshotReader,
  part: { since: string } | { unbilledBefore: string },
  max: number,
  signal: AbortSignal,
) {
  const rows: Work[] = [];
  while (rows.length < max) {
    const last = rows.at(-1);
    let query = selectWorks(viewer).eq('user_id', viewer.ownerId);
    query =
      'since' in part
        ? query.gte('work_date', part.since)
        : query.lt('work_date', part.unbilledBefore).is('invoice_number', null);
    if (last) {
      const { workDate, id } = last;
      query = query.lte('work_date', workDate).or(`work_date.lt.${workDate},and(work_date.eq.${workDate},id.lt.${id})`);
    }
    const next = unwrap(
      await query
        .order('work_date', { ascending: false })
        .order('id', { ascending: false })
        .limit(Math.min(PAGE, max - rows.length))
        .abortSignal(signal),
    );
    rows.push(...next.map(toWork));
    if (next.length < PAGE) break;
  }
  return rows;
}

async function anyBilledBefore(viewer: SnapshotReader, border: string, signal: AbortSignal): Promise<boolean> {
  const query = selectIds(viewer)
    .eq('user_id', viewer.ownerId)
    .lt('work_date', border)
    .not('invoice_number', 'is', null);
  return unwrap(await query.limit(1).abortSignal(signal)).length > 0;
}

const latest = (works: readonly Work[], before: string | null): string | null =>
  works.reduce<string | null>((last, { updatedAt }) => (last === null || updatedAt > last ? updatedAt : last), before);

async function readAll(viewer: SnapshotReader, today: string, now: number, signal: AbortSignal): Promise<WorksCopy> {
  const since = snapshotStart(today);
  const newest = await readRows(viewer, { since }, MAX_SNAPSHOT_WORKS, signal);
  const last = newest.length >= MAX_SNAPSHOT_WORKS ? newest.at(-1) : undefined;
  // The last day read may be incomplete, because reading stopped at the limit.
  const completeDays = last ? newest.filter(({ workDate }) => workDate > last.workDate) : newest;
  const from = last ? (completeDays.at(-1)?.workDate ?? today) : since;
  const unbilled = await readRows(viewer, { unbilledBefore: from }, MAX_SNAPSHOT_WORKS, signal);
  const { works, border } = worksForSnapshot([...completeDays, ...unbilled], from);
  const older = await anyBilledBefore(viewer, border, signal);
  return { scope: scopeOf(viewer), columns: WORK.select, works, border, older, cursor: latest(works, null), at: now };
}

/** Rows that may have changed since the copy was made; null if there are too many for one request. */
async function readChanged(
  viewer: SnapshotReader,
  { cursor, at, border }: WorksCopy,
  signal: AbortSignal,
): Promise<Work[] | null> {
  if (cursor === null) return null;
  const end = Date.parse(cursor);
  // Never the device's clock alone: it may be years off.
  const from = at - OVERLAP_MS < end ? new Date(Math.max(at, end) - OVERLAP_MS).toISOString() : cursor;
  const rows = unwrap(
    await selectWorks(viewer)
      .eq('user_id', viewer.ownerId)
      .gt('updated_at', from)
      .or(scopeFilter(border))
      .order('updated_at')
      .limit(PAGE)
      .abortSignal(signal),
  );
  return rows.length < PAGE ? rows.map(toWork) : null;
}

async function countInScope(viewer: SnapshotReader, border: string, signal: AbortSignal): Promise<number> {
  const { count, error } = await selectIds(viewer, { count: 'exact', head: true })
    .eq('user_id', viewer.ownerId)
    .or(scopeFilter(border))
    .abortSignal(signal);
  if (error) throw error;
  return count ?? -1;
}

async function idsInScope(viewer: SnapshotReader, border: string, signal: AbortSignal): Promise<Set<string>> {
  const existingIds = new Set<string>();
  for (let after = ''; ;) {
    let query = selectIds(viewer).eq('user_id', viewer.ownerId).or(scopeFilter(border));
    if (after) query = query.gt('id', after);
    const rows = unwrap(
      await query.order('id').limit(PAGE).abortSignal(signal).overrideTypes<{ id: string }[], { merge: false }>(),
    );
    for (const { id } of rows) existingIds.add((after = id));
    if (rows.length < PAGE) return existingIds;
  }
}

/** The copy as the database has it now. An unchanged entry stays the same object. Rejects while offline. */
export async function syncWorks(
  viewer: SnapshotReader,
  today: string,
  before: WorksCopy | null,
  now: number,
  signal: AbortSignal,
): Promise<WorksCopy> {
  const changed = before?.scope === scopeOf(viewer) ? await readChanged(viewer, before, signal) : null;
  if (!before || !changed) return readAll(viewer, today, now, signal);
  const rows = new Map(before.works.map((work) => [work.id, work]));
  for (const work of changed) if (rows.get(work.id)?.updatedAt !== work.updatedAt) rows.set(work.id, work);
  const count = await countInScope(viewer, before.border, signal);
  if (count !== rows.size) {
    const existing = await idsInScope(viewer, before.border, signal);
    for (const id of rows.keys()) if (!existing.has(id)) rows.delete(id);
    if (existing.size !== rows.size) return readAll(viewer, today, now, signal);
  }
  const since = snapshotStart(today);
  const all = sortWorks([...rows.values()], 'date');
  const { works, border } = worksForSnapshot(all, before.border > since ? before.border : since);
  return {
    scope: before.scope,
    columns: before.columns,
    works,
    border,
    older: before.older || works.length < all.length,
    cursor: latest(changed, before.cursor),
    at: now,
  };
}
