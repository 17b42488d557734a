// A tab of the app for the model: the outbox's own modules, over a disk that outlives them.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { vi } from 'vitest';
import type { Entry, Fields, NewEntry } from '@/outbox/entry';
import type { Means } from '@/outbox/sender';
import { cachesOfOneDevice, type Caches } from '@tests/outbox/caches';
import { locksOfOneDevice } from '@tests/outbox/locks';

export type App = 1 | 2;
export type Machine = { disk: IDBFactory; locks: ReturnType<typeof locksOfOneDevice>; caches: Caches };

export const newMachine = (): Machine => ({
  disk: new IDBFactory(),
  locks: locksOfOneDevice(),
  caches: cachesOfOneDevice(),
});

const NAME = 'farm-diary-outbox';

/** The next version of the app calls a remark a note. */
const migrate = ({ remark, ...rest }: Fields): Fields => (remark === undefined ? rest : { ...rest, notes: remark });

/** The device that the outbox is on, from here on: tabs of one device share its disk, its caches and its locks. */
export function take({ disk, locks, caches }: Machine) {
  globalThis.indexedDB = disk;
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', { locks, onLine: true });
}

/** Opens the app in this version. */
export async function openTab(machine: Machine, app: App) {
  take(machine);
  vi.resetModules();
  const [store, sender, request, types, records] = await Promise.all([
    import('@/outbox/store'),
    import('@/outbox/sender'),
    import('@/outbox/request'),
    import('@/outbox/record-type'),
    import('@/outbox/records'),
  ]);
  const meansWith = (now: () => number, token: Means['token']): Means => ({
    request: request.request,
    token,
    now,
    chance: () => 0.5,
    changed: () => undefined,
    madeOld: () => undefined,
  });
  types.recordType({ ...records.WORK, version: app, ...(app === 2 ? { migrate } : {}) });
  return {
    app,
    store,
    send: (userId: string, now: () => number, token: Means['token']) =>
      sender.sendWaiting(userId, meansWith(now, token)),
    /** Asks whether the server stands as this device was told, as every start of the app does. */
    lookBack: (userId: string, now: () => number, token: Means['token']) =>
      sender.sendLostAgain(userId, meansWith(now, token)),
    /** Done when what was changed until now has reached the second place. */
    spared: (userId: string) => store.levelSpares(userId),
    save: (entry: NewEntry, now: number) => store.enqueue(entry, new Date(now).toISOString()),
    open: async (userId: string): Promise<Entry[]> =>
      (await store.entriesOf(userId)).filter(({ state }) => state !== 'acknowledged'),
  };
}
export type Tab = Awaited<ReturnType<typeof openTab>>;

/** Sets a disk back to the layout that the first version of the store made, with all that is on it. */
export async function toFirstLayout(machine: Machine) {
  take(machine);
  const now = await openDB(NAME);
  const names = ['entries', 'drafts', 'marks'];
  const kept = new Map<string, unknown[]>();
  for (const name of names) kept.set(name, (await now.getAll(name)) as unknown[]);
  now.close();
  await deleteDB(NAME);
  const first = await openDB(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'userId');
      db.createObjectStore('drafts', { keyPath: ['userId', 'form'] });
      db.createObjectStore('marks', { keyPath: 'userId' });
    },
  });
  for (const [name, values] of kept) for (const value of values) await first.put(name, value);
  first.close();
}
