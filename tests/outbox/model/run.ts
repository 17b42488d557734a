// Runs one story and returns which of its promises were broken.
import type { TestBackend } from '@tests/support/embedded/backend';
import { answer, change, save, writeShift } from './changes';
import { deskEdit, rename } from './desk';
import { checkDrafts, photos, twoTabs } from './forms';
import { GOOD, lineTo } from './line';
import { kill, look, loseStore, sendOn, sendUntilHeld, tokenFor, type Counts, type Phone, type World } from './phone';
import { arrive, settle } from './settle';
import type { Step, Story } from './steps';
import { newMachine, openTab, take, toFirstLayout } from './tab';
import { judge, type Findings, type Told } from './told';
import { judgeCustomers, judgePhotos } from './whom';
import { newFarm } from './world';

const BEGIN = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;

export type Result = Findings & Counts & { kills: number; saved: number; changed: number };

/** What the app does by itself when it starts, if online. */
async function startAgain(world: World, phone: Phone) {
  await checkDrafts(world, phone);
  if (phone.session === 'good') await phone.tab.adopt(phone.userId, () => world.now, tokenFor(phone, world.farm));
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
      // Sending makes the list stale.
      if (step.trouble === 'none') await look(world, phone);
      return 0;
    case 'two tabs': {
      const other = await openTab(phone, step.older ? 1 : phone.app);
      take(phone);
      world.line.set(step);
      const token = tokenFor(phone, world.farm);
      await Promise.allSettled([phone.tab, other].map((tab) => tab.send(phone.userId, () => world.now, token)));
      // One may have stolen the lock; the other finishes the request it has begun.
      if (phone.frozen.length > 0) await world.line.quiet();
      return 0;
    }
    case 'kill':
      await kill(world, phone);
      await startAgain(world, phone);
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
      // A new sign-in, also by the same person, gives refused entries another try.
      const { userId: before } = phone;
      phone.userId = world.farm.people[step.to]?.id ?? before;
      phone.users.add(phone.userId);
      phone.session = 'good';
      // A pass that the app began for the previous user ends under the new one.
      await phone.tab.send(before, () => world.now, tokenFor(phone, world.farm));
      await phone.tab.store.endBackOff(phone.userId);
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
      // A device's clock never goes back before 1970.
      world.now = Math.max(0, world.now + step.hours * HOUR);
      return 0;
    case 'curse': {
      const entries = await phone.tab.store.entriesOf(phone.userId);
      const id = entries[step.which % entries.length]?.id;
      if (id !== undefined) world.line.curses.push({ id, answer: step.answer });
      return 0;
    }
    case 'bless':
      world.line.curses.length = 0;
      return 0;
    case 'shift':
      await writeShift(world, phone);
      return 0;
    case 'desk edit':
      await deskEdit(world, phone, step);
      return 0;
    case 'rename':
      await rename(world, phone, step);
      return 0;
    case 'draft in two tabs':
      return twoTabs(world, phone, step);
    case 'photos':
      return photos(world, phone, step);
    case 'lapse':
      await world.farm.lapse(step.renewed);
      return 0;
  }
}

/** Tracks intervals of a tab, because a killed tab can't end them itself. */
function watchTimers() {
  const every = globalThis.setInterval;
  const begun: ReturnType<typeof setInterval>[] = [];
  const watched = (...args: Parameters<typeof setInterval>) => {
    const timer = every(...args);
    begun.push(timer);
    return timer;
  };
  Object.assign(globalThis, { setInterval: watched });
  return () => {
    Object.assign(globalThis, { setInterval: every });
    begun.forEach(clearInterval);
  };
}

const together = (all: readonly Findings[]): Findings => ({
  lost: all.flatMap(({ lost }) => lost),
  doubled: all.flatMap(({ doubled }) => doubled),
  stuck: all.flatMap(({ stuck }) => stuck),
  other: all.flatMap(({ other }) => other),
});

export async function tell({ phones: most, steps }: Story, backend: TestBackend): Promise<Result> {
  const farm = await newFarm(backend);
  const line = lineTo(backend);
  const real = globalThis.fetch;
  globalThis.fetch = line.fetch;
  const endTimers = watchTimers();
  try {
    const world: World = {
      ...{ farm, line, phones: [], told: [], made: [], added: new Set(), jobsFor: [], photos: [], savedAs: new Map() },
      ...{ lost: [], now: BEGIN, steps: 0, count: 0 },
      counts: { draftInTwoTabs: 0, draftLeftAlone: 0, photos: 0, renames: 0, bothSides: 0, slow: 0 },
    };
    for (let n = 0; n < most; n += 1) {
      const machine = newMachine();
      const userId = farm.people[n === 2 ? 0 : n]?.id ?? '';
      const tab = await openTab(machine, 1);
      const begun = { name: `phone ${n + 1}`, app: 1, session: 'good', users: new Set([userId]), typed: [] } as const;
      world.phones.push({ ...machine, ...begun, typed: [], tab, userId, frozen: [], late: [], copies: new Map() });
    }
    let kills = 0;
    for (const step of steps) kills += await live(world, step);
    const { left, lost, stuck, held, typed } = await settle(world);
    const [rows, log, customers] = [await farm.rows(), await farm.log(), await farm.customers()];
    const [foreign, attached] = [await farm.foreign(), await farm.attachments()];
    const { told, made, accountOf } = { ...world, ...farm };
    const found = together([
      judge({ told, made, rows, log, left, sent: line.sent, accountOf }),
      judgeCustomers({ ...world, rows, customers }),
      judgePhotos({ ...world, attached, typed, rows, log }),
      {
        lost: [...world.lost, ...lost],
        doubled: [],
        stuck,
        other: [...foreign.map((id) => `${id} is seen by a stranger`), ...held],
      },
    ]);
    const count = (of: Told['do'][]) => told.filter((one) => of.includes(one.do)).length;
    const counts = { ...world.counts, slow: line.slowed() };
    return { ...found, ...counts, kills, saved: count(['insert']), changed: count(['edit', 'delete']) };
  } finally {
    endTimers();
    globalThis.fetch = real;
  }
}
