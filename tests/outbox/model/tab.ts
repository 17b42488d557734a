// A tab of the app for the model: the outbox's own modules, over a disk that outlives them.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { vi } from 'vitest';
import type { Prepared } from '@/lib/prepare-picture';
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
export function take({ disk, locks, caches }: Machine, hasLocks = true) {
  globalThis.indexedDB = disk;
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', { onLine: true, ...(hasLocks ? { locks } : {}) });
}

/** Photos that are being drawn anew; each takes as long as the story wants. */
const preparing: ((prepared: Prepared) => void)[] = [];
export const READY: Prepared = { ok: true, bytes: new Uint8Array(2000).fill(7).buffer, mime: 'image/jpeg' };
vi.doMock('@/lib/prepare-picture', () => ({
  preparePicture: () => new Promise<Prepared>((resolve) => preparing.push(resolve)),
}));

/** Ends the preparing of one photo, which has begun or is about to. */
export async function endPreparing(prepared: Prepared) {
  while (preparing.length === 0) await new Promise((done) => setTimeout(done));
  preparing.shift()?.(prepared);
}
/** Whoever began it is gone. */
export const neverPrepared = () => void preparing.splice(0);
/** Nobody waits for it any longer. */
export const preparedLate = () => {
  for (const end of preparing.splice(0)) end(READY);
};

// Photos leave over the line of the story. How long a slow one is waited for has tests of its own (slow-line.test.ts).
vi.doMock('@/outbox/put', () => ({
  put: async (address: string, headers: Record<string, string>, bytes: ArrayBuffer) => {
    try {
      const answer = await fetch(address, { method: 'POST', headers, body: bytes });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      const late = error instanceof DOMException && error.name === 'TimeoutError';
      return { status: 0, text: '', ...(late ? { late } : {}) };
    }
  },
}));

/** Opens the app in this version. */
export async function openTab(machine: Machine, app: App) {
  take(machine);
  vi.resetModules();
  const [store, sender, request, types, records, { theStore }, draft, owner, preparing, photo, adopt] =
    await Promise.all([
      import('@/outbox/store'),
      import('@/outbox/sender'),
      import('@/outbox/request'),
      import('@/outbox/record-type'),
      import('@/outbox/records'),
      import('@/outbox/the-store'),
      import('@/outbox/draft'),
      import('@/outbox/draft-owner'),
      import('@/outbox/preparing'),
      import('@/outbox/keep-photo'),
      import('@/outbox/adopt-photos'),
    ]);
  // The one of this tab: asked for later it would be that of whichever was opened last.
  await theStore();
  let chances = 0;
  const meansWith = (now: () => number, token: Means['token']): Means => ({
    request: request.request,
    token,
    now,
    // Another one each time, and the same ones in each telling.
    chance: () => (chances += 0.38) % 1,
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
    openDraft: (userId: string, form: string) => draft.openDraft(userId, form, () => true),
    claimDraft: owner.claimDraft,
    releaseDraft: owner.releaseDraft,
    prepareFor: preparing.prepareFor,
    photosReady: preparing.photosReady,
    leavePhotosOut: preparing.leavePhotosOut,
    keepPhoto: photo.keepPhoto,
    /** Photos that nobody queued, as every start of the app looks for them. */
    adopt: (userId: string, now: () => number, token: Means['token']) =>
      adopt.adoptPhotos(userId, { request: request.request, token, now }),
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
  // It knew no photos, and nobody goes back to it.
  if ((await now.count('files')) > 0) return now.close();
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
