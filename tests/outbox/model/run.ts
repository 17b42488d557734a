// Runs one scenario and returns its violations.
import type { TestBackend } from '@tests/support/embedded/backend';
import { resolveChosenEntry, change, save, saveShift } from './changes';
import { editOnline, renameCustomer } from './online-edits';
import { checkDrafts, saveWhilePreparingPhotos, saveDraftInTwoTabs } from './forms';
import { GOOD_CONDITION, connectionTo } from './connection';
import {
  kill,
  refreshLists,
  loseStore,
  sendOn,
  sendUntilHeld,
  tokenFor,
  type Counts,
  type Phone,
  type World,
} from './phone';
import { deliverLate, finishScenario } from './finish';
import type { Step, Scenario } from './steps';
import { newDevice, openTab, selectDevice, downgradeToFirstLayout } from './tab';
import { checkConfirmations, type Findings, type Confirmation } from './confirmations';
import { checkCustomers, checkPhotos } from './relations';
import { newFarm } from './farm';

const START = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;

export type Result = Findings & Counts & { kills: number; saved: number; changed: number };

/** What the app does automatically when it starts online. */
async function restart(world: World, phone: Phone) {
  await checkDrafts(world, phone);
  if (phone.session === 'good') await phone.tab.adoptPhotos(phone.userId, () => world.now, tokenFor(phone, world.farm));
}

async function runStep(world: World, step: Step): Promise<number> {
  const phone = world.phones[step.phone % world.phones.length];
  if (!phone) throw new Error('no such phone');
  selectDevice(phone);
  world.connection.set(GOOD_CONDITION);
  world.now += 31_000;
  world.steps += 1;
  await deliverLate(world, ({ due }) => due <= world.steps);
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
      if (step.trouble === 'none') await refreshLists(world, phone);
      return 0;
    case 'two tabs': {
      const other = await openTab(phone, step.otherIsFirstVersion ? 1 : phone.app);
      selectDevice(phone);
      world.connection.set(step);
      const token = tokenFor(phone, world.farm);
      await Promise.allSettled([phone.tab, other].map((tab) => tab.send(phone.userId, () => world.now, token)));
      // One tab may have stolen the lock; the other finishes the request that it has begun.
      if (phone.frozen.length > 0) await world.connection.untilIdle();
      return 0;
    }
    case 'kill':
      await kill(world, phone);
      await restart(world, phone);
      return 1;
    case 'lose database':
      await loseStore(world, phone);
      return 1;
    case 'kill while saving':
      await save(world, phone, null);
      await kill(world, phone);
      return 1;
    case 'kill while sending':
      await sendUntilHeld(world, phone, { trouble: { kind: 'killed', committed: step.committed }, at: step.at });
      await kill(world, phone);
      return 1;
    case 'freeze while sending': {
      const trouble = { kind: 'frozen', committed: step.committed } as const;
      const { release, pass } = await sendUntilHeld(world, phone, { trouble, at: step.at });
      if (!release) return 0;
      phone.frozen.push({ release, pass: pass.catch(() => undefined) });
      phone.tab = await openTab(phone, phone.app);
      return 0;
    }
    case 'thaw tabs':
      for (const { release, pass } of phone.frozen.splice(0)) {
        await release();
        await pass;
      }
      await world.connection.untilIdle();
      return 0;
    case 'resolve entry':
      await resolveChosenEntry(world, phone, step);
      return 0;
    case 'refresh lists':
      await refreshLists(world, phone);
      return 0;
    case 'expire session':
      phone.session = step.forGood ? 'gone' : 'expired';
      return 0;
    case 'switch user': {
      // Signing in, even as the same user, retries refused entries.
      const { userId: before } = phone;
      phone.userId = world.farm.people[step.to]?.id ?? before;
      phone.users.add(phone.userId);
      phone.session = 'good';
      // A pass that began for the previous user ends after the new user has signed in.
      await phone.tab.send(before, () => world.now, tokenFor(phone, world.farm));
      await phone.tab.store.endBackOff(phone.userId);
      await refreshLists(world, phone);
      return 0;
    }
    case 'upgrade':
      await kill(world, phone, 2);
      await phone.tab.unacknowledgedEntries(phone.userId);
      await downgradeToFirstLayout(phone);
      await kill(world, phone, 2);
      return 1;
    case 'change clock':
      // A device's clock never goes back before 1970.
      world.now = Math.max(0, world.now + step.hours * HOUR);
      return 0;
    case 'block record': {
      const entries = await phone.tab.store.entriesOf(phone.userId);
      const id = entries[step.which % entries.length]?.id;
      if (id !== undefined) world.connection.blockedRecords.push({ id, answer: step.answer });
      return 0;
    }
    case 'unblock records':
      world.connection.blockedRecords.length = 0;
      return 0;
    case 'save shift':
      await saveShift(world, phone);
      return 0;
    case 'online edit':
      await editOnline(world, phone, step);
      return 0;
    case 'rename customer':
      await renameCustomer(world, phone, step);
      return 0;
    case 'draft in two tabs':
      return saveDraftInTwoTabs(world, phone, step);
    case 'save with photos':
      return saveWhilePreparingPhotos(world, phone, step);
    case 'subscription':
      await world.farm.setSubscription(step.active);
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

const mergeFindings = (all: readonly Findings[]): Findings => ({
  lost: all.flatMap(({ lost }) => lost),
  doubled: all.flatMap(({ doubled }) => doubled),
  stuck: all.flatMap(({ stuck }) => stuck),
  other: all.flatMap(({ other }) => other),
});

export async function runScenario({ phones: phoneCount, steps }: Scenario, backend: TestBackend): Promise<Result> {
  const farm = await newFarm(backend);
  const connection = connectionTo(backend);
  const real = globalThis.fetch;
  globalThis.fetch = connection.fetch;
  const endTimers = watchTimers();
  try {
    const world: World = {
      ...{
        farm,
        connection,
        phones: [],
        confirmations: [],
        otherRecords: [],
        addedByHolder: new Set(),
        jobCustomers: [],
        photos: [],
        savedIds: new Map(),
      },
      ...{ lost: [], now: START, steps: 0, count: 0 },
      counts: { draftInTwoTabs: 0, draftLeftAlone: 0, photos: 0, renames: 0, bothSides: 0, slow: 0 },
    };
    for (let n = 0; n < phoneCount; n += 1) {
      const device = newDevice();
      const userId = farm.people[n === 2 ? 0 : n]?.id ?? '';
      const tab = await openTab(device, 1);
      const initial = { name: `phone ${n + 1}`, app: 1, session: 'good', users: new Set([userId]) } as const;
      world.phones.push({
        ...device,
        ...initial,
        unsavedForms: [],
        tab,
        userId,
        frozen: [],
        delayedRequests: [],
        copies: new Map(),
      });
    }
    let kills = 0;
    for (const step of steps) kills += await runStep(world, step);
    const { unsent, lost, stuck, blocked, draftPhotos } = await finishScenario(world);
    const [rows, log, customers] = [await farm.rows(), await farm.log(), await farm.customers()];
    const [foreign, attached] = [await farm.readableForeignIds(), await farm.attachments()];
    const { confirmations, otherRecords, accountOf } = { ...world, ...farm };
    const found = mergeFindings([
      checkConfirmations({ confirmations, otherRecords, rows, log, unsent, sent: connection.sent, accountOf }),
      checkCustomers({ ...world, rows, customers }),
      checkPhotos({ ...world, attached, draftPhotos, rows, log }),
      {
        lost: [...world.lost, ...lost],
        doubled: [],
        stuck,
        other: [...foreign.map((id) => `${id} is seen by a stranger`), ...blocked],
      },
    ]);
    const count = (actions: Confirmation['do'][]) => confirmations.filter((one) => actions.includes(one.do)).length;
    const counts = { ...world.counts, slow: connection.timedOut() };
    return { ...found, ...counts, kills, saved: count(['insert']), changed: count(['edit', 'delete']) };
  } finally {
    endTimers();
    globalThis.fetch = real;
  }
}
