// The end of a story: the connection is good, everyone signs in, questions are answered, and nothing may be left
// waiting.
import type { Entry } from '@/offline/outbox/entry';
import { answerEntry, changeOf } from './changes';
import { checkDrafts } from './forms';
import { isKind } from './kinds';
import { GOOD } from './line';
import { kill, sendOn, shown, tokenFor, whoOn, type Phone, type World } from './phone';
import { take } from './tab';

/** Requests that were under way when their tab was killed arrive. */
export async function arrive({ phones }: World, which: (late: Phone['late'][number]) => boolean) {
  for (const phone of phones) {
    const arriving = phone.late.filter(which);
    phone.late = phone.late.filter((late) => !arriving.includes(late));
    for (const { go } of arriving) await go(true);
  }
}

/** Entries recorded as sent that the database never had: a check after a server restore would resend them. */
async function neverHeld({ farm }: World, { tab, userId }: Phone): Promise<string[]> {
  const [rows, log, entries] = [await farm.rows(), await farm.log(), await tab.store.entriesOf(userId)];
  const had = new Set([...rows.map(({ id }) => id), ...log.map(({ row_id }) => row_id)]);
  const sent = entries.filter(
    ({ kind, action, state }) => isKind(kind) && action === 'insert' && state === 'acknowledged',
  );
  return sent.filter(({ id }) => !had.has(id)).map(({ id }) => `${id} counts as sent and never arrived`);
}

/** The number of passes in an hour of retries. */
const TRIES = 40;

/** While some records never get through, everything else has to be sent: returns what is held up anyway. */
async function heldUp(world: World): Promise<string[]> {
  const cursed = new Set(world.line.curses.map(({ id }) => id));
  const held: string[] = [];
  for (const phone of cursed.size > 0 ? world.phones : []) {
    await kill(world, phone, 2);
    phone.session = 'good';
    await phone.tab.store.endBackOff(phone.userId);
    for (let n = 0; n < TRIES; n += 1) {
      world.now += 61_000;
      await sendOn(world, phone, phone.tab, GOOD);
    }
    const open = await phone.tab.open(phone.userId);
    // A curse hits every request with its id in it, also the job of a customer who was listed.
    const isCursed = ({ id, parents, fields }: Entry) =>
      [id, ...parents, ...Object.values(fields)].some((value) => typeof value === 'string' && cursed.has(value));
    const free = ({ id, seq, parents }: Entry) =>
      !open.some((other) => (other.id === id && other.seq < seq) || parents.includes(other.id));
    for (const entry of open)
      if (entry.state !== 'attention' && !isCursed(entry) && free(entry))
        held.push(`${entry.id} is held up on ${whoOn(phone)} by what does not get through`);
  }
  world.line.curses.length = 0;
  return held;
}

/** An entry that needs no attention may only wait for another entry. */
function hasNoReason(entry: Entry, all: readonly Entry[]): boolean {
  if (entry.state === 'attention') return entry.problem === null || entry.problem.sentence === '';
  return !all.some(
    (other) =>
      other !== entry &&
      ((other.id === entry.id && other.seq < entry.seq) || entry.parents.includes(other.id)) &&
      !hasNoReason(other, all),
  );
}

const ROUNDS = 12;
/** How often an entry that can only be retried may be retried. */
const PATIENT = 3;

/** The user's answer to an entry that needs attention: correct it, keep their version, or drop it. */
async function look(world: World, phone: Phone, entry: Entry, round: number) {
  const { problem, action, kind, id } = entry;
  if (problem?.kind === 'conflict') return answerEntry(world, phone, entry, world.count % 2 ? 'keep-mine' : 'drop');
  if (problem?.kind === 'refused' && action === 'insert' && Number(entry.fields['quantity']) < 0) {
    const entries = await phone.tab.store.entriesOf(phone.userId);
    const isDeleted = entries.some((other) => other.id === id && other.action === 'delete');
    const found = isKind(kind) && !isDeleted ? shown(phone, id, entries) : null;
    const step = { do: 'edit', phone: 0, which: 0, column: 'quantity' } as const;
    if (found) return changeOf(world, phone, { id, step, ...found }, entries);
  }
  // Denied or failed entries are retried; those that never get through are found at the end.
  if (problem?.kind === 'failed' || (problem?.kind === 'denied' && round < PATIENT)) return;
  return answerEntry(world, phone, entry, 'drop');
}

/** Sends everything and answers every question; returns what is still waiting, and why. */
async function settleOne(world: World, phone: Phone): Promise<{ left: Entry[]; stuck: string[] }> {
  const { tab, userId } = phone;
  const stuck = new Set<string>();
  const asUser = tokenFor(phone, world.farm);
  let open: Entry[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let pass = 0; pass < 4 && (await tab.open(userId)).length > 0; pass += 1) {
      world.now += 61_000;
      await tab.store.endBackOff(userId);
      await sendOn(world, phone, tab, GOOD);
    }
    open = await tab.open(userId);
    for (const entry of open)
      if (hasNoReason(entry, open)) stuck.add(`${entry.id} waits on ${whoOn(phone)} without a reason`);
    for (const entry of open.filter(({ state }) => state === 'attention')) await look(world, phone, entry, round);
    if (open.length > 0) continue;
    await tab.lookBack(userId, () => world.now, asUser);
    open = await tab.open(userId);
    if (open.length === 0) break;
  }
  for (const { id, kind, state, action } of open)
    stuck.add(`${action} of ${kind} ${id} waits on ${whoOn(phone)} for ever, ${state}`);
  return { left: open, stuck: [...stuck] };
}

type Settled = {
  left: Map<string, readonly Entry[]>;
  lost: string[];
  stuck: string[];
  held: string[];
  /** Photos of forms that were not saved. */
  typed: Set<string>;
};

/** The connection is back, everyone signs in again where they were, and everything has time to be sent. */
export async function settle(world: World): Promise<Settled> {
  const done: Settled = { left: new Map(), lost: [], stuck: [], held: [], typed: new Set() };
  await world.farm.lapse(true);
  done.held = await heldUp(world);
  for (const phone of world.phones) {
    await kill(world, phone, 2);
    await arrive(world, () => true);
    for (const userId of phone.users) {
      Object.assign(phone, { userId, session: 'good' });
      take(phone);
      world.line.set(GOOD);
      await phone.tab.adopt(userId, () => world.now, tokenFor(phone, world.farm));
      const { left, stuck } = await settleOne(world, phone);
      done.lost.push(...(await neverHeld(world, phone)));
      done.left.set(whoOn(phone), left);
      done.stuck.push(...stuck);
      for (const { id } of await phone.tab.store.draftsOf(userId))
        for (const file of await phone.tab.store.filesOf(userId, id)) done.typed.add(file.id);
    }
    await checkDrafts(world, phone);
  }
  return done;
}
