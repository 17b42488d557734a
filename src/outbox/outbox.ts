// The outbox as screens use it: save, and see what waits. It sends by itself for as long as the app is open.
import { useSyncExternalStore } from 'react';
import type { Entry, NewEntry } from './entry';
import { tidyFiles } from './files';
import { typeOf } from './record-type';
import { request } from './request';
import { keepStorage, sayOutside } from './outside';
import type { Means } from './sender';
import * as store from './store';

export type Waiting = {
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

const NOTHING: Waiting = { entries: [], sent: [], lastSentAt: null, needsSignIn: false, broken: false };
const EVERY_MS = 30_000;

let running: Start | null = null;
let shown: Waiting = NOTHING;
let pass: Promise<void> | null = null;
let next: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('farm-diary-outbox');

function show(next: Waiting) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Reads the store again: it is what is true, for this tab and the others. */
async function look() {
  const userId = running?.userId;
  if (userId === undefined) return;
  try {
    const [entries, { lastSentAt, needsSignIn }] = await Promise.all([store.entriesOf(userId), store.markOf(userId)]);
    if (running?.userId !== userId) return;
    const isSent = ({ state }: Entry) => state === 'acknowledged';
    const waiting = entries.filter((entry) => !isSent(entry));
    show({ entries: waiting, sent: entries.filter(isSent), lastSentAt, needsSignIn, broken: false });
    sayOutside(userId, waiting.length);
  } catch {
    show({ ...shown, broken: true });
  }
}

function changed() {
  others?.postMessage('changed');
  void look();
}

/** Sends what waits. Never throws: what can't be sent now is sent later. */
function sendNow(): Promise<void> {
  const start = running;
  if (!start) return Promise.resolve();
  const means: Means = {
    request,
    token: start.token,
    now: Date.now,
    chance: Math.random,
    changed,
    sent: (kinds) => start.invalidate([...kinds].flatMap((kind) => typeOf({ kind })?.invalidates ?? [])),
  };
  // How it is sent is fetched when something is: most starts have nothing to send.
  pass ??= import('./sender')
    .then(({ sendWaiting }) => sendWaiting(start.userId, means))
    .catch(() => undefined)
    .finally(() => {
      pass = null;
      void sendAgainInTime(start.userId);
    });
  return pass;
}

/** After a failure the next try comes when its wait is over, not only with the clock's next tick. */
async function sendAgainInTime(userId: string) {
  const { nextTryAt } = await store.markOf(userId).catch(() => ({ nextTryAt: 0 }));
  clearTimeout(next);
  const wait = nextTryAt - Date.now();
  if (running?.userId === userId && wait > 0) next = setTimeout(() => void sendNow(), Math.min(wait, EVERY_MS) + 50);
}

/** A person asks, a line came back, somebody signed in: now, whatever the last tries came to. */
export async function wakeAndSend(): Promise<void> {
  if (running) await store.wake(running.userId).catch(() => undefined);
  await sendNow();
}

/** Saves a change on this device and begins to send it. Rejects where the device could not keep it: then nothing is saved. */
export async function save(entry: NewEntry): Promise<void> {
  await store.enqueue(entry, new Date().toISOString());
  changed();
  // What has not left can still be changed or taken back as if it had never been: a device that knows it has no
  // connection need not try at once. The timer tries all the same.
  if (navigator.onLine) void sendNow();
  keepStorage();
}

/** Sends a new entry that this device can't keep, once and at once. Rejects with what to say where it was not taken. */
export async function sendUnkept(entry: NewEntry): Promise<void> {
  const token = running && (await running.token(running.userId, false));
  if (token?.kind !== 'token') throw new Error('There is no signal. Stay on this page and try again.');
  const recordedAt = new Date().toISOString();
  const unkept: Entry = { ...entry, ...NEVER_KEPT, recordedAt };
  const { send } = await import('./send');
  const [outcome] = await send([unkept], { request, token: token.token });
  if (outcome?.kind === 'attention') throw new Error(outcome.problem.sentence);
  if (outcome?.kind !== 'sent') throw new Error('It did not get through. Stay on this page and try again.');
  running?.invalidate(typeOf(entry)?.invalidates ?? []);
}
const NEVER_KEPT = {
  seq: 0,
  state: 'sending',
  leaseUntil: null,
  tried: 1,
  problem: null,
  acknowledgedAt: null,
} as const;

/** A person's answer to an entry that needs one. */
export async function answerEntry({ userId, seq }: Entry, how: 'retry' | 'keep-mine' | 'drop'): Promise<void> {
  await store.answer(userId, seq, how);
  changed();
  void sendNow();
}

const sendIfAny = () => (shown.entries.length > 0 ? sendNow() : Promise.resolve());

/** Sends for the signed-in person until the answer is called. */
export function startOutbox(start: Start): () => void {
  running = start;
  const onWay = () => void wakeAndSend();
  const onSeen = () => document.visibilityState === 'visible' && void sendIfAny();
  const onOther = () => void look();
  const timer = setInterval(() => shown.entries.length > 0 && void sendNow(), EVERY_MS);
  window.addEventListener('online', onWay);
  document.addEventListener('visibilitychange', onSeen);
  others?.addEventListener('message', onOther);
  void store.tidy(start.userId, Date.now()).catch(() => undefined);
  void tidyFiles(start.userId, Date.now()).catch(() => undefined);
  void look().then(sendIfAny);
  return () => {
    clearInterval(timer);
    clearTimeout(next);
    window.removeEventListener('online', onWay);
    document.removeEventListener('visibilitychange', onSeen);
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
