// A phone for tests: the outbox's own modules on an IndexedDB that outlives them, as a device outlives its app.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { NewEntry } from '@/offline/outbox/entry';
import type { Call, Request } from '@/offline/outbox/send/request';
import type { RawResponse } from '@/offline/outbox/send/response-class';
import { cachesOfOneDevice } from './caches';
import { locksOfOneDevice } from './locks';

export const ACCOUNT = 'a0000000-0000-4000-8000-000000000001';
export const ANN = 'b0000000-0000-4000-8000-000000000001';

export async function startPhone(disk = new IDBFactory(), locks = locksOfOneDevice(), caches = cachesOfOneDevice()) {
  vi.resetModules();
  globalThis.indexedDB = disk;
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('caches', caches);
  const [store, sender, types] = await Promise.all([
    import('@/offline/outbox/store/store'),
    import('@/offline/outbox/send/sender'),
    import('@/offline/outbox/record-type'),
  ]);
  types.replaceRecordType({
    kind: 'work',
    canBeRestored: true,
    table: 'works',
    readFrom: 'listed_works',
    version: 1,
    derived: ['customer', 'user_id'],
    invalidates: ['works'],
  });
  // Opens its store while this disk is the current one.
  await store.entriesOf(ANN);
  return {
    disk,
    locks,
    caches,
    store,
    save: async (id: string, fields: NewEntry['fields'], more: Partial<NewEntry> = {}) =>
      (await store.enqueue({ ...newEntryOf(id), fields, ...more }, '2026-11-20T10:00:00Z')).result,
    send: (request: Request, now = Date.now()) =>
      sender.sendWaiting(ANN, {
        request,
        token: () => Promise.resolve({ kind: 'token', token: 'token' }),
        now: () => now,
        random: () => 0.5,
        onChange: () => undefined,
        invalidate: () => undefined,
      }),
    waiting: async () => (await store.entriesOf(ANN)).filter(({ state }) => state !== 'acknowledged'),
  };
}

const newEntryOf = (id: string): NewEntry => ({
  userId: ANN,
  accountId: ACCOUNT,
  kind: 'work',
  id,
  action: 'insert',
  version: 1,
  fields: {},
  seen: null,
  parents: [],
  title: 'Baling, Hill Farm',
});

type Row = Record<string, unknown> & { id: string; updated_at: string };

/** `fakeDatabase` refuses a row with these notes. */
export const REFUSED_NOTES = 'refused';

/** A fake database that stores rows and responds as PostgREST does. It refuses a row with REFUSED_NOTES. */
export function fakeDatabase() {
  const rows = new Map<string, Row>();
  const deleted = new Set<string>();
  const commits: string[] = [];
  let clock = 0;
  const tick = () => new Date(Date.UTC(2026, 10, 20, 10, 0, (clock += 1))).toISOString();
  const json = (status: number, body: RawResponse['body']): RawResponse => ({ status, body, retryAfterMs: null });
  const param = (path: string, name: string) =>
    new URLSearchParams(path.split('?')[1]).get(name)?.replace(/^eq\./, '') ?? null;

  const request: Request = ({ method, path, body }: Call) => {
    const id = param(path, 'id') ?? '';
    const row = rows.get(id);
    // Here the user is always a member of the account.
    if (path.startsWith('profiles?')) return Promise.resolve(json(200, [{ id: ANN }]));
    if (path.startsWith('farm_settings?')) return Promise.resolve(json(200, [{ user_id: 'ann' }]));
    if (method === 'GET') return Promise.resolve(json(200, row ? [row as never] : []));
    if (method === 'POST') {
      const posted = body as Row[];
      if (posted.some((one) => one.notes === REFUSED_NOTES))
        return Promise.resolve(json(400, { code: '23514', message: 'The note is too long.' }));
      if (posted.some((one) => deleted.has(one.id)))
        return Promise.resolve(json(400, { code: '23514', message: 'Deleted by Ann.', details: 'deleted' }));
      const newRows = posted.filter((one) => !rows.has(one.id));
      for (const one of newRows) {
        rows.set(one.id, { ...one, updated_at: tick() });
        commits.push(one.id);
      }
      return Promise.resolve(
        json(
          201,
          newRows.map(({ id: rowId }) => ({ id: rowId })),
        ),
      );
    }
    const seen = param(path, 'updated_at');
    if (!row || (seen !== null && seen !== row.updated_at)) return Promise.resolve(json(200, []));
    if (method === 'DELETE') {
      rows.delete(id);
      deleted.add(id);
    } else rows.set(id, { ...row, ...(body as object), updated_at: tick() });
    return Promise.resolve(json(200, [{ id }]));
  };
  return {
    rows,
    deleted,
    commits,
    request,
    changeAsSomeoneElse: (id: string, change: object) => {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, ...change, updated_at: tick() });
    },
  };
}
