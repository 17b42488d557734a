// A tab of the app for the model: the outbox's own modules, on a simulated disk that outlives them.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { vi } from 'vitest';
import type { PreparedPicture } from '@/lib/files/prepare-picture';
import type { Entry, Columns, NewEntry } from '@/offline/outbox/entry';
import type { SenderDeps } from '@/offline/outbox/send/sender';
import { cachesOfOneDevice, type Caches } from '@tests/outbox/caches';
import { locksOfOneDevice } from '@tests/outbox/locks';

export type AppVersion = 1 | 2;
export type Device = { disk: IDBFactory; locks: ReturnType<typeof locksOfOneDevice>; caches: Caches };

export const newDevice = (): Device => ({
  disk: new IDBFactory(),
  locks: locksOfOneDevice(),
  caches: cachesOfOneDevice(),
});

const NAME = 'farm-diary-outbox';

/** The next version of the app renames the column remark to notes. */
const migrate = ({ remark, ...rest }: Columns): Columns => (remark === undefined ? rest : { ...rest, notes: remark });

/** Selects the device on which the outbox runs from now on: tabs of one device share its disk, caches and locks. */
export function selectDevice({ disk, locks, caches }: Device, hasLocks = true) {
  globalThis.indexedDB = disk;
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', { onLine: true, ...(hasLocks ? { locks } : {}) });
}

/** Resolvers of the photos being prepared: the scenario decides when each is ready. */
const preparing: ((prepared: PreparedPicture) => void)[] = [];
let kills = 0;
/**
 * A photo that is chosen now. Its name says how many kills came before: a killed tab may reach its photos late, or take the
 * next one when a minute is over, and must not get what a later step makes ready.
 */
export const photoFile = (chosenAfter: number) => new File(['gate'], `gate ${chosenAfter}.jpg`);
export const killsSoFar = () => kills;
export const READY: PreparedPicture = { ok: true, bytes: new Uint8Array(2000).fill(7).buffer, mime: 'image/jpeg' };
vi.doMock('@/lib/files/prepare-picture', () => ({
  preparePicture: ({ name }: File) =>
    new Promise<PreparedPicture>((resolve) => {
      if (name === photoFile(kills).name) preparing.push(resolve);
    }),
}));

/** Finishes preparing one photo; waits until its preparation has started. */
export async function finishPreparing(prepared: PreparedPicture) {
  while (preparing.length === 0) await new Promise((done) => setTimeout(done));
  preparing.shift()?.(prepared);
}
/** Preparations never finish, because the tab that started them is gone. */
export const abandonPreparing = () => {
  preparing.splice(0);
  kills += 1;
};
/** Finishes the preparations that a form has stopped waiting for. */
export const finishPreparingLate = () => {
  for (const end of preparing.splice(0)) end(READY);
};

// Photos are sent over the scenario's connection. slow-connection.test.ts tests how long a slow upload may take.
vi.doMock('@/offline/outbox/send/upload-bytes', () => ({
  postBytes: async (address: string, headers: Record<string, string>, bytes: ArrayBuffer) => {
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
export async function openTab(device: Device, app: AppVersion) {
  selectDevice(device);
  vi.resetModules();
  const [store, sender, request, types, { WORK }, { loadStore }, draft, owner, preparation, photo, adopt] =
    await Promise.all([
      import('@/offline/outbox/store/store'),
      import('@/offline/outbox/send/sender'),
      import('@/offline/outbox/send/request'),
      import('@/offline/outbox/record-type'),
      import('@/records/works'),
      import('@/offline/outbox/store/load-store'),
      import('@/offline/outbox/drafts/draft'),
      import('@/offline/outbox/drafts/draft-owner'),
      import('@/offline/outbox/photos/photo-preparation'),
      import('@/offline/outbox/photos/store-photo'),
      import('@/offline/outbox/restore/adopt-photos'),
    ]);
  // Resolve this tab's store now: later the import would resolve to that of the tab opened last.
  await loadStore();
  let chanceState = 0;
  const senderDeps = (now: () => number, token: SenderDeps['token']): SenderDeps => ({
    request: request.request,
    token,
    now,
    // A different number each time, but the same sequence in each run.
    random: () => (chanceState += 0.38) % 1,
    onChange: () => undefined,
    invalidate: () => undefined,
  });
  types.replaceRecordType({ ...WORK, version: app, ...(app === 2 ? { migrate } : {}) });
  return {
    app,
    store,
    send: (userId: string, now: () => number, token: SenderDeps['token']) =>
      sender.sendWaiting(userId, senderDeps(now, token)),
    /** Checks whether the server was restored from a backup, as every start of the app does. */
    resendRolledBack: (userId: string, now: () => number, token: SenderDeps['token']) =>
      sender.resendRolledBack(userId, senderDeps(now, token)),
    openDraft: (userId: string, form: string) => draft.openDraft(userId, form, () => true),
    claimDraft: owner.claimDraft,
    releaseDraft: owner.releaseDraft,
    prepareFor: preparation.prepareFor,
    photosReady: preparation.photosReady,
    leavePhotosOut: preparation.leavePhotosOut,
    storePhoto: photo.storePhoto,
    /** Looks for photos that were never queued, as every start of the app does. */
    adoptPhotos: (userId: string, now: () => number, token: SenderDeps['token']) =>
      adopt.adoptPhotos(userId, { request: request.request, token, now }),
    /** Resolves when all changes so far have reached the backup. */
    backupSynced: (userId: string) => store.syncBackup(userId),
    save: (entry: NewEntry, now: number) => store.enqueue(entry, new Date(now).toISOString()),
    unacknowledgedEntries: async (userId: string): Promise<Entry[]> =>
      (await store.entriesOf(userId)).filter(({ state }) => state !== 'acknowledged'),
  };
}
export type Tab = Awaited<ReturnType<typeof openTab>>;

/** Converts a disk back to the layout of the store's first version, with all its data. */
export async function downgradeToFirstLayout(device: Device) {
  selectDevice(device);
  const now = await openDB(NAME);
  // The first version had no photos, so a downgrade with photos does not occur.
  if ((await now.count('files')) > 0) return now.close();
  const names = ['entries', 'drafts', 'marks'];
  const copies = new Map<string, unknown[]>();
  for (const name of names) copies.set(name, (await now.getAll(name)) as unknown[]);
  now.close();
  await deleteDB(NAME);
  const first = await openDB(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'userId');
      db.createObjectStore('drafts', { keyPath: ['userId', 'form'] });
      db.createObjectStore('marks', { keyPath: 'userId' });
    },
  });
  for (const [name, values] of copies) for (const value of values) await first.put(name, value);
  first.close();
}
