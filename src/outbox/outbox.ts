// The outbox as screens use it: save, and see what waits. It sends by itself for as long as the app is open.
import { useSyncExternalStore } from 'react';
import type { Entry, NewEntry } from './entry';
import { typeOf } from './record-type';
import { request } from './request';
import { sendWaiting, type Means } from './sender';
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
  } catch {
    show({ ...shown, broken: true });
  }
}

function changed() {
  others?.postMessage('changed');
  void look();
}

/** Sends what waits. Never throws: what can't be sent now is sent later. */
export function sendNow(): Promise<void> {
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
  pass ??= sendWaiting(start.userId, means)
    .catch(() => undefined)
    .finally(() => {
      pass = null;
    });
  return pass;
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
  void sendNow();
}

/** A person's answer to an entry that needs one. */
export async function answerEntry({ userId, seq }: Entry, how: 'retry' | 'keep-mine' | 'drop'): Promise<void> {
  await store.answer(userId, seq, how);
  changed();
  void sendNow();
}

/** Sends for the signed-in person until the answer is called. */
export function startOutbox(start: Start): () => void {
  running = start;
  const onWay = () => void wakeAndSend();
  const onSeen = () => document.visibilityState === 'visible' && void sendNow();
  const onOther = () => void look();
  const timer = setInterval(() => shown.entries.length > 0 && void sendNow(), EVERY_MS);
  window.addEventListener('online', onWay);
  document.addEventListener('visibilitychange', onSeen);
  others?.addEventListener('message', onOther);
  void store.tidy(start.userId, Date.now()).catch(() => undefined);
  void look().then(sendNow);
  return () => {
    clearInterval(timer);
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
