// The sender: brings what waits to the database, one tab at a time, whenever there may be a way.
import type { Mark } from './db';
import { LEASE_MS, type Entry } from './entry';
import { findLost } from './lost';
import { typeOf } from './record-type';
import './records';
import type { Request } from './request';
import { send, type Outcome } from './send';
import { claim, endSending, entriesOf, expectSender, letIn, markOf, queueAgain, renewLease, settle } from './store';
import { isThere } from './there';
import { isTimeToLook, newTrial } from './trial';
import { backOffMs, type Later } from './verdict';

/** Nobody can renew it here and now, or nobody is signed in. */
export type Token = { kind: 'token'; token: string } | { kind: 'offline' } | { kind: 'signedOut' };
export type Means = {
  request: Request;
  /** For this person, and nobody else who may have signed in meanwhile. `fresh` asks for a new one. */
  token: (userId: string, fresh: boolean) => Promise<Token>;
  now: () => number;
  chance: () => number;
  /** After each change of the store. */
  changed: () => void;
  /** Is told the first parts of the query keys that are old now: something was sent, or something stood in its way. */
  madeOld: (keys: readonly string[]) => void;
};

const NOBODY: Later = { kind: 'later', afterMs: null, odd: 0 };
const RENEW_MS = 15_000;

const lockName = (userId: string) => `farm-diary-outbox ${userId}`;
const jumped = (at: number, now: number) => at > now + LEASE_MS;
/** A server may ask for any wait; one that was told before the clock was put back counts for nothing. */
const isTold = ({ nextTryAt, failedAt }: Mark, now: number) => nextTryAt > now && failedAt <= now;

/** Keeps other tabs away while a slow line takes its time. */
async function leased<T>(userId: string, mine: readonly Entry[], means: Means, work: Promise<T>): Promise<T> {
  const timer = setInterval(() => void renewLease(userId, mine, means.now()).catch(() => undefined), RENEW_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Batch after batch, photos or everything else, until nothing is left or the way is closed. What fails again is looked
 * into, if our server is there: it is taken apart, and an entry that fails by itself is set aside while others go.
 */
async function drainLane(userId: string, means: Means, files: boolean, alone: boolean) {
  const { failures } = await markOf(userId);
  const trial = newTrial(files, means.chance);
  let there = false;
  let look = isTimeToLook(failures);
  let denied = (await entriesOf(userId)).some(({ problem }) => problem?.kind === 'denied');
  let fresh = false;
  let did = 0;
  const settled = async (batch: readonly Entry[], outcomes: readonly Outcome[]) => {
    await settle(userId, batch, outcomes, means.now(), (count) => backOffMs(count, means.chance()));
    // What is refused is refused for something that stands there, and that this device may not have read yet.
    const known = batch.filter((_, at) => /^(sent|elsewhere|attention)$/.test(outcomes[at]?.kind ?? ''));
    if (known.length > 0) means.madeOld(known.flatMap((entry) => typeOf(entry)?.invalidates ?? []));
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
    const ask = () => leased(userId, mine, means, isThere(userId, sender));
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
    const outcomes = await leased(userId, mine, means, send(batch, { ...sender, pace: (await markOf(userId)).pace }));
    const later = outcomes.find((outcome) => outcome.kind === 'later');
    const refused = outcomes.some(({ kind }) => kind === 'signIn');
    if (later?.odd !== undefined && !refused) {
      // Nothing of a line that breaks off is known any more, nor of a server that was not asked yet.
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
    // A token that was refused may only be old: once more with a new one, before anybody is asked to sign in.
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
    // Who may write this may write again what was refused them before.
    if (denied) await letIn(userId);
    denied = false;
  }
}

/** Passes that wait for photos on their way, or for more. */
const waitingForMore = new Set<() => void>();

/** Something was saved: it does not wait for the photos that are on their way. */
export function sendMore() {
  for (const more of waitingForMore) more();
}

/** While photos are on their way, what is saved meanwhile goes beside them. */
async function sendBeside(photos: Promise<unknown>, userId: string, means: Means) {
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
    if (!isTold(await markOf(userId), means.now())) await drainLane(userId, means, false, false);
  }
}

/** One pass under the lock: everything that waits, and photos last. */
async function drain(userId: string, means: Means, alone: boolean) {
  let { open } = await drainLane(userId, means, false, alone);
  while (open) {
    const photos = drainLane(userId, means, true, false);
    await sendBeside(photos, userId, means);
    const sent = await photos;
    if (!sent.open) return;
    // With what was saved meanwhile there may be more of them.
    open = sent.did > 0 && (await drainLane(userId, means, false, false)).did > 0;
  }
  await endSending(userId);
}

/**
 * Sends what waits, unless another tab is at it. A tab that was frozen holding the lock loses it when its lease has
 * run out; what it sends when it thaws is the same again, which the database takes for what it is.
 */
export async function sendWaiting(userId: string, means: Means): Promise<void> {
  const mark = await markOf(userId);
  const now = means.now();
  if (mark.needsSignIn || isTold(mark, now)) return;
  const locks = navigator.locks as LockManager | undefined;
  // Without locks the leases alone keep tabs apart.
  if (!locks) return drain(userId, means, false);
  const free = await locks.request(lockName(userId), { ifAvailable: true }, async (lock) => {
    if (lock) await drain(userId, means, true);
    return lock !== null;
  });
  if (free) return;
  const until = (await markOf(userId)).senderUntil;
  // Nobody has said until when: the lease of whoever holds the lock begins now.
  if (until === 0) return expectSender(userId, now + LEASE_MS);
  if (until > now && !jumped(until, now)) return;
  await locks.request(lockName(userId), { steal: true }, () => drain(userId, means, false));
}

/** Sends again what the server took lately and does not have any more. False where that could not be asked. */
export async function sendLostAgain(userId: string, means: Means): Promise<boolean> {
  const token = await means.token(userId, false);
  if (token.kind !== 'token') return false;
  const acknowledged = (await entriesOf(userId)).filter(({ state }) => state === 'acknowledged');
  const lost = await findLost(userId, acknowledged, { request: means.request, token: token.token });
  if (lost === null) return false;
  if (lost.size === 0) return true;
  await queueAgain(userId, lost);
  means.changed();
  await sendWaiting(userId, means);
  return true;
}
