// What the server lost: set back to an earlier day, it has forgotten what this device was told is in the database.
import type { Json } from '@/lib/database.types';
import type { Entry } from './entry';
import { typeOf, type RecordType } from './record-type';
import type { Request } from './request';
import { isThere } from './there';
import { verdictOf } from './verdict';

type Asker = { request: Request; token: string };
/** `updated_at` of each row that is there, by id. */
type There = Map<string, string | null>;

/** Ids that go into one address. */
const AT_ONCE = 100;

const textIn = (row: Json, name: string): string | null => {
  const value = typeof row === 'object' && row !== null && !Array.isArray(row) ? row[name] : undefined;
  return typeof value === 'string' ? value : null;
};

function grouped<T>(list: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

/** null: it could not be asked. */
async function askFor(
  entries: readonly Entry[],
  { readFrom }: RecordType,
  { request, token }: Asker,
): Promise<There | null> {
  const there: There = new Map();
  const changes = entries.some(({ action }) => action !== 'insert');
  const ids = [...new Set(entries.map(({ id }) => id))];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE).join(',');
    const path = `${readFrom}?select=id${changes ? ',updated_at' : ''}&id=in.(${some})`;
    const verdict = verdictOf(await request({ method: 'GET', path, token }));
    if (verdict.kind !== 'done') return null;
    for (const row of verdict.rows) there.set(textIn(row, 'id') ?? '', textIn(row, 'updated_at'));
  }
  return there;
}

/**
 * Where the loss of one record begins, among its acknowledged entries in order: its insert, if the row is not there;
 * a change, if the row stands as it was before it; a deletion of what was never seen there, if a request that was long
 * on its way has brought it there after all.
 */
function lostFrom(record: readonly Entry[], there: There): Entry | undefined {
  const id = record[0]?.id ?? '';
  const at = there.get(id);
  const last = record.at(-1);
  const isGone = last?.action === 'delete';
  if (at === undefined) return isGone ? undefined : record.find(({ action }) => action === 'insert');
  if (isGone && last.seen?.updated_at === undefined) return last;
  return record.find(({ action, seen }) => action !== 'insert' && at !== null && seen?.updated_at === at);
}

/**
 * Numbers of the acknowledged entries that the server does not have any more, each with those of its record that came
 * after it. null where it could not be asked. What somebody deleted since is among them: sent again, the server says so.
 */
export async function findLost(
  userId: string,
  acknowledged: readonly Entry[],
  asker: Asker,
): Promise<Set<number> | null> {
  const lost = new Set<number>();
  for (const [kind, entries] of grouped(acknowledged, (entry) => entry.kind)) {
    const type = typeOf({ kind });
    if (!type) continue;
    const there = await askFor(entries, type, asker);
    if (!there) return null;
    for (const record of grouped(entries, ({ id }) => id).values()) {
      const inOrder = record.toSorted((a, b) => a.seq - b.seq);
      const first = lostFrom(inOrder, there);
      for (const { seq } of first ? inOrder : []) if (first && seq >= first.seq) lost.add(seq);
    }
  }
  // An empty list may be a stranger's.
  return lost.size === 0 || (await isThere(userId, asker)) === 'yes' ? lost : null;
}
