// The outbox as screens use it: save, and see what waits. It sends by itself for as long as the app is open.
import { useSyncExternalStore } from 'react';
import { afterFrame } from '@/lib/after-frame';
import type { Mark } from './db';
import type { Entry, NewEntry } from './entry';
import { keepStorage, sayOutside } from './outside';
import type { Means } from './sender';
import type { Saved } from './store';
import { newerIsOpen } from './store-closed';
import { theStore } from './the-store';

export type Waiting = {
  /** Whether the store was read yet: before, nothing is known of what waits. */
  read: boolean;
  /** Not acknowledged, oldest first. */
  entries: readonly Entry[];
  /** Acknowledged lately: shown until the list has their rows. */
  sent: readonly Entry[];
  /** Milliseconds. */
  lastSentAt: number | null;
  needsSignIn: boolean;
  /** This device can't keep entries: storage is forbidden or broken. */
  broken: boolean;
};

export type Start = {
  userId: string;
  token: Means['token'];
  /** Makes queries old whose keys begin so. */
  invalidate: (keys: readonly string[]) => void;
};

const NOTHING: Waiting = { read: false, entries: [], sent: [], lastSentAt: null, needsSignIn: false, broken: false };
const EVERY_MS = 30_000;
/** How often the server is asked whether it still has what it took lately. */
const LOOK_BACK_MS = 10 * 60_000;

let running: Start | null = null;
let shown: Waiting = NOTHING;
let pass: Promise<void> | null = null;
/** Since the pass began. */
let askedMeanwhile = false;
let next: ReturnType<typeof setTimeout> | undefined;
let lookedBackAt = -Infinity;
const listeners = new Set<() => void>();
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('farm-diary-outbox');

function tell() {
  for (const listener of listeners) listener();
}

function show(next: Waiting) {
  shown = next;
  tell();
}

/** Reads the store again: it is what is true, for this tab and the others. */
async function look() {
  const userId = running?.userId;
  if (userId === undefined) return;
  try {
    const { entriesOf, markOf } = await theStore();
    const [entries, mark] = await Promise.all([entriesOf(userId), markOf(userId)]);
    hold(userId, entries, mark);
    tell();
  } catch {
    // A newer version has the store and sends what waits: this page goes on showing what it knows.
    const broken = !newerIsOpen();
    show({ ...shown, read: shown.read || broken, broken });
  }
}

/** What is drawn from now on shows this; what is drawn already is told by `tell`. */
function hold(userId: string, entries: readonly Entry[], { lastSentAt, needsSignIn }: Mark) {
  if (running?.userId !== userId) return;
  const isSent = ({ state }: Entry) => state === 'acknowledged';
  const waiting = entries.filter((entry) => !isSent(entry));
  shown = { read: true, entries: waiting, sent: entries.filter(isSent), lastSentAt, needsSignIn, broken: false };
  sayOutside(userId, waiting.length);
}

function changed() {
  others?.postMessage('changed');
  void look();
}

/** How it is sent is fetched when something is: most starts have nothing to send. */
async function theSender({ token, invalidate: madeOld }: Start) {
  const [sender, { request }] = await Promise.all([import('./sender'), import('./request')]);
  const means: Means = { request, token, now: Date.now, chance: Math.random, changed, madeOld };
  return { ...sender, means };
}

/** Sends what waits. Never throws: what can't be sent now is sent later. */
function sendNow(): Promise<void> {
  const start = running;
  if (!start) return Promise.resolve();
  if (pass) {
    // It may wait for its photos, or have looked for the last time.
    askedMeanwhile = true;
    void theSender(start).then(
      ({ sendMore }) => sendMore(),
      () => undefined,
    );
  }
  pass ??= theSender(start)
    .then(({ sendWaiting, means }) => sendWaiting(start.userId, means))
    .catch(() => undefined)
    .finally(() => {
      pass = null;
      if (askedMeanwhile) void sendNow();
      else void sendAgainInTime(start.userId);
      askedMeanwhile = false;
    });
  return pass;
}

/** After a failure the next try comes when its wait is over, not only with the clock's next tick. */
async function sendAgainInTime(userId: string) {
  const { nextTryAt } = await theStore()
    .then(({ markOf }) => markOf(userId))
    .catch(() => ({ nextTryAt: 0 }));
  clearTimeout(next);
  const wait = nextTryAt - Date.now();
  if (running?.userId === userId && wait > 0) next = setTimeout(() => void sendNow(), Math.min(wait, EVERY_MS) + 50);
}

/** A server that was set back to an earlier day has forgotten what it took: that is sent again. */
async function lookBack() {
  const start = running;
  if (!start || shown.sent.length === 0 || !navigator.onLine) return;
  // Not the clock's time: that may jump.
  if (performance.now() - lookedBackAt < LOOK_BACK_MS) return;
  lookedBackAt = performance.now();
  const { sendLostAgain, means } = await theSender(start);
  if (!(await sendLostAgain(start.userId, means))) lookedBackAt = -Infinity;
}
const lookBackQuietly = () => void lookBack().catch(() => undefined);

/** A person asks, a line came back, somebody signed in: now, whatever the last tries came to. */
export async function wakeAndSend(): Promise<void> {
  const userId = running?.userId;
  if (userId !== undefined) {
    await theStore()
      .then(({ wake }) => wake(userId))
      .catch(() => undefined);
  }
  await sendNow();
}

/** Saves a change on this device and begins to send it. Rejects where the device could not keep it: then nothing is saved. */
export async function save(entry: NewEntry): Promise<Saved> {
  const { enqueue } = await theStore();
  const { entries, mark, result } = await enqueue(entry, new Date().toISOString());
  hold(entry.userId, entries, mark);
  others?.postMessage('changed');
  // The device has it: the screen that asked says so before anything else is drawn, read again or sent.
  afterFrame(() => {
    tell();
    void look();
    // What has not left can still be changed or taken back as if it had never been: a device that knows it has no
    // connection need not try at once. The timer tries all the same.
    if (navigator.onLine) void sendNow();
    keepStorage();
  });
  return result;
}

/** Sends an entry that this device can't keep, once and at once. Rejects with what to say where it was not taken. */
export async function sendUnkept(entry: NewEntry): Promise<void> {
  const start = running;
  const token = start && (await start.token(start.userId, false));
  const { sendOnce } = await import('./unkept');
  start?.invalidate(await sendOnce(entry, token));
}

/** A person's answer to an entry that needs one. */
export async function answerEntry(entry: Entry, how: 'retry' | 'keep-mine' | 'drop'): Promise<void> {
  const { answer } = await theStore();
  await answer(entry.userId, entry, how);
  changed();
  void sendNow();
}

/** The browser has cleared the store: opened again, it is given what this page holds, whoever is signed in by then. */
async function putBackNow() {
  const { levelSpares, whoseHeld } = await theStore();
  await Promise.all(whoseHeld().map(levelSpares));
  await look();
  await sendIfAny();
}
const putBackQuietly = () => void putBackNow().catch(() => undefined);

async function tidyUp({ userId, token }: Start) {
  const { tidy, hasFiles, levelSpares } = await theStore();
  // Before the entries are forgotten that say whose photos they are.
  if (await hasFiles(userId)) {
    const [{ adoptPhotos }, { request }] = await Promise.all([import('./adopt-photos'), import('./request')]);
    if (await adoptPhotos(userId, { request, token, now: Date.now })) {
      changed();
      void sendNow();
    }
  }
  await tidy(userId, Date.now());
  await levelSpares(userId);
}

const isDenied = () => shown.entries.some(({ problem }) => problem?.kind === 'denied');
const sendIfAny = () => (shown.entries.length > 0 ? sendNow() : Promise.resolve());

/** Sends for the signed-in person until the answer is called. */
export function startOutbox(start: Start): () => void {
  running = start;
  const onWay = () => {
    lookedBackAt = -Infinity;
    void wakeAndSend().then(lookBackQuietly);
  };
  // Whoever was refused for want of right may have it again.
  const onSeen = () => document.visibilityState === 'visible' && void (isDenied() ? wakeAndSend() : sendIfAny());
  const onOther = ({ data }: MessageEvent<unknown>) => data === 'changed' && void look();
  // A frozen tab still hears, and what it begins to read then never ends: it would keep every other tab from writing.
  const onFreeze = () => others?.removeEventListener('message', onOther);
  const onThaw = () => {
    others?.addEventListener('message', onOther);
    void look().then(sendIfAny);
  };
  const timer = setInterval(() => void sendIfAny().then(lookBackQuietly), EVERY_MS);
  window.addEventListener('online', onWay);
  document.addEventListener('visibilitychange', onSeen);
  document.addEventListener('freeze', onFreeze);
  document.addEventListener('resume', onThaw);
  others?.addEventListener('message', onOther);
  // Whoever is signed in here now may be so since they were asked to sign in.
  void look().then(() => (shown.needsSignIn ? wakeAndSend() : sendIfAny()));
  void tidyUp(start).catch(() => undefined);
  void theStore().then(
    ({ whenClosed }) => whenClosed(putBackQuietly),
    () => undefined,
  );
  return () => {
    clearInterval(timer);
    clearTimeout(next);
    window.removeEventListener('online', onWay);
    document.removeEventListener('visibilitychange', onSeen);
    document.removeEventListener('freeze', onFreeze);
    document.removeEventListener('resume', onThaw);
    others?.removeEventListener('message', onOther);
    if (running === start) running = null;
    show(NOTHING);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** What waits on this device for the signed-in person. */
export const useWaiting = (): Waiting =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => NOTHING,
  );

/** The same at this very moment, for a press: what is drawn may be a frame old. */
export const waitingNow = (): Waiting => shown;
