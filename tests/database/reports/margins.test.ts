// The margin of a period equals that worked out in TypeScript, line by line, from the jobs and their costs.
import { beforeAll, describe, expect, test } from 'vitest';
import { marginReportQuery, uncostedQuery, type MarginFilter } from '@/data/reports/margins';
import { marginsQuery } from '@/data/works/job-margins';
import {
  add,
  fractionOf,
  fromNumeric,
  hoursValue,
  lineValue,
  negate,
  toNumeric,
  ZERO,
  type Decimal,
} from '@/domain/core/money';
import { MARGIN_GROUPINGS, type MarginGrouping, type MarginSums } from '@/domain/reports/margin';
import { NO_PART } from '@/domain/works/works-list';
import { jobContent } from '@/records/jobs';
import type { Person } from '@tests/support/embedded/backend';
import { FULL } from '@tests/support/full';
import { pick, seededRandom } from '../../../supabase/local/demo/random';
import { asText, grouped, without } from './recomputed';
import { reportDatabase, type NewJob } from './report-database';

const { backend, read, logJobs } = reportDatabase();

const report = (owner: Person, filter: MarginFilter, grouping: MarginGrouping | null) =>
  read(owner, (client) => client.query(marginReportQuery(owner.id, filter, grouping)));
const uncosted = (owner: Person, filter: MarginFilter) =>
  read(owner, (client) => client.query(uncostedQuery(owner.id, filter)));

const DAYS = ['2025-12-31', '2026-01-01', '2026-03-31', '2026-04-05', '2026-04-06', '2026-06-30'] as const;
const PERIODS = [
  { from: '2026-01-01', to: '2026-12-31' },
  { from: '2025-12-31', to: '2026-04-05' },
] as const;

const log = async (person: Person, lists: object) => {
  const id = crypto.randomUUID();
  const { error } = await person.rpc('log_job', { p_job: jobContent(id, lists as never, '2026-07-01T17:00:00Z') });
  if (error) throw error;
  return id;
};

/** Jobs of one to four lines, with people, machines and materials of which some have no hours or no cost. */
async function randomAccount(seed: number) {
  const chance = seededRandom(seed);
  const owner = await backend().user();
  const driver = await backend().employeeOf(owner, { firstName: 'Dan' });
  const machines = ['Fendt', 'Claas', 'Old Ford'].map((name) => ({ id: crypto.randomUUID(), user_id: owner.id, name }));
  await owner.from('machines').insert(machines.map((one) => ({ ...one, machine_type: 'tractor' })));
  for (const { id } of machines.slice(0, 2))
    await owner
      .from('machine_costs')
      .update({ hourly_cost: Math.round(chance() * 400_000) / 10_000 })
      .eq('id', id);
  await owner
    .from('people_costs')
    .insert({ user_id: owner.id, person_id: driver.id, name: 'Dan', hourly_cost: 15.3333, valid_from: '2026-01-01' });
  const some = <Item>(items: readonly Item[]): Item[] => items.filter(() => chance() < 0.4);
  const jobs: NewJob[] = [];
  for (let n = 0; n < 40; n++) {
    const [day, customer] = [pick(DAYS, chance), pick(['Hill Farm', 'Dale'], chance)];
    const free = chance() < 0.15;
    const lines = Array.from({ length: 1 + Math.floor(chance() * 4) }, () => ({
      ...{ customer, work_date: day, task_name: pick(['Baling', 'Hedges', 'Mowing'], chance), chargeable_unit: 'acre' },
      rate: free ? pick([0, null], chance) : chance() < 0.1 ? null : Math.round(chance() * 10_000) / 100,
      quantity: 1 + Math.round(chance() * 10_000) / 1000,
    }));
    const by = pick([owner, driver], chance);
    const lists = {
      lines,
      people: some([
        { person_id: driver.id, name: 'Dan', minutes: chance() < 0.2 ? null : 1 + Math.floor(chance() * 600) },
        { name: 'Casual Carl', minutes: 90 },
      ]),
      machines: some(machines).map(({ id }) => ({
        machine_id: id,
        hours: chance() < 0.2 ? null : 1 + Math.round(chance() * 70_000) / 10_000,
      })),
      materials: some([{ product: 'Wrap', quantity: 3, unit: 'roll', unit_cost: chance() < 0.3 ? null : 70.05 }]),
    };
    jobs.push({ by, job: jobContent(crypto.randomUUID(), lists, '2026-07-01T17:00:00Z') });
  }
  await logJobs(jobs);
  return owner;
}

type Line = {
  id: string;
  job: string;
  line: number;
  day: string;
  customer: string;
  task: string;
  doers: string[];
  value: number | null;
};
type Part = { job: string; kind: string; machine: string | null; amount: number | null; cost: number | null };

/** The lines of the account, each with its share of the costs of its job. */
async function linesOf(owner: Person) {
  const lines = await backend().sql<Line>(
    `select id, job_id as job, line, work_date::text as day, customer_id as customer, task_name as task,
            coalesce(done_by, array[coalesce(employee_id, user_id)])::text[] as doers, total_value::float8 as value from public.works where user_id = $1`,
    [owner.id],
  );
  const parts = await backend().sql<Part>(
    `select p.job_id as job, p.kind, p.machine, p.amount::float8 as amount, c.cost::float8 as cost from (
       select id, user_id, job_id, 'people' as kind, null::uuid as machine, minutes::numeric as amount from public.job_people
       union all select id, user_id, job_id, 'machines', machine_id, hours from public.job_machines
       union all select id, user_id, job_id, 'materials', null, quantity from public.job_materials) p
     left join public.job_costs c on c.user_id = p.user_id and c.id = p.id where p.user_id = $1`,
    [owner.id],
  );
  const costOf = ({ kind, amount, cost }: Part): Decimal | null =>
    amount === null || cost === null
      ? null
      : kind === 'people'
        ? hoursValue(fromNumeric(cost), amount)
        : lineValue(fromNumeric(cost), fromNumeric(amount));
  return grouped(lines, ({ job }) => job).flatMap((own) => {
    const [first] = own;
    const ofJob = parts.filter(({ job }) => job === first?.job);
    const costs = ofJob.map((part) => ({ kind: part.kind, cost: costOf(part) }));
    const isCosted = costs.some(({ cost }) => cost !== null);
    const isIncomplete = costs.some(({ cost }) => cost === null) || own.some(({ value }) => value === null);
    const valueOf = ({ value }: Line) => fromNumeric(value ?? 0);
    const whole = add(ZERO, ...own.map(valueOf));
    const machines = ofJob.flatMap(({ machine }) => machine ?? []);
    const weights = own
      .toSorted((a, b) => a.line - b.line || (a.id < b.id ? -1 : 1))
      .map((line) => ({ line, weight: whole === 0 ? 1 : valueOf(line) }));
    const total = weights.reduce((sum, { weight }) => sum + weight, 0);
    let upto = 0;
    return weights.map(({ line, weight }) => {
      const below = upto;
      upto += weight;
      const share = (kind: string) => {
        const cost = add(ZERO, ...costs.flatMap((one) => (one.kind === kind ? (one.cost ?? []) : [])));
        const part = (n: number) => fractionOf(cost, BigInt(n), BigInt(total));
        return add(part(upto), negate(part(below)));
      };
      return {
        ...{ ...line, value: valueOf(line), machines, isCosted, isIncomplete },
        ...{ people: share('people'), machineCost: share('machines'), materials: share('materials') },
      };
    });
  });
}

type SharedLine = Awaited<ReturnType<typeof linesOf>>[number];

function sumsOf(lines: readonly SharedLine[]): MarginSums {
  const costed = lines.filter(({ isCosted }) => isCosted);
  const jobs = (some: readonly SharedLine[]) => new Set(some.map(({ job }) => job)).size;
  const sum = (of: (line: SharedLine) => Decimal) => add(ZERO, ...costed.map(of));
  const [earned, people, machines, materials] = [
    sum(({ value }) => value),
    sum((line) => line.people),
    sum(({ machineCost }) => machineCost),
    sum((line) => line.materials),
  ];
  return {
    ...{ jobs: jobs(costed), uncosted: jobs(lines.filter(({ isCosted }) => !isCosted)) },
    incomplete: jobs(costed.filter(({ isIncomplete }) => isIncomplete)),
    ...{ earned, people, machines, materials },
    margin: add(earned, negate(people), negate(machines), negate(materials)),
  };
}

function groupsOf(lines: readonly SharedLine[], grouping: MarginGrouping | null) {
  const keysOf = (line: SharedLine): string[] => {
    switch (grouping) {
      case null:
        return [''];
      case 'month':
        return [`${line.day.slice(0, 8)}01`];
      case 'machine':
        return line.machines.length === 0 ? [NO_PART] : line.machines;
      case 'person':
        return line.doers;
      case 'customer':
      case 'task':
        return [line[grouping]];
    }
  };
  return grouped(
    lines.flatMap((line) => keysOf(line).map((key) => ({ key, line }))),
    ({ key }) => key,
  ).map((own) => ({ key: own[0]?.key, ...sumsOf(own.map(({ line }) => line)) }));
}

/** Another account with jobs of its own, which must never count. */
let other: Person;
beforeAll(async () => {
  other = await randomAccount(9);
});

describe.each(FULL ? [1, 2, 3] : [1, 2])('random account %d', (seed) => {
  let owner: Person;
  let lines: SharedLine[];
  beforeAll(async () => {
    owner = await randomAccount(seed);
    lines = await linesOf(owner);
  });

  test.each(PERIODS)('the margin from $from to $to equals the shares of its lines', async (period) => {
    for (const customerId of [null, lines[0]?.customer ?? '']) {
      const own = lines.filter(
        ({ day, customer }) =>
          day >= period.from && day <= period.to && (customerId === null || customer === customerId),
      );
      for (const grouping of [null, ...MARGIN_GROUPINGS]) {
        const rows = await report(owner, { period, customerId }, grouping);
        expect(asText(rows.map((row) => without(row, 'label')))).toEqual(asText(groupsOf(own, grouping)));
      }
      const missing = await uncosted(owner, { period, customerId });
      expect(missing.map(({ jobId }) => jobId).toSorted()).toEqual(
        [...new Set(own.flatMap(({ isCosted, job }) => (isCosted ? [] : job)))].toSorted(),
      );
    }
  });

  test('every amount is tested, and the jobs with a cost add up to their own margins', async () => {
    const period = { from: '2025-01-01', to: '2026-12-31' };
    const [total] = await report(owner, { period, customerId: null }, null);
    for (const figure of ['jobs', 'uncosted', 'incomplete', 'earned', 'people', 'machines', 'materials'] as const)
      expect(total?.[figure]).toBeGreaterThan(0);
    const left = new Set((await uncosted(owner, { period, customerId: null })).map(({ jobId }) => jobId));
    const jobs = await read(owner, (client) => client.query(marginsQuery(owner.id, period.from, period.to)));
    const costed = jobs.filter(({ jobId }) => !left.has(jobId));
    expect(costed.length).toBe(total?.jobs);
    // A margin is not known while the job has no value.
    for (const { revenue, margin } of costed) expect(margin === null).toBe(revenue === null);
    const costs = costed.map((job) => add(job.people ?? ZERO, job.machines ?? ZERO, job.materials ?? ZERO));
    const earned = add(...costed.map(({ revenue }) => revenue ?? ZERO));
    expect(add(earned, negate(add(...costs)))).toBe(total?.margin);
    expect(earned).toBe(total?.earned);
    for (const grouping of ['month', 'customer', 'task'] as const) {
      const groups = await report(owner, { period, customerId: null }, grouping);
      expect(add(...groups.map(({ margin }) => margin))).toBe(total?.margin);
    }
  });
});

test('a cost that can’t be shared evenly is shared to the penny, by value or else by lines', async () => {
  const owner = await backend().user();
  const line = (task: string, rate: number) => ({
    ...{ customer: 'Hill Farm', task_name: task, chargeable_unit: 'each', rate, quantity: 1, work_date: '2026-05-01' },
  });
  const materials = [{ product: 'Wrap', quantity: 1, unit: 'roll', unit_cost: 10 }];
  const filter = { period: { from: '2026-05-01', to: '2026-05-31' }, customerId: null };
  const shares = async () =>
    (await report(owner, filter, 'task')).map(({ label, materials: cost }) => [label, toNumeric(cost)]);
  await log(owner, { lines: [line('A', 0), line('B', 0), line('C', 0)], materials });
  expect(await shares()).toEqual([
    ['A', 3.33],
    ['B', 3.34],
    ['C', 3.33],
  ]);
  await owner.from('works').update({ rate: 30 }).eq('task_name', 'A');
  await owner.from('works').update({ rate: 10 }).eq('task_name', 'C');
  expect(await shares()).toEqual([
    ['A', 7.5],
    ['B', 0],
    ['C', 2.5],
  ]);
});

test('the costs of a job that nobody entered are null, and so is its margin until a value and a cost are known', async () => {
  const owner = await backend().user();
  const line = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'each', quantity: 1 };
  const job = (rate: number | null, parts: object) =>
    log(owner, { lines: [{ ...line, rate, work_date: '2026-05-01' }], ...parts });
  const wrap = { product: 'Wrap', quantity: 2, unit: 'roll' };
  const bare = await job(100, { people: [{ name: 'Dan', minutes: 60 }] });
  const half = await job(100, { people: [{ name: 'Dan', minutes: 60 }], materials: [{ ...wrap, unit_cost: 10 }] });
  const unvalued = await job(null, { materials: [{ ...wrap, unit_cost: 0 }] });
  const rows = await read(owner, (client) => client.query(marginsQuery(owner.id, '2026-05-01', '2026-05-01')));
  const find = (id: string) => rows.find(({ jobId }) => jobId === id);
  const [hundred, twenty, eighty] = [fromNumeric(100), fromNumeric(20), fromNumeric(80)];
  const unknown = { people: null, machines: null, materials: null, margin: null };
  expect(find(bare)).toMatchObject({
    revenue: hundred,
    ...unknown,
    missing: ['Dan: cost of an hour'],
    lacksCosts: true,
  });
  expect(find(half)).toMatchObject({ revenue: hundred, people: null, materials: twenty, margin: eighty });
  // A cost of nothing that somebody entered is a cost.
  expect(find(unvalued)).toMatchObject({
    ...unknown,
    revenue: null,
    materials: ZERO,
    missing: ['Baling: rate'],
    lacksCosts: false,
  });
});

test('an employee gets no margin, and another account nothing of this one', async () => {
  const driver = await backend().employeeOf(other);
  const filter = { period: PERIODS[0], customerId: null };
  await expect(report(driver, filter, null)).rejects.toThrow('Only the main account holder can do this.');
  await expect(uncosted(driver, filter)).rejects.toThrow('Only the main account holder can do this.');
  const stranger = await backend().user();
  expect(await report(stranger, filter, null)).toEqual([]);
  expect(await uncosted(stranger, filter)).toEqual([]);
});
