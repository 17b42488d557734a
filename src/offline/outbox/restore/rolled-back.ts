// Finds acknowledged entries that the server has lost because it was restored to an earlier state.
import type { Json } from '@/lib/database.types';
import type { Entry } from '@/offline/outbox/entry';
import { typeOf } from '@/offline/outbox/record-type';
import { serverResponds } from '@/offline/outbox/send/reachability';
import type { Request } from '@/offline/outbox/send/request';
import { classifyResponse } from '@/offline/outbox/send/response-class';
import type { CapturedType } from '@/records/captured';

type Requester = { request: Request; token: string };
/** By id of each existing row: its `updated_at`, and whether it was changed or restored since it was inserted. */
type RowVersions = Map<string, { updatedAt: string | null; isChanged: boolean }>;

/** Ids per request, as they are part of its URL. */
const IDS_PER_REQUEST = 100;

const textIn = (row: Json, name: string): string | null => {
  const value = typeof row === 'object' && row !== null && !Array.isArray(row) ? row[name] : undefined;
  return typeof value === 'string' ? value : null;
};

function grouped<T>(list: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

/** null: the server could not be asked. */
async function readVersions(
  entries: readonly Entry[],
  { readFrom, keyColumn, canBeRestored }: CapturedType,
  { request, token }: Requester,
): Promise<RowVersions | null> {
  const versions: RowVersions = new Map();
  const changes = entries.some(({ action }) => action !== 'insert');
  const ids = [...new Set(entries.map(({ id }) => id))];
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    const idList = ids.slice(at, at + IDS_PER_REQUEST).join(',');
    const times = canBeRestored ? ',updated_at,created_at' : keyColumn === undefined ? ',updated_at' : '';
    const columns = `${keyColumn === undefined ? 'id' : `id:${keyColumn}`}${changes ? times : ''}`;
    const path = `${readFrom}?select=${columns}&${keyColumn ?? 'id'}=in.(${idList})`;
    const result = classifyResponse(await request({ method: 'GET', path, token }));
    if (result.kind !== 'done') return null;
    for (const row of result.rows) {
      const [id, updatedAt, createdAt] = [
        textIn(row, 'id') ?? '',
        textIn(row, 'updated_at'),
        textIn(row, 'created_at'),
      ];
      // A job has several rows.
      const isChanged = createdAt !== null && createdAt !== updatedAt;
      versions.set(id, { updatedAt, isChanged: isChanged || versions.get(id)?.isChanged === true });
    }
  }
  return versions;
}

/**
 * The first acknowledged entry of this record that the server lost:
 * 1. the insert, if the row is missing although the last entry is not a deletion;
 * 2. the first update or deletion whose `seen.updated_at` equals the row's current one, so it was undone;
 * 3. a final deletion without `seen.updated_at`, if the row exists, because a late insert arrived after it. If the row
 *    was changed since, somebody has restored it instead.
 */
function firstLost(record: readonly Entry[], versions: RowVersions): Entry | undefined {
  const id = record[0]?.id ?? '';
  const version = versions.get(id);
  const last = record.at(-1);
  const isGone = last?.action === 'delete';
  if (version === undefined) return isGone ? undefined : record.find(({ action }) => action === 'insert');
  if (isGone && last.seen?.updated_at === undefined) return version.isChanged ? undefined : last;
  const { updatedAt } = version;
  return record.find(({ action, seen }) => action !== 'insert' && updatedAt !== null && seen?.updated_at === updatedAt);
}

/**
 * The `seq` of acknowledged entries that the server no longer has, each with the later entries of its record. null if
 * the server could not be asked. Records that somebody has deleted since are included: sent again, the server reports
 * the deletion.
 */
export async function findRolledBack(
  userId: string,
  acknowledged: readonly Entry[],
  requester: Requester,
): Promise<Set<number> | null> {
  const lost = new Set<number>();
  for (const [kind, entries] of grouped(acknowledged, (entry) => entry.kind)) {
    const type = typeOf({ kind });
    if (!type) continue;
    const versions = await readVersions(entries, type, requester);
    if (!versions) return null;
    for (const record of grouped(entries, ({ id }) => id).values()) {
      const inOrder = record.toSorted((a, b) => a.seq - b.seq);
      const first = firstLost(inOrder, versions);
      for (const { seq } of first ? inOrder : []) if (first && seq >= first.seq) lost.add(seq);
    }
  }
  // The empty list may come from a captive portal: confirm that our server answers.
  return lost.size === 0 || (await serverResponds(userId, requester)) === 'yes' ? lost : null;
}
