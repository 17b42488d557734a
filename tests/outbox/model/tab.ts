// A tab of the app for the model: the outbox's own modules, on a simulated disk that outlives them.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { vi } from 'vitest';
import type { Prepared } from '@/lib/files/prepare-picture';
import type { Entry, Fields, NewEntry } from '@/offline/outbox/entry';
import type { SenderDeps } from '@/offline/outbox/send/sender';
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

/** The next version of the app renames the column remark to notes. */
const migrate = ({ remark, ...rest }: Fields): Fields => (remark === undefined ? rest : { ...rest, notes: remark });

/** Selects the device on which the outbox runs from now on: tabs of one device share its disk, caches and locks. */
export function take({ disk, locks, caches }: Machine, hasLocks = true) {
  globalThis.indexedDB = disk;
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', { onLine: true, ...(hasLocks ? { locks } : {}) });
}

/** Photos being re-encoded; the story decides how long each takes. */
const preparing: ((prepared: Prepared) => void)[] = [];
export const READY: Prepared = { ok: true, bytes: new Uint8Array(2000).fill(7).buffer, mime: 'image/jpeg' };
vi.doMock('@/lib/files/prepare-picture', () => ({
  preparePicture: () => new Promise<Prepared>((resolve) => preparing.push(resolve)),
}));

/** Finishes preparing one photo, which has started or is about to. */
export async function endPreparing(prepared: Prepared) {
  while (preparing.length === 0) await new Promise((done) => setTimeout(done));
  preparing.shift()?.(prepared);
}
/** The tab that started it is gone. */
export const neverPrepared = () => void preparing.splice(0);
/** Finishes preparing after the form has stopped waiting for it. */
export const preparedLate = () => {
  for (const end of preparing.splice(0)) end(READY);
};

// Photos are sent over the story's connection. slow-line.test.ts tests how long a slow upload may take.
vi.doMock('@/offline/outbox/send/upload-bytes', () => ({
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
  const [store, sender, request, types, { WORK }, { loadStore }, draft, owner, preparing, photo, adopt] =
    await Promise.all([
      import('@/offline/outbox/store/store'),
      import('@/offline/outbox/send/sender'),
      import('@/offline/outbox/send/request'),
      import('@/offline/outbox/record-type'),
      import('@/records/works'),
      import('@/offline/outbox/store/load-store'),
      import('@/offline/outbox/drafts/draft'),
      import('@/offline/outbox/drafts/draft-owner'),
      import('@/offline/outbox/photos/preparing'),
      import('@/offline/outbox/photos/keep-photo'),
      import('@/offline/outbox/restore/adopt-photos'),
    ]);
  // Resolve this tab's store now: later it would be that of the tab opened last.
  await loadStore();
  let chances = 0;
  const meansWith = (now: () => number, token: SenderDeps['token']): SenderDeps => ({
    request: request.request,
    token,
    now,
    // A different number each time, but the same sequence in each run.
    chance: () => (chances += 0.38) % 1,
    changed: () => undefined,
    invalidate: () => undefined,
  });
  types.recordType({ ...WORK, version: app, ...(app === 2 ? { migrate } : {}) });
  return {
    app,
    store,
    send: (userId: string, now: () => number, token: SenderDeps['token']) =>
      sender.sendWaiting(userId, meansWith(now, token)),
    /** Checks whether the server was restored from a backup, as every start of the app does. */
    lookBack: (userId: string, now: () => number, token: SenderDeps['token']) =>
      sender.sendRolledBackAgain(userId, meansWith(now, token)),
    openDraft: (userId: string, form: string) => draft.openDraft(userId, form, () => true),
    claimDraft: owner.claimDraft,
    releaseDraft: owner.releaseDraft,
    prepareFor: preparing.prepareFor,
    photosReady: preparing.photosReady,
    leavePhotosOut: preparing.leavePhotosOut,
    keepPhoto: photo.keepPhoto,
    /** Looks for photos that were never queued, as every start of the app does. */
    adopt: (userId: string, now: () => number, token: SenderDeps['token']) =>
      adopt.adoptPhotos(userId, { request: request.request, token, now }),
    /** Resolves when all changes so far have reached the backup. */
    spared: (userId: string) => store.syncBackup(userId),
    save: (entry: NewEntry, now: number) => store.enqueue(entry, new Date(now).toISOString()),
    open: async (userId: string): Promise<Entry[]> =>
      (await store.entriesOf(userId)).filter(({ state }) => state !== 'acknowledged'),
  };
}
export type Tab = Awaited<ReturnType<typeof openTab>>;

/** Converts a disk back to the layout of the store's first version, with all its data. */
export async function toFirstLayout(machine: Machine) {
  take(machine);
  const now = await openDB(NAME);
  // The first version had no photos, so a downgrade with photos does not occur.
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
