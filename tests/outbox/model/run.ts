// Lives one story through and says what of it did not come true.
import { randomUUID } from 'node:crypto';
import type { Entry } from '@/outbox/entry';
import type { TestBackend } from '@tests/support/backend';
import { GOOD, lineTo } from './line';
import {
  asSeen,
  columnOf,
  entryFor,
  kill,
  look,
  loseStore,
  sendOn,
  sendUntilHeld,
  shown,
  tokenFor,
  whoOn,
  type Phone,
  type World,
} from './phone';
import type { Step, Story } from './steps';
import { newMachine, openTab, take, toFirstLayout } from './tab';
import { COLUMNS, judge, type Findings, type Told } from './told';
import { newFarm } from './world';

const BEGIN = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;

export type Result = Findings & { kills: number; saved: number; changed: number; waiting: number };

async function save(world: World, phone: Phone, step: Extract<Step, { do: 'save' }> | null) {
  const { farm, told, now } = world;
  const { tab } = phone;
  const id = randomUUID();
  const count = (world.count += 1);
  const values = { quantity: step?.poison === 0 ? -count : count, notes: `n${count}` };
  const customer = step?.customer === 'new' ? `New customer ${count % 3}` : 'Hill Farm';
  const parents = step?.customer === 'new' ? [randomUUID()] : [];
  const entry = entryFor(phone, farm, id);
  for (const parent of parents) {
    world.customers.push({ userId: phone.userId, id: parent });
    const added = { ...entry, kind: 'customer', id: parent, version: 1, title: customer };
    await tab.save({ ...added, action: 'insert', fields: { name: customer } }, now);
  }
  const fields = {
    customer,
    task_name: 'Baling',
    chargeable_unit: 'bale',
    rate: null,
    work_date: '2024-05-01',
    quantity: values.quantity,
    [columnOf('notes', tab.app)]: values.notes,
  };
  // Killed before the store has answered, nothing is shown: it may be there or not.
  const saving = tab.save({ ...entry, action: 'insert', fields, parents }, now);
  const known = { at: count, do: 'insert', id, who: whoOn(phone), userId: phone.userId } as const;
  told.push({ ...known, values, saw: {}, maybe: step === null, overrides: false });
  if (step !== null) await saving;
  else void saving.catch(() => undefined);
}

/** Ids of what this person can press on in their list. */
async function pressable({ told }: World, phone: Phone) {
  const who = whoOn(phone);
  const entries = await phone.tab.store.entriesOf(phone.userId);
  const ids = [...(phone.copies.get(phone.userId)?.rows.keys() ?? []), ...entries.map(({ id }) => id)];
  const over = new Set(
    told.filter((one) => one.who === who && one.do !== 'insert' && one.do !== 'edit').map(({ id }) => id),
  );
  const works = new Set(entries.filter(({ kind }) => kind !== 'work').map(({ id }) => id));
  return { entries, ids: [...new Set(ids)].filter((id) => !over.has(id) && !works.has(id)) };
}

async function change(world: World, phone: Phone, step: Extract<Step, { do: 'edit' | 'delete' }>) {
  const { entries, ids } = await pressable(world, phone);
  const id = ids[step.which % ids.length];
  const row = id === undefined ? null : shown(phone, id, entries);
  if (id === undefined || !row) return;
  const { tab } = phone;
  const count = (world.count += 1);
  const columns = step.do === 'delete' ? [] : COLUMNS.filter((one) => step.column === 'both' || step.column === one);
  const values = Object.fromEntries(columns.map((one) => [one, one === 'notes' ? `n${count}` : count]));
  const fields = Object.fromEntries(columns.map((one) => [columnOf(one, tab.app), values[one] ?? null]));
  // Who writes all that somebody else has changed meanwhile wants theirs; of other fields nothing is decided by it.
  const overrides = entries.some(
    ({ id: of, problem }) =>
      of === id && problem?.theirs && Object.keys(problem.theirs).every((one) => step.do === 'delete' || one in fields),
  );
  const action = step.do === 'edit' ? 'update' : 'delete';
  // Taken back a moment after it was saved, whatever became of it.
  const undone =
    step.do === 'delete' && step.undo && world.told.some((one) => one.id === id && one.who === whoOn(phone));
  const seen = undone ? null : asSeen(row, tab.app);
  await tab.save({ ...entryFor(phone, world.farm, id), action, fields, seen }, world.now);
  const saw = { quantity: row['quantity'] ?? null, notes: row['notes'] ?? null };
  const known = { at: count, do: step.do, id, who: whoOn(phone), userId: phone.userId };
  world.told.push({ ...known, values, saw, maybe: false, overrides });
}

async function answer(world: World, phone: Phone, { which, how }: Extract<Step, { do: 'answer' }>) {
  const { told } = world;
  const tray = (await phone.tab.store.entriesOf(phone.userId)).filter(({ state }) => state === 'attention');
  const entry = tray[which % tray.length];
  // A conflict is answered with one of both values, anything else tried again or dropped.
  if (!entry || (how === 'keep-mine' && entry.problem?.kind !== 'conflict')) return;
  await phone.tab.store.answer(phone.userId, entry.seq, how);
  const who = whoOn(phone);
  for (const one of told) if (one.id === entry.id && one.who === who && how === 'keep-mine') one.overrides = true;
  if (how !== 'drop') return;
  const at = (world.count += 1);
  told.push({
    at,
    do: 'drop',
    id: entry.id,
    who,
    userId: phone.userId,
    values: {},
    saw: {},
    maybe: false,
    overrides: false,
  });
}

/** What was on its way when its tab was killed gets there. */
async function arrive({ phones }: World, which: (late: Phone['late'][number]) => boolean) {
  for (const phone of phones) {
    const arriving = phone.late.filter(which);
    phone.late = phone.late.filter((late) => !arriving.includes(late));
    for (const { go } of arriving) await go(true);
  }
}

async function live(world: World, step: Step): Promise<number> {
  const phone = world.phones[step.phone % world.phones.length];
  if (!phone) throw new Error('no such phone');
  take(phone);
  world.line.set(GOOD);
  world.now += 31_000;
  world.steps += 1;
  await arrive(world, ({ due }) => due <= world.steps);
  switch (step.do) {
    case 'save':
      await save(world, phone, step);
      return 0;
    case 'edit':
    case 'delete':
      await change(world, phone, step);
      return 0;
    case 'send':
      await sendOn(world, phone, phone.tab, step);
      // What was sent makes the list old.
      if (step.trouble === 'none') await look(world, phone);
      return 0;
    case 'two tabs': {
      const other = await openTab(phone, step.older ? 1 : phone.app);
      take(phone);
      world.line.set(step);
      const token = tokenFor(phone, world.farm);
      await Promise.allSettled([phone.tab, other].map((tab) => tab.send(phone.userId, () => world.now, token)));
      // One may have taken the lock from the other, which goes on with what it has begun.
      if (phone.frozen.length > 0) await world.line.quiet();
      return 0;
    }
    case 'kill':
      await kill(world, phone);
      return 1;
    case 'lose':
      await loseStore(world, phone);
      return 1;
    case 'kill while saving':
      await save(world, phone, null);
      await kill(world, phone);
      return 1;
    case 'kill while sending':
      await sendUntilHeld(world, phone, { trouble: { kind: 'dead', committed: step.committed }, at: step.at });
      await kill(world, phone);
      return 1;
    case 'freeze while sending': {
      const trouble = { kind: 'frozen', committed: step.committed } as const;
      const { go, pass } = await sendUntilHeld(world, phone, { trouble, at: step.at });
      if (!go) return 0;
      phone.frozen.push({ go, pass: pass.catch(() => undefined) });
      phone.tab = await openTab(phone, phone.app);
      return 0;
    }
    case 'thaw':
      for (const { go, pass } of phone.frozen.splice(0)) {
        await go();
        await pass;
      }
      await world.line.quiet();
      return 0;
    case 'answer':
      await answer(world, phone, step);
      return 0;
    case 'look':
      await look(world, phone);
      return 0;
    case 'expire':
      phone.session = step.forGood ? 'gone' : 'expired';
      return 0;
    case 'swap': {
      // Whoever signs in, the same person too: that is a new chance.
      const { userId: before } = phone;
      phone.userId = world.farm.people[step.to]?.id ?? before;
      phone.users.add(phone.userId);
      phone.session = 'good';
      // What the app began for the one before it ends under whoever is there now.
      await phone.tab.send(before, () => world.now, tokenFor(phone, world.farm));
      await phone.tab.store.wake(phone.userId);
      await look(world, phone);
      return 0;
    }
    case 'upgrade':
      await kill(world, phone, 2);
      await phone.tab.open(phone.userId);
      await toFirstLayout(phone);
      await kill(world, phone, 2);
      return 1;
    case 'clock':
      // No device's clock goes back behind 1970.
      world.now = Math.max(0, world.now + step.hours * HOUR);
      return 0;
    case 'lapse':
      await world.farm.lapse(step.renewed);
      return 0;
  }
}

/** Entries that a phone was told the database has, and it never had: what looks back would send them again. */
async function neverHeld({ farm }: World, { tab, userId }: Phone): Promise<string[]> {
  const [rows, log, entries] = [await farm.rows(), await farm.log(), await tab.store.entriesOf(userId)];
  const had = new Set([...rows.map(({ id }) => id), ...log.map(({ row_id }) => row_id)]);
  const sent = entries.filter(
    ({ kind, action, state }) => kind === 'work' && action === 'insert' && state === 'acknowledged',
  );
  return sent.filter(({ id }) => !had.has(id)).map(({ id }) => `${id} counts as sent and never arrived`);
}

/** The signal is back, everybody signs in once more wherever they were, and everything has time to go. */
async function settle(world: World) {
  const left = new Map<string, Entry[]>();
  const never: string[] = [];
  await world.farm.lapse(true);
  for (const phone of world.phones) {
    await kill(world, phone, 2);
    await arrive(world, () => true);
    for (const userId of phone.users) {
      Object.assign(phone, { userId, session: 'good' });
      for (let pass = 0; pass < 4 && (await phone.tab.open(userId)).length > 0; pass += 1) {
        world.now += 61_000;
        await phone.tab.store.wake(userId);
        await sendOn(world, phone, phone.tab, GOOD);
      }
      never.push(...(await neverHeld(world, phone)));
      await phone.tab.lookBack(userId, () => world.now, tokenFor(phone, world.farm));
      left.set(whoOn(phone), await phone.tab.open(userId));
    }
  }
  return { left, never };
}

export async function tell({ phones, steps }: Story, backend: TestBackend): Promise<Result> {
  const farm = await newFarm(backend);
  const line = lineTo(backend);
  const real = globalThis.fetch;
  globalThis.fetch = line.fetch;
  try {
    const world: World = { farm, line, phones: [], told: [], customers: [], now: BEGIN, steps: 0, count: 0 };
    for (let n = 0; n < phones; n += 1) {
      const machine = newMachine();
      const userId = farm.people[n === 2 ? 0 : n]?.id ?? '';
      const tab = await openTab(machine, 1);
      const users = new Set([userId]);
      const begun = { name: `phone ${n + 1}`, app: 1, session: 'good' } as const;
      world.phones.push({ ...machine, ...begun, tab, userId, users, frozen: [], late: [], copies: new Map() });
    }
    let kills = 0;
    for (const step of steps) kills += await live(world, step);
    const { left, never } = await settle(world);
    const [rows, log, foreign] = [await farm.rows(), await farm.log(), await farm.foreign()];
    const made = (of: Told['do'][]) => world.told.filter((one) => of.includes(one.do)).length;
    const waiting = [...left.values()].flat().length;
    const counts = { saved: made(['insert']), changed: made(['edit', 'delete']), waiting };
    const found = judge({
      told: world.told,
      customers: world.customers,
      rows,
      log,
      left,
      sent: line.sent,
      accountOf: farm.accountOf,
    });
    const seen = foreign.map((id) => `${id} is seen by a stranger`);
    return { ...found, lost: [...found.lost, ...never], other: [...found.other, ...seen], kills, ...counts };
  } finally {
    globalThis.fetch = real;
  }
}
