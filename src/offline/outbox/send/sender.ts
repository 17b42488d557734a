// The sender: sends the waiting entries to the database, from one tab at a time, whenever there may be a connection.
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
import { isCheckDue, isolateFailures } from './failure-isolation';

/** offline: the token can't be renewed now. signedOut: there is no session of this user. */
export type Token = { kind: 'token'; token: string } | { kind: 'offline' } | { kind: 'signedOut' };
export type SenderDeps = {
  request: Request;
  /** The token of this user, never of another who has signed in meanwhile. `fresh` requests a new one. */
  token: (userId: string, fresh: boolean) => Promise<Token>;
  now: () => number;
  random: () => number;
  /** After each change of the store. */
  onChange: () => void;
  /**
   * Receives the first parts of the query keys to invalidate: something was sent, or existing data caused a refusal.
   */
  invalidate: (names: readonly QueryName[]) => void;
};

const NO_RESPONSE: Later = { kind: 'later', afterMs: null, unclearStatus: 0 };
const RENEW_MS = 15_000;

const lockName = (userId: string) => `farm-diary-outbox ${userId}`;
const isClockJump = (at: number, now: number) => at > now + LEASE_MS;
/**
 * True while a wait is in force. It can be of any length, as the server may set it; a failure dated in the future was
 * recorded before the clock was set back, and does not count.
 */
const isBackingOff = ({ nextTryAt, failedAt }: SendState, now: number) => nextTryAt > now && failedAt <= now;

/** Renews the lease during slow requests, so that other tabs stay away. */
async function withLease<T>(userId: string, claimed: readonly Entry[], deps: SenderDeps, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => void renewLease(userId, claimed, deps.now()).catch(() => undefined), RENEW_MS);
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
async function drainLane(userId: string, deps: SenderDeps, files: boolean, exclusive: boolean) {
  const { failures } = await sendStateOf(userId);
  const isolation = isolateFailures(files, deps.random);
  let isReachable = false;
  let checkFirst = isCheckDue(failures);
  let denied = (await entriesOf(userId)).some(({ problem }) => problem?.kind === 'denied');
  let fresh = false;
  let sentCount = 0;
  const applyAll = async (batch: readonly Entry[], outcomes: readonly Outcome[]) => {
    await applyOutcomes(userId, batch, outcomes, deps.now(), (count) => backOffMs(count, deps.random()));
    // A refusal is caused by existing data, which this device may not have read yet.
    const decided = batch.filter((_, at) => /^(sent|existsElsewhere|attention)$/.test(outcomes[at]?.kind ?? ''));
    if (decided.length > 0) deps.invalidate([...new Set(decided.flatMap((entry) => typeOf(entry)?.invalidates ?? []))]);
    deps.onChange();
  };
  const finish = async (canContinue: boolean) => {
    const aside = isolation.entriesSetAside();
    if (aside.length > 0) await applyAll(aside, isolation.outcomes(deps.now()));
    return { canContinue, sentCount };
  };

  for (;;) {
    const token = await deps.token(userId, fresh);
    const batch = await claim(userId, deps.now(), exclusive, isolation.limits());
    exclusive = false;
    const [head] = batch;
    if (!head) return finish(true);
    deps.onChange();
    const claimed = [...isolation.entriesSetAside(), ...batch];
    if (token.kind !== 'token') {
      await applyAll(
        batch,
        batch.map(() => (token.kind === 'offline' ? NO_RESPONSE : { kind: 'signIn' })),
      );
      return finish(false);
    }
    const session = { request: deps.request, token: token.token };
    const checkServer = () => withLease(userId, claimed, deps, serverResponds(userId, session));
    if (checkFirst) {
      checkFirst = false;
      const answer = await checkServer();
      if (answer === 'no') {
        await applyAll(
          batch,
          batch.map(() => NO_RESPONSE),
        );
        return finish(false);
      }
      isReachable = answer === 'yes';
    }
    const outcomes = await withLease(
      userId,
      claimed,
      deps,
      send(batch, { ...session, bytesPerRequest: (await sendStateOf(userId)).bytesPerRequest }),
    );
    const later = outcomes.find((outcome) => outcome.kind === 'later');
    const needsSignIn = outcomes.some(({ kind }) => kind === 'signIn');
    if (later?.unclearStatus !== undefined && !needsSignIn) {
      // After a broken connection, or if the server was never asked, check whether our server is reachable.
      if ((isReachable && later.unclearStatus === 0) || (batch.length === 1 && head.faults))
        isReachable = (await checkServer()) === 'yes';
      if (isReachable && batch.length === 1) {
        isolation.setAside(head, later);
        continue;
      }
      if (isReachable) {
        isolation.splitBatch(batch);
        const late = later.late === true;
        await applyAll(
          batch,
          outcomes.map((outcome) => (outcome.kind === 'later' ? { kind: 'retryNow', late } : outcome)),
        );
        continue;
      }
    }
    // A refused token may only have expired: retry once with a new one before asking for a sign-in.
    if (needsSignIn && !fresh) {
      fresh = true;
      await applyAll(
        batch,
        outcomes.map((outcome) => (outcome.kind === 'signIn' ? { kind: 'retryNow', late: false } : outcome)),
      );
      continue;
    }
    await applyAll(batch, outcomes);
    if (needsSignIn || later) return finish(false);
    sentCount += batch.length;
    if (!outcomes.some(({ kind }) => kind === 'sent' || kind === 'existsElsewhere')) continue;
    isolation.succeeded(batch);
    // This user may write again, so retry what was denied before.
    if (denied) await retryDenied(userId);
    denied = false;
  }
}

/** Each wakes a pass that waits while photos are uploaded. */
const uploadWaiters = new Set<() => void>();

/** Wakes a pass that is uploading photos, so that an entry saved meanwhile is sent without waiting for them. */
export function sendDuringUpload() {
  for (const wake of uploadWaiters) wake();
}

/** Until the photos are uploaded, sends entries that are saved meanwhile. */
async function sendWhileUploading(photos: Promise<unknown>, userId: string, deps: SenderDeps) {
  const photosDone = photos.then(
    () => true,
    () => true,
  );
  for (;;) {
    let wake = (): void => undefined;
    const entrySaved = new Promise<boolean>((resolve) => {
      wake = () => resolve(false);
    });
    uploadWaiters.add(wake);
    const isOver = await Promise.race([photosDone, entrySaved]);
    uploadWaiters.delete(wake);
    if (isOver) return;
    if (!isBackingOff(await sendStateOf(userId), deps.now())) await drainLane(userId, deps, false, false);
  }
}

/** One pass under the lock: sends all waiting entries, photos last. */
async function drain(userId: string, deps: SenderDeps, exclusive: boolean) {
  let { canContinue } = await drainLane(userId, deps, false, exclusive);
  while (canContinue) {
    const photos = drainLane(userId, deps, true, false);
    await sendWhileUploading(photos, userId, deps);
    const result = await photos;
    if (!result.canContinue) return;
    // Entries saved meanwhile may include more photos.
    canContinue = result.sentCount > 0 && (await drainLane(userId, deps, false, false)).sentCount > 0;
  }
  await endSending(userId);
}

/** Sends the waiting entries. True if it did not begin, because a back-off is in force. */
export async function sendWaiting(userId: string, deps: SenderDeps): Promise<boolean> {
  const sendState = await sendStateOf(userId);
  const isWaiting = isBackingOff(sendState, deps.now());
  if (!sendState.needsSignIn && !isWaiting) await sendInTurn(userId, deps);
  return isWaiting;
}

/**
 * Sends, unless another tab is sending. A tab that was frozen while holding the lock loses it when its lease has ended;
 * what it sends on waking is a repeat, which the database recognises.
 */
async function sendInTurn(userId: string, deps: SenderDeps): Promise<void> {
  const now = deps.now();
  const locks = navigator.locks as LockManager | undefined;
  // Without the Locks API, only the leases keep tabs apart.
  if (!locks) return drain(userId, deps, false);
  const hasLock = await locks.request(lockName(userId), { ifAvailable: true }, async (lock) => {
    if (lock) await drain(userId, deps, true);
    return lock !== null;
  });
  if (hasLock) return;
  const until = (await sendStateOf(userId)).senderUntil;
  // The tab that holds the lock has not set a lease yet: start one for it now.
  if (until === 0) return expectSender(userId, now + LEASE_MS);
  if (until > now && !isClockJump(until, now)) return;
  await locks.request(lockName(userId), { steal: true }, () => drain(userId, deps, false));
}

/** Sends entries again that the server acknowledged recently and has lost. False if the server could not be asked. */
export async function resendRolledBack(userId: string, deps: SenderDeps): Promise<boolean> {
  const token = await deps.token(userId, false);
  if (token.kind !== 'token') return false;
  const acknowledged = (await entriesOf(userId)).filter(({ state }) => state === 'acknowledged');
  const lost = await findRolledBack(userId, acknowledged, { request: deps.request, token: token.token });
  if (lost === null) return false;
  if (lost.size === 0) return true;
  await requeueRolledBack(userId, lost);
  deps.onChange();
  await sendWaiting(userId, deps);
  return true;
}
