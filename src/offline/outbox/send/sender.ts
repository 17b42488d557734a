// The sender: sends what waits to the database, from one tab at a time, whenever there may be a connection.
import type { QueryName } from '@/lib/query-keys';
import { LEASE_MS, type Entry } from '@/offline/outbox/entry';
import { typeOf } from '@/offline/outbox/record-type';
import { findRolledBack } from '@/offline/outbox/restore/rolled-back';
import type { SendState } from '@/offline/outbox/store/db';
import {
  claim,
  endSending,
  entriesOf,
  expectSender,
  retryDenied,
  sendStateOf,
  requeueRolledBack,
  renewLease,
  applyOutcomes,
} from '@/offline/outbox/store/store';
import { serverResponds } from './reachability';
import type { Request } from './request';
import { backOffMs, type Later } from './response-class';
import { send, type Outcome } from './send';
import { isTimeToLook, newTrial } from './trial';

/** offline: the token can't be renewed now. signedOut: there is no session of this user. */
export type Token = { kind: 'token'; token: string } | { kind: 'offline' } | { kind: 'signedOut' };
export type SenderDeps = {
  request: Request;
  /** The token of this user, never of another who has signed in meanwhile. `fresh` requests a new one. */
  token: (userId: string, fresh: boolean) => Promise<Token>;
  now: () => number;
  chance: () => number;
  /** After each change of the store. */
  changed: () => void;
  /**
   * Receives the first parts of the query keys to invalidate: something was sent, or existing data caused a refusal.
   */
  invalidate: (names: readonly QueryName[]) => void;
};

const NOBODY: Later = { kind: 'later', afterMs: null, odd: 0 };
const RENEW_MS = 15_000;

const lockName = (userId: string) => `farm-diary-outbox ${userId}`;
const jumped = (at: number, now: number) => at > now + LEASE_MS;
/**
 * True while a wait is in force. It can be of any length, as the server may set it; a failure dated in the future was
 * recorded before the clock was set back, and does not count.
 */
const isTold = ({ nextTryAt, failedAt }: SendState, now: number) => nextTryAt > now && failedAt <= now;

/** Renews the lease during slow requests, so that other tabs stay away. */
async function leased<T>(userId: string, mine: readonly Entry[], means: SenderDeps, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => void renewLease(userId, mine, means.now()).catch(() => undefined), RENEW_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Sends batch after batch, either photos or everything else, until nothing is left or the connection fails. If a batch
 * fails and our server is reachable, the batch is split; an entry that fails alone is set aside while others are sent.
 */
async function drainLane(userId: string, means: SenderDeps, files: boolean, alone: boolean) {
  const { failures } = await sendStateOf(userId);
  const trial = newTrial(files, means.chance);
  let there = false;
  let look = isTimeToLook(failures);
  let denied = (await entriesOf(userId)).some(({ problem }) => problem?.kind === 'denied');
  let fresh = false;
  let did = 0;
  const settled = async (batch: readonly Entry[], outcomes: readonly Outcome[]) => {
    await applyOutcomes(userId, batch, outcomes, means.now(), (count) => backOffMs(count, means.chance()));
    // A refusal is caused by existing data, which this device may not have read yet.
    const known = batch.filter((_, at) => /^(sent|elsewhere|attention)$/.test(outcomes[at]?.kind ?? ''));
    if (known.length > 0) means.invalidate(known.flatMap((entry) => typeOf(entry)?.invalidates ?? []));
    means.changed();
  };
  const end = async (open: boolean) => {
    const aside = trial.aside();
    if (aside.length > 0) await settled(aside, trial.judged(means.now()));
    return { open, did };
  };

  for (;;) {
    const token = await means.token(userId, fresh);
    const batch = await claim(userId, means.now(), alone, trial.choice());
    alone = false;
    const [head] = batch;
    if (!head) return end(true);
    means.changed();
    const mine = [...trial.aside(), ...batch];
    if (token.kind !== 'token') {
      await settled(
        batch,
        batch.map(() => (token.kind === 'offline' ? NOBODY : { kind: 'signIn' })),
      );
      return end(false);
    }
    const sender = { request: means.request, token: token.token };
    const ask = () => leased(userId, mine, means, serverResponds(userId, sender));
    if (look) {
      look = false;
      const answer = await ask();
      if (answer === 'no') {
        await settled(
          batch,
          batch.map(() => NOBODY),
        );
        return end(false);
      }
      there = answer === 'yes';
    }
    const outcomes = await leased(
      userId,
      mine,
      means,
      send(batch, { ...sender, pace: (await sendStateOf(userId)).pace }),
    );
    const later = outcomes.find((outcome) => outcome.kind === 'later');
    const refused = outcomes.some(({ kind }) => kind === 'signIn');
    if (later?.odd !== undefined && !refused) {
      // After a broken connection, or if the server was never asked, check whether our server is reachable.
      if ((there && later.odd === 0) || (batch.length === 1 && head.faults)) there = (await ask()) === 'yes';
      if (there && batch.length === 1) {
        trial.setAside(head, later);
        continue;
      }
      if (there) {
        trial.apart(batch);
        const late = later.late === true;
        await settled(
          batch,
          outcomes.map((outcome) => (outcome.kind === 'later' ? { kind: 'apart', late } : outcome)),
        );
        continue;
      }
    }
    // A refused token may only have expired: retry once with a new one before asking for a sign-in.
    if (refused && !fresh) {
      fresh = true;
      await settled(
        batch,
        outcomes.map((outcome) => (outcome.kind === 'signIn' ? { kind: 'apart', late: false } : outcome)),
      );
      continue;
    }
    await settled(batch, outcomes);
    if (refused || later) return end(false);
    did += batch.length;
    if (!outcomes.some(({ kind }) => kind === 'sent' || kind === 'elsewhere')) continue;
    trial.went(batch);
    // This user may write again, so retry what was denied before.
    if (denied) await retryDenied(userId);
    denied = false;
  }
}

/** Resolvers of passes that wait while photos are uploaded. */
const waitingForMore = new Set<() => void>();

/** Something was saved: send it without waiting for the photos under way. */
export function sendMore() {
  for (const more of waitingForMore) more();
}

/** While photos are uploaded, sends what is saved meanwhile. */
async function sendBeside(photos: Promise<unknown>, userId: string, means: SenderDeps) {
  const over = photos.then(
    () => true,
    () => true,
  );
  for (;;) {
    let more = (): void => undefined;
    const heard = new Promise<boolean>((resolve) => {
      more = () => resolve(false);
    });
    waitingForMore.add(more);
    const isOver = await Promise.race([over, heard]);
    waitingForMore.delete(more);
    if (isOver) return;
    if (!isTold(await sendStateOf(userId), means.now())) await drainLane(userId, means, false, false);
  }
}

/** One pass under the lock: everything that waits, and photos last. */
async function drain(userId: string, means: SenderDeps, alone: boolean) {
  let { open } = await drainLane(userId, means, false, alone);
  while (open) {
    const photos = drainLane(userId, means, true, false);
    await sendBeside(photos, userId, means);
    const sent = await photos;
    if (!sent.open) return;
    // What was saved meanwhile may include more photos.
    open = sent.did > 0 && (await drainLane(userId, means, false, false)).did > 0;
  }
  await endSending(userId);
}

/**
 * Sends what waits, unless another tab is sending. A tab that was frozen while holding the lock loses it when its lease
 * has ended; what it sends on waking is a repeat, which the database recognises.
 */
export async function sendWaiting(userId: string, means: SenderDeps): Promise<void> {
  const mark = await sendStateOf(userId);
  const now = means.now();
  if (mark.needsSignIn || isTold(mark, now)) return;
  const locks = navigator.locks as LockManager | undefined;
  // Without the Locks API, only the leases keep tabs apart.
  if (!locks) return drain(userId, means, false);
  const free = await locks.request(lockName(userId), { ifAvailable: true }, async (lock) => {
    if (lock) await drain(userId, means, true);
    return lock !== null;
  });
  if (free) return;
  const until = (await sendStateOf(userId)).senderUntil;
  // The tab that holds the lock has not set a lease yet: it begins now.
  if (until === 0) return expectSender(userId, now + LEASE_MS);
  if (until > now && !jumped(until, now)) return;
  await locks.request(lockName(userId), { steal: true }, () => drain(userId, means, false));
}

/** Sends again what the server acknowledged recently and has lost. False if the server could not be asked. */
export async function sendRolledBackAgain(userId: string, means: SenderDeps): Promise<boolean> {
  const token = await means.token(userId, false);
  if (token.kind !== 'token') return false;
  const acknowledged = (await entriesOf(userId)).filter(({ state }) => state === 'acknowledged');
  const lost = await findRolledBack(userId, acknowledged, { request: means.request, token: token.token });
  if (lost === null) return false;
  if (lost.size === 0) return true;
  await requeueRolledBack(userId, lost);
  means.changed();
  await sendWaiting(userId, means);
  return true;
}
