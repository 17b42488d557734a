// Whole jobs on a real backend, over a broken connection: the database has a job once, with all its lines, people, machines,
// fields and materials, or has none of it.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Columns, NewEntry } from '@/offline/outbox/entry';
import { JOB, partId } from '@/records/jobs';
import { countJobRows, NO_JOB_ROWS } from '@tests/support/database/job-rows';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { connectionTo, GOOD_CONDITION, type Condition, type Connection, type Release } from './model/connection';
import { newFarm, type Farm } from './model/farm';
import { newDevice, openTab, selectDevice, type Device, type Tab } from './model/tab';
import { locksOfOneDevice } from './locks';

const START = Date.UTC(2026, 10, 20, 17);
// Two lines, and a third one for the material that has a price.
const ROWS = { works: 3, job_people: 2, job_machines: 1, job_fields: 1, job_materials: 2 };

let backend: TestBackend;
let farm: Farm;
let driver: string;
let machine: string;
let field: string;
let connection: Connection;
let device: Device;
let now: number;
const realFetch = globalThis.fetch;

beforeAll(async () => {
  // The embedded backend writes refusals to the console; they are expected here.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  farm = await newFarm(backend);
  const { holder } = farm;
  driver = farm.people[1].id;
  [machine, field] = [crypto.randomUUID(), crypto.randomUUID()];
  const added = [
    await holder.from('machines').insert({ id: machine, user_id: holder.id, name: 'Fendt', machine_type: 'tractor' }),
    await holder.from('fields').insert({ id: field, user_id: holder.id, name: 'Long Meadow', area_ha: 4.05 }),
  ];
  expect(added.map(({ error }) => error)).toEqual([null, null]);
  connection = connectionTo(backend);
  globalThis.fetch = connection.fetch;
  device = newDevice();
  now = START;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const fieldsOfJob = (): Columns => ({
  lines: [
    {
      ...{ customer: 'Hill Farm', task_name: 'Foraging', chargeable_unit: 'acre', rate: 62, quantity: 10 },
      ...{ work_date: '2026-11-20', start_time: '08:00', finish_time: '16:30', breaks: 30 },
    },
    {
      ...{ customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'hour', rate: 38, quantity: 6 },
      ...{ work_date: '2026-11-20' },
    },
  ],
  people: [
    { person_id: driver, minutes: 400 },
    { name: 'Casual Carl', minutes: 390 },
  ],
  machines: [{ machine_id: machine, hours: 6.5, meter_end: 2812 }],
  fields: [{ field_id: field, area_ha: 4.05 }],
  materials: [
    { product: 'Wrap', quantity: 6, unit: 'roll', unit_price: 84.5 },
    { product: 'Additive', quantity: 12.5, unit: 'litre' },
  ],
});
const entryOf = (id: string, more: Partial<NewEntry>): NewEntry => ({
  ...{ userId: driver, accountId: farm.holder.id, kind: JOB.kind, id, action: 'insert', version: 1 },
  ...{ fields: {}, seen: null, parents: [], title: 'Foraging, Hill Farm', ...more },
});
const saveJob = (tab: Tab, id: string) => tab.save(entryOf(id, { fields: fieldsOfJob() }), now);
const undoJob = (tab: Tab, id: string) =>
  tab.save(entryOf(id, { action: 'delete', seen: { lines: [id, partId(id, 'lines', 1)] } }), now);
/** Changes one line in the works list while the job still waits. */
const changeLine = (tab: Tab, job: string, at: 0 | 1, fields: Columns, seen: Columns) =>
  tab.save(
    entryOf(partId(job, 'lines', at), {
      ...{ kind: 'work', action: 'update', fields, seen },
      parents: at === 0 ? [] : [job],
    }),
    now,
  );

const token = async (userId: string, fresh: boolean) =>
  ({ kind: 'token', token: await farm.token(userId, fresh) }) as const;
/** Sends, half a minute later, over a connection in this condition. */
function send(tab: Tab, condition: Condition = GOOD_CONDITION) {
  now += 31_000;
  selectDevice(device);
  connection.set(condition);
  return tab.send(driver, () => now, token);
}
/** Begins to send; returns as soon as the request is held by the connection. */
async function sendUntilHeld(tab: Tab, kind: 'killed' | 'frozen', committed: boolean) {
  const releases: Release[] = [];
  let pass: Promise<unknown> = Promise.resolve();
  await new Promise<void>((onHeld) => {
    pass = send(tab, {
      ...{ trouble: { kind, committed }, at: 0, onHeld },
      onRelease: (release) => releases.push(release),
    });
  });
  connection.set(GOOD_CONDITION);
  // A pass fails if another tab steals its lock.
  pass = pass.catch(() => undefined);
  return { pass, release: (senderGone: boolean) => releases[0]?.(senderGone) };
}
/** The app is killed and started again. */
function restart(): Promise<Tab> {
  device.locks = locksOfOneDevice();
  return openTab(device, 1);
}
const rowsOf = (job: string) => countJobRows((text) => backend.sql(text), job);
const linesOf = (job: string) =>
  backend.sql('select quantity::float, notes from public.works where job_id = $1 order by line', [job]);
const calls = (name: string) => connection.sent.filter(({ table }) => table === name).length;

/** The job is in the database with all its parts, once, and nothing waits. */
async function expectSentOnce(tab: Tab, ...jobs: string[]) {
  expect(await tab.unacknowledgedEntries(driver)).toEqual([]);
  for (const job of jobs) expect(await rowsOf(job)).toEqual(ROWS);
  const own = 'select count(distinct job_id)::int as n from public.works where user_id = $1';
  expect(await backend.sql(own, [farm.holder.id])).toEqual([{ n: jobs.length }]);
  const readings = 'select count(*)::int as n from public.machine_readings where machine_id = $1';
  expect(await backend.sql(readings, [machine])).toEqual([{ n: jobs.length }]);
}

it('a job saved without signal survives a kill, and all its parts are there once (F1, F2)', async () => {
  const job = crypto.randomUUID();
  const before = await openTab(device, 1);
  await saveJob(before, job);
  await send(before, { trouble: 'cut before', at: 0 });
  expect(await rowsOf(job)).toEqual(NO_JOB_ROWS);
  const after = await restart();
  expect(await after.unacknowledgedEntries(driver)).toMatchObject([{ id: job, kind: 'job', state: 'queued' }]);
  await send(after);
  await expectSentOnce(after, job);
});

it.each([
  ['is lost', 'cut after'],
  ['breaks off in the middle', 'cut in the body'],
] as const)(
  'a job whose response %s is stored once, and a line changed in the office meanwhile keeps the change (F4, F5)',
  async (_, trouble) => {
    const job = crypto.randomUUID();
    const tab = await openTab(device, 1);
    await saveJob(tab, job);
    await send(tab, { trouble, at: 0 });
    expect(await tab.unacknowledgedEntries(driver)).toMatchObject([{ id: job, state: 'queued' }]);
    expect(await rowsOf(job)).toEqual(ROWS);
    const changed = await farm.holder.from('works').update({ quantity: 11 }).eq('id', job);
    expect(changed.error).toBeNull();
    await send(tab);
    expect(calls('log_job')).toBeGreaterThan(1);
    await expectSentOnce(tab, job);
    expect(await linesOf(job)).toMatchObject([{ quantity: 11 }, { quantity: 6 }, { quantity: 6 }]);
  },
);

it('a job whose response was lost and that the office then deleted is not logged again, and needs attention (F4, F33)', async () => {
  const job = crypto.randomUUID();
  const tab = await openTab(device, 1);
  await saveJob(tab, job);
  await send(tab, { trouble: 'cut after', at: 0 });
  expect((await farm.holder.rpc('delete_job', { p_job_id: job })).error).toBeNull();
  await send(tab);
  expect(await rowsOf(job)).toEqual(NO_JOB_ROWS);
  expect(await tab.unacknowledgedEntries(driver)).toMatchObject([{ id: job, problem: { kind: 'deleted' } }]);
});

it('a job is stored once if the app is killed before and after the database has it (F6)', async () => {
  const job = crypto.randomUUID();
  let tab = await openTab(device, 1);
  await saveJob(tab, job);
  for (const committed of [false, true, true]) {
    await sendUntilHeld(tab, 'killed', committed);
    tab = await restart();
    expect(await tab.unacknowledgedEntries(driver)).toHaveLength(1);
    // The lease of the killed app must expire first.
    now += 61_000;
  }
  await send(tab);
  await expectSentOnce(tab, job);
});

it('a job saved by a double press and sent by two tabs without locks at the same time is stored once (F7)', async () => {
  const job = crypto.randomUUID();
  const first = await openTab(device, 1);
  await Promise.all([saveJob(first, job), saveJob(first, job)]);
  const second = await openTab(device, 1);
  now += 31_000;
  selectDevice(device, false);
  connection.set(GOOD_CONDITION);
  await Promise.all([first, second, first].map((tab) => tab.send(driver, () => now, token)));
  await expectSentOnce(second, job);
});

it('jobs that wait in two tabs are all there once when both come online (F8, F9)', async () => {
  const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()];
  const first = await openTab(device, 1);
  await saveJob(first, mine);
  const held = await sendUntilHeld(first, 'frozen', false);
  // The second tab opens and saves while the first one holds the lock.
  const second = await openTab(device, 1);
  await saveJob(second, theirs);
  await send(second, { trouble: 'cut before', at: 0 });
  expect(await second.unacknowledgedEntries(driver)).toHaveLength(2);
  connection.set(GOOD_CONDITION);
  await held.release(false);
  await held.pass;
  await Promise.all([send(first), send(second)]);
  await expectSentOnce(second, mine, theirs);
});

it.each([
  ['has not arrived yet', false],
  ['has arrived', true],
])(
  'a job sent by a frozen tab, whose request %s, is stored once after another tab took over (F10)',
  async (_, committed) => {
    const job = crypto.randomUUID();
    const frozen = await openTab(device, 1);
    await saveJob(frozen, job);
    const { release, pass } = await sendUntilHeld(frozen, 'frozen', committed);
    const other = await openTab(device, 1);
    await send(other);
    // The lease of the frozen tab still runs.
    expect(await other.unacknowledgedEntries(driver)).toHaveLength(1);
    now += 61_000;
    await send(other);
    await expectSentOnce(other, job);
    await release(false);
    await pass;
    await connection.untilIdle();
    await expectSentOnce(other, job);
  },
);

it('a job undone in one tab while a frozen one sends it stays undone when the request arrives late (F10, F36)', async () => {
  const job = crypto.randomUUID();
  const frozen = await openTab(device, 1);
  await saveJob(frozen, job);
  const { release, pass } = await sendUntilHeld(frozen, 'frozen', false);
  const other = await openTab(device, 1);
  await undoJob(other, job);
  now += 61_000;
  await send(other);
  await release(false);
  await pass;
  await connection.untilIdle();
  await send(other);
  expect(await other.unacknowledgedEntries(driver)).toEqual([]);
  expect(await rowsOf(job)).toEqual(NO_JOB_ROWS);
});

it.each([
  ['the app is killed before the database has it', false],
  ['the app is killed before the response arrives', true],
])('a job undone while it is sent is deleted with all its parts, even if %s (F6, F36)', async (_, committed) => {
  const job = crypto.randomUUID();
  const tab = await openTab(device, 1);
  await saveJob(tab, job);
  await sendUntilHeld(tab, 'killed', committed);
  await undoJob(tab, job);
  const after = await restart();
  now += 61_000;
  await send(after);
  expect(await after.unacknowledgedEntries(driver)).toEqual([]);
  expect(await rowsOf(job)).toEqual(NO_JOB_ROWS);
});

it.each([
  ['is lost', 'cut after'],
  ['arrives', 'none'],
] as const)('lines changed while their job is sent keep the change if the response %s (F4)', async (_, trouble) => {
  const job = crypto.randomUUID();
  const tab = await openTab(device, 1);
  await saveJob(tab, job);
  const { release, pass } = await sendUntilHeld(tab, 'frozen', true);
  await changeLine(tab, job, 0, { quantity: 12 }, { quantity: 10 });
  await changeLine(tab, job, 1, { notes: 'wet' }, { notes: null });
  if (trouble === 'none') await release(false);
  const current = trouble === 'none' ? tab : await restart();
  if (trouble === 'none') await pass;
  now += 61_000;
  await send(current);
  await send(current);
  await expectSentOnce(current, job);
  expect(await linesOf(job)).toEqual([
    { quantity: 12, notes: null },
    { quantity: 6, notes: 'wet' },
    { quantity: 6, notes: null },
  ]);
});

it.each([
  ['a captive portal answers', 'portal'],
  ['an intermediary answers with an empty list', 'empty list'],
  ['requests time out', 'slow'],
] as const)('a job does not count as sent while %s, and is stored once afterwards (F11, F12)', async (_, trouble) => {
  const job = crypto.randomUUID();
  const tab = await openTab(device, 1);
  await saveJob(tab, job);
  for (let pass = 1; pass <= 3; pass += 1) {
    await send(tab, { trouble, at: 0 });
    expect(await tab.unacknowledgedEntries(driver)).toMatchObject([{ id: job }]);
  }
  expect(await rowsOf(job)).toEqual(NO_JOB_ROWS);
  now += 16 * 60_000;
  await send(tab);
  await expectSentOnce(tab, job);
});
