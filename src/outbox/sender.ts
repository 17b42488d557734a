// The sender: brings what waits to the database, one tab at a time, whenever there may be a way.
import type { Mark } from './db';
import { LEASE_MS } from './entry';
import { findLost } from './lost';
import { typeOf } from './record-type';
import './records';
import type { Request } from './request';
import { send } from './send';
import { claim, entriesOf, expectSender, markOf, queueAgain, settle } from './store';
import { backOffMs } from './verdict';

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

const lockName = (userId: string) => `farm-diary-outbox ${userId}`;
const jumped = (at: number, now: number) => at > now + LEASE_MS;
/** A server may ask for any wait; one that was told before the clock was put back counts for nothing. */
const isTold = ({ nextTryAt, failedAt }: Mark, now: number) => nextTryAt > now && failedAt <= now;

/** One pass under the lock: batch after batch until nothing is left or the way is closed. */
async function drain(userId: string, means: Means, alone: boolean) {
  let fresh = false;
  for (;;) {
    const token = await means.token(userId, fresh);
    const batch = await claim(userId, means.now(), alone);
    if (batch.length === 0) return;
    means.changed();
    const outcomes =
      token.kind === 'offline'
        ? batch.map(() => ({ kind: 'later' as const, afterMs: null }))
        : token.kind === 'signedOut'
          ? batch.map(() => ({ kind: 'signIn' as const }))
          : await send(batch, { request: means.request, token: token.token });
    const stopped = outcomes.find(({ kind }) => kind === 'later' || kind === 'signIn');
    await settle(userId, batch, outcomes, means.now(), (failures) => backOffMs(failures, means.chance()));
    // What is refused is refused for something that stands there, and that this device may not have read yet.
    const known = batch.filter((_, at) => /^(sent|elsewhere|attention)$/.test(outcomes[at]?.kind ?? ''));
    if (known.length > 0) means.madeOld(known.flatMap((entry) => typeOf(entry)?.invalidates ?? []));
    means.changed();
    // A token that was refused may only be old: once more with a new one.
    if (stopped?.kind === 'signIn' && token.kind === 'token' && !fresh) fresh = true;
    else if (stopped) return;
    alone = false;
  }
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
  const lost = await findLost(acknowledged, { request: means.request, token: token.token });
  if (lost === null) return false;
  if (lost.size === 0) return true;
  await queueAgain(userId, lost);
  means.changed();
  await sendWaiting(userId, means);
  return true;
}
