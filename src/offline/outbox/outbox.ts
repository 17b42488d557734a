// The outbox as screens use it: they save entries and see which are waiting. It sends by itself while the app is open.
import { useSyncExternalStore } from 'react';
import { afterFrame } from '@/lib/after-frame';
import type { QueryName } from '@/lib/query-keys';
import type { Entry, NewEntry } from './entry';
import { requestPersistentStorage, publishUnsentCount } from './restore/unsent-count';
import type { SenderDeps } from './send/sender';
import type { SendState } from './store/db';
import { loadStore } from './store/load-store';
import type { Saved } from './store/store';
import { newerIsOpen } from './store/newer-version';

export type Waiting = {
  /** Whether the store has been read; before that, the waiting entries are unknown. */
  isLoaded: boolean;
  /** Not acknowledged, oldest first. */
  entries: readonly Entry[];
  /** Acknowledged recently: shown until the list has their rows. */
  sent: readonly Entry[];
  /** Milliseconds. */
  lastSentAt: number | null;
  needsSignIn: boolean;
  /** This device can't store entries: storage is blocked or broken. */
  broken: boolean;
};

export type OutboxOptions = {
  userId: string;
  token: SenderDeps['token'];
  /** Invalidates the queries whose keys begin with these. */
  invalidate: (names: readonly QueryName[]) => void;
};

const NOTHING: Waiting = {
  isLoaded: false,
  entries: [],
  sent: [],
  lastSentAt: null,
  needsSignIn: false,
  broken: false,
};
const SEND_EVERY_MS = 30_000;
/** How often the server is asked whether it still has what it acknowledged. */
const ROLLBACK_CHECK_MS = 10 * 60_000;

let running: OutboxOptions | null = null;
let shown: Waiting = NOTHING;
/** The send in progress: one pass over the waiting entries. */
let pass: Promise<void> | null = null;
/** What was requested while a pass was running, and starts when that has ended. */
let next: (() => Promise<void>) | null = null;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let rollbackCheckedAt = -Infinity;
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('farm-diary-outbox');

function notifyListeners() {
  for (const listener of listeners) listener();
}

function setShown(next: Waiting) {
  shown = next;
  notifyListeners();
}

/** Reads the store again: it is authoritative for every tab. */
async function readStore() {
  const userId = running?.userId;
  if (userId === undefined) return;
  try {
    const { entriesOf, sendStateOf } = await loadStore();
    const [entries, sendState] = await Promise.all([entriesOf(userId), sendStateOf(userId)]);
    setWaiting(userId, entries, sendState);
    notifyListeners();
  } catch {
    // A newer version has the store and sends the waiting entries: this page keeps showing its last state.
    const broken = !newerIsOpen();
    setShown({ ...shown, isLoaded: shown.isLoaded || broken, broken });
  }
}

/** Sets what the next render shows; `notifyListeners` updates what is already rendered. */
function setWaiting(userId: string, entries: readonly Entry[], { lastSentAt, needsSignIn }: SendState) {
  if (running?.userId !== userId) return;
  const isSent = ({ state }: Entry) => state === 'acknowledged';
  const waiting = entries.filter((entry) => !isSent(entry));
  shown = { isLoaded: true, entries: waiting, sent: entries.filter(isSent), lastSentAt, needsSignIn, broken: false };
  publishUnsentCount(userId, waiting.length);
}

function storeChanged() {
  channel?.postMessage('changed');
  void readStore();
}

/** Loads the code for sending only when it is needed: most starts have nothing to send. */
async function loadSender({ token, invalidate }: OutboxOptions) {
  const [sender, { request }] = await Promise.all([import('./send/sender'), import('./send/request')]);
  const deps: SenderDeps = { request, token, now: Date.now, random: Math.random, onChange: storeChanged, invalidate };
  return { ...sender, deps };
}

/** Sends the waiting entries. Never throws: an entry that fails is retried later. */
function sendNow(): Promise<void> {
  const start = running;
  if (!start) return Promise.resolve();
  if (pass) {
    // The running pass may be waiting for photos, or may not read the store again.
    next ??= sendNow;
    void loadSender(start).then(
      ({ sendDuringUpload }) => sendDuringUpload(),
      () => undefined,
    );
  }
  pass ??= loadSender(start)
    .then(({ sendWaiting, deps }) => sendWaiting(start.userId, deps))
    .catch(() => false)
    .then((wasBackingOff) => {
      pass = null;
      const again = next;
      next = null;
      if (again) void again();
      else void scheduleRetry(start.userId, wasBackingOff);
    });
  return pass;
}

/**
 * After a failure, retries when the back-off ends instead of at the timer's next tick. `wasBackingOff`: the pass did not
 * begin because of the back-off, which may have ended since.
 */
async function scheduleRetry(userId: string, wasBackingOff: boolean) {
  const { nextTryAt } = await loadStore()
    .then(({ sendStateOf }) => sendStateOf(userId))
    .catch(() => ({ nextTryAt: 0 }));
  clearTimeout(retryTimer);
  const wait = nextTryAt - Date.now();
  if (running?.userId === userId && (wait > 0 || wasBackingOff))
    retryTimer = setTimeout(() => void sendNow(), Math.min(Math.max(wait, 0), SEND_EVERY_MS) + 50);
}

/** If the server was restored to an earlier state, sends again what it acknowledged and has lost. */
async function checkRollback() {
  const start = running;
  if (!start || shown.sent.length === 0 || !navigator.onLine) return;
  // Monotonic time, as the clock may jump.
  if (performance.now() - rollbackCheckedAt < ROLLBACK_CHECK_MS) return;
  rollbackCheckedAt = performance.now();
  const { resendRolledBack, deps } = await loadSender(start);
  if (!(await resendRolledBack(start.userId, deps))) rollbackCheckedAt = -Infinity;
}
const checkRollbackQuietly = () => void checkRollback().catch(() => undefined);

/** Ends the back-off and sends now: the user asked, the connection returned, or the user signed in. */
export async function wakeAndSend(): Promise<void> {
  const userId = running?.userId;
  // A pass that began before this may fail after it, and then waits again or asks for a sign-in.
  if (pass) next = wakeAndSend;
  if (userId !== undefined) {
    await loadStore()
      .then(({ endBackOff }) => endBackOff(userId))
      .catch(() => undefined);
  }
  await sendNow();
}

/**
 * Saves a change on this device and starts sending it. Rejects if the device could not store it: then nothing is saved.
 */
export async function save(entry: NewEntry): Promise<Saved> {
  const { enqueue } = await loadStore();
  const { entries, sendState, result } = await enqueue(entry, new Date().toISOString());
  setWaiting(entry.userId, entries, sendState);
  channel?.postMessage('changed');
  // It is stored: let the calling screen confirm that before anything else is rendered, read or sent.
  afterFrame(() => {
    notifyListeners();
    void readStore();
    // An entry that was not sent yet can still be changed or undone as if it had never existed, so an offline device
    // does not try at once. The timer still tries.
    if (navigator.onLine) void sendNow();
    requestPersistentStorage();
  });
  return result;
}

/** The entries that a deletion of this record replaces: its own and those that wait for it. */
export const waitingWith = (id: string): Entry[] =>
  shown.entries.filter((entry) => entry.id === id || entry.parents.includes(id));

/** Undoes a deletion: on this device if it has not been sent yet, otherwise with `restore`. */
export async function takeBack(deletion: NewEntry, replaced: readonly Entry[], restore: () => Promise<unknown>) {
  const { takeBackDeletion } = await loadStore();
  const attempt = () => takeBackDeletion(deletion.userId, deletion, replaced);
  let result = await attempt();
  if (result === 'being sent') {
    await pass;
    result = await attempt();
  }
  if (result === 'being sent') throw new Error('It is being deleted at this moment. Undo it again in a moment.');
  if (result === 'sent') await restore();
  storeChanged();
  void sendNow();
}

/**
 * Sends an entry that this device can't store, immediately and without retries. Rejects with a message for the user if
 * it was not accepted.
 */
export async function sendUnsaved(entry: NewEntry): Promise<void> {
  const start = running;
  const token = start && (await start.token(start.userId, false));
  const { sendWithoutStore } = await import('./send-without-store');
  start?.invalidate(await sendWithoutStore(entry, token));
}

/** The user's decision about an entry that needs attention. */
export async function resolveEntry(entry: Entry, how: 'retry' | 'keep-mine' | 'drop'): Promise<void> {
  const { resolveAttention } = await loadStore();
  await resolveAttention(entry.userId, entry, how);
  storeChanged();
  void sendNow();
}

/**
 * Called when the browser has cleared the store. Opening the store again writes the entries back that this page holds in
 * memory (memory-copy.ts): those of every user, also of one who has signed out meanwhile.
 */
async function restoreNow() {
  const { syncBackup, usersInMemory } = await loadStore();
  await Promise.all(usersInMemory().map((userId) => syncBackup(userId)));
  await readStore();
  await sendIfAny();
}
const restoreQuietly = () => void restoreNow().catch(() => undefined);

async function tidyUp({ userId, token }: OutboxOptions) {
  const { deleteOldAcknowledged, hasFiles, syncBackup } = await loadStore();
  // First, as the browser may have lost the database by the next start.
  await syncBackup(userId);
  // Before deleteOldAcknowledged deletes the entries that show which record the photos belong to.
  if (await hasFiles(userId)) {
    const [{ adoptPhotos }, { request }] = await Promise.all([
      import('./restore/adopt-photos'),
      import('./send/request'),
    ]);
    if (await adoptPhotos(userId, { request, token, now: Date.now })) {
      storeChanged();
      void sendNow();
    }
  }
  await deleteOldAcknowledged(userId, Date.now());
}

const isDenied = () => shown.entries.some(({ problem }) => problem?.kind === 'denied');
const sendIfAny = () => (shown.entries.length > 0 ? sendNow() : Promise.resolve());

/** Sends for the signed-in user until the returned function is called. */
export function startOutbox(start: OutboxOptions): () => void {
  running = start;
  const onOnline = () => {
    rollbackCheckedAt = -Infinity;
    void wakeAndSend().then(checkRollbackQuietly);
  };
  // Entries refused for lack of access may be accepted by now.
  const onVisible = () => document.visibilityState === 'visible' && void (isDenied() ? wakeAndSend() : sendIfAny());
  const onMessage = ({ data }: MessageEvent<unknown>) => data === 'changed' && void readStore();
  // A frozen tab still receives messages, but a read that it starts never ends and would block the writes of every
  // other tab.
  const onFreeze = () => channel?.removeEventListener('message', onMessage);
  const onResume = () => {
    channel?.addEventListener('message', onMessage);
    void readStore().then(sendIfAny);
  };
  const timer = setInterval(() => void sendIfAny().then(checkRollbackQuietly), SEND_EVERY_MS);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  document.addEventListener('freeze', onFreeze);
  document.addEventListener('resume', onResume);
  channel?.addEventListener('message', onMessage);
  // The user may have signed in since a sign-in was requested.
  void readStore().then(() => (shown.needsSignIn ? wakeAndSend() : sendIfAny()));
  void tidyUp(start).catch(() => undefined);
  void loadStore().then(
    ({ whenClosed }) => whenClosed(restoreQuietly),
    () => undefined,
  );
  return () => {
    clearInterval(timer);
    clearTimeout(retryTimer);
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
    document.removeEventListener('freeze', onFreeze);
    document.removeEventListener('resume', onResume);
    channel?.removeEventListener('message', onMessage);
    if (running === start) running = null;
    setShown(NOTHING);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The signed-in user's entries that wait on this device. */
export const useWaiting = (): Waiting =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => NOTHING,
  );

/** The current value, for event handlers: what is rendered may be a frame old. */
export const waitingNow = (): Waiting => shown;
