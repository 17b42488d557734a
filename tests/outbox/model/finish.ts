// The end of a scenario: the connection is good, everyone signs in, every entry that needs attention is resolved, and no
// entry may be left waiting.
import type { Entry } from '@/offline/outbox/entry';
import { resolveEntry, applyChange } from './changes';
import { checkDrafts } from './forms';
import { isKind } from './kinds';
import { GOOD_CONDITION } from './connection';
import { kill, sendOn, shownRecord, tokenFor, actorOn, type Phone, type World } from './phone';
import { selectDevice } from './tab';

/** Delivers requests that were under way when their tab was killed. */
export async function deliverLate({ phones }: World, isDue: (delayed: Phone['delayedRequests'][number]) => boolean) {
  for (const phone of phones) {
    const arriving = phone.delayedRequests.filter(isDue);
    phone.delayedRequests = phone.delayedRequests.filter((delayed) => !arriving.includes(delayed));
    for (const { release } of arriving) await release(true);
  }
}

/** Entries recorded as sent that the database never had: a check after a server restore would resend them. */
async function neverArrived({ farm }: World, { tab, userId }: Phone): Promise<string[]> {
  const [rows, log, entries] = [await farm.rows(), await farm.log(), await tab.store.entriesOf(userId)];
  const had = new Set([...rows.map(({ id }) => id), ...log.map(({ row_id }) => row_id)]);
  const sent = entries.filter(
    ({ kind, action, state }) => isKind(kind) && action === 'insert' && state === 'acknowledged',
  );
  return sent.filter(({ id }) => !had.has(id)).map(({ id }) => `${id} counts as sent and never arrived`);
}

/** Passes, 61 seconds apart, in which every entry that is not blocked has to be sent. */
const PASSES_WHILE_BLOCKED = 40;

/** While some records are blocked, all others must be sent: returns those that were not sent. */
async function blockedEntries(world: World): Promise<string[]> {
  const blockedIds = new Set(world.connection.blockedRecords.map(({ id }) => id));
  const blocked: string[] = [];
  for (const phone of blockedIds.size > 0 ? world.phones : []) {
    await kill(world, phone, 2);
    phone.session = 'good';
    await phone.tab.store.endBackOff(phone.userId);
    for (let n = 0; n < PASSES_WHILE_BLOCKED; n += 1) {
      world.now += 61_000;
      await sendOn(world, phone, phone.tab, GOOD_CONDITION);
    }
    const open = await phone.tab.unacknowledgedEntries(phone.userId);
    // Every request that contains the id is blocked, including a job of a blocked customer.
    const isBlocked = ({ id, parents, fields }: Entry) =>
      [id, ...parents, ...Object.values(fields)].some((value) => typeof value === 'string' && blockedIds.has(value));
    const free = ({ id, seq, parents }: Entry) =>
      !open.some((other) => (other.id === id && other.seq < seq) || parents.includes(other.id));
    for (const entry of open)
      if (entry.state !== 'attention' && !isBlocked(entry) && free(entry))
        blocked.push(`${entry.id} waits on ${actorOn(phone)} behind a blocked record`);
  }
  world.connection.blockedRecords.length = 0;
  return blocked;
}

/** An entry that needs no attention may only wait for another entry. */
function waitsWithoutReason(entry: Entry, all: readonly Entry[]): boolean {
  if (entry.state === 'attention') return entry.problem === null || entry.problem.sentence === '';
  return !all.some(
    (other) =>
      other !== entry &&
      ((other.id === entry.id && other.seq < entry.seq) || entry.parents.includes(other.id)) &&
      !waitsWithoutReason(other, all),
  );
}

/** Rounds of sending and then resolving what needs attention; an entry that still waits after them is stuck. */
const ROUNDS = 12;
/** Rounds in which a denied entry is only retried; after that it is dropped. */
const DENIED_RETRIES = 3;

/** Resolves an entry that needs attention as its user would: correct it, keep their version, or drop it. */
async function resolveByUser(world: World, phone: Phone, entry: Entry, round: number) {
  const { problem, action, kind, id } = entry;
  if (problem?.kind === 'conflict') return resolveEntry(world, phone, entry, world.count % 2 ? 'keep-mine' : 'drop');
  if (problem?.kind === 'refused' && action === 'insert' && Number(entry.fields['quantity']) < 0) {
    const entries = await phone.tab.store.entriesOf(phone.userId);
    const isDeleted = entries.some((other) => other.id === id && other.action === 'delete');
    const found = isKind(kind) && !isDeleted ? shownRecord(phone, id, entries) : null;
    const step = { do: 'edit', phone: 0, which: 0, column: 'quantity' } as const;
    if (found) return applyChange(world, phone, { id, step, ...found }, entries);
  }
  // Denied or failed entries are retried automatically; those that still wait at the end are reported as stuck.
  if (problem?.kind === 'failed' || (problem?.kind === 'denied' && round < DENIED_RETRIES)) return;
  return resolveEntry(world, phone, entry, 'drop');
}

/** Sends all entries and resolves those that need attention; returns what is still waiting, and why. */
async function finishUser(world: World, phone: Phone): Promise<{ unsent: Entry[]; stuck: string[] }> {
  const { tab, userId } = phone;
  const stuck = new Set<string>();
  const asUser = tokenFor(phone, world.farm);
  let open: Entry[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let pass = 0; pass < 4 && (await tab.unacknowledgedEntries(userId)).length > 0; pass += 1) {
      world.now += 61_000;
      await tab.store.endBackOff(userId);
      await sendOn(world, phone, tab, GOOD_CONDITION);
    }
    open = await tab.unacknowledgedEntries(userId);
    for (const entry of open)
      if (waitsWithoutReason(entry, open)) stuck.add(`${entry.id} waits on ${actorOn(phone)} without a reason`);
    for (const entry of open.filter(({ state }) => state === 'attention'))
      await resolveByUser(world, phone, entry, round);
    if (open.length > 0) continue;
    await tab.resendRolledBack(userId, () => world.now, asUser);
    open = await tab.unacknowledgedEntries(userId);
    if (open.length === 0) break;
  }
  for (const { id, kind, state, action } of open)
    stuck.add(`${action} of ${kind} ${id} waits on ${actorOn(phone)} for ever, ${state}`);
  return { unsent: open, stuck: [...stuck] };
}

type Finished = {
  unsent: Map<string, readonly Entry[]>;
  lost: string[];
  stuck: string[];
  blocked: string[];
  /** Photos of forms that were not saved. */
  draftPhotos: Set<string>;
};

/** The connection is back, everyone signs in again on their phones, and all entries get time to be sent. */
export async function finishScenario(world: World): Promise<Finished> {
  const done: Finished = { unsent: new Map(), lost: [], stuck: [], blocked: [], draftPhotos: new Set() };
  await world.farm.setSubscription(true);
  done.blocked = await blockedEntries(world);
  for (const phone of world.phones) {
    await kill(world, phone, 2);
    await deliverLate(world, () => true);
    for (const userId of phone.users) {
      Object.assign(phone, { userId, session: 'good' });
      selectDevice(phone);
      world.connection.set(GOOD_CONDITION);
      await phone.tab.adoptPhotos(userId, () => world.now, tokenFor(phone, world.farm));
      const { unsent, stuck } = await finishUser(world, phone);
      done.lost.push(...(await neverArrived(world, phone)));
      done.unsent.set(actorOn(phone), unsent);
      done.stuck.push(...stuck);
      for (const { id } of await phone.tab.store.draftsOf(userId))
        for (const file of await phone.tab.store.filesOf(userId, id)) done.draftPhotos.add(file.id);
    }
    await checkDrafts(world, phone);
  }
  return done;
}
