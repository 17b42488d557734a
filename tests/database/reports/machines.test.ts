// What machines cost and did equals the sums worked out in TypeScript from the rows of the account, the cost of a unit on
// a machine's page, and the works list by machine.
import { beforeAll, describe, expect, test } from 'vitest';
import { machineReportQuery } from '@/data/reports/machines';
import { reportQuery } from '@/data/reports/income';
import { fromNumeric, toNumeric } from '@/domain/core/money';
import { addDays } from '@/domain/core/time';
import { countedBetween } from '@/domain/machinery/costs';
import type { Span } from '@/domain/reports/report';
import { jobContent } from '@/records/jobs';
import type { Person } from '@tests/support/embedded/backend';
import { FULL } from '@tests/support/full';
import { pick, seededRandom } from '../../../supabase/local/demo/random';
import { asText, sum } from './recomputed';
import { reportDatabase, type NewJob } from './report-database';

const { backend, read, logJobs } = reportDatabase();
const report = (owner: Person, period: Span) =>
  read(owner, (client) => client.query(machineReportQuery(owner.id, period)));

const DAYS = Array.from({ length: 12 }, (_, at) => addDays('2026-03-24', at));
const PERIODS = [
  { from: '2026-01-01', to: '2026-12-31' },
  { from: '2026-03-27', to: '2026-03-31' },
  { from: '2026-04-01', to: '2026-04-02' },
] as const;

/** Machines with meters of every kind, with readings (one meter is replaced), services with and without costs, and jobs. */
async function randomAccount(seed: number) {
  const chance = seededRandom(seed);
  const owner = await backend().user();
  const machines = (['hours', 'km', 'bales', 'none', 'hours', 'hours'] as const).map((meter, at) => ({
    ...{
      id: crypto.randomUUID(),
      user_id: owner.id,
      name: `Machine ${at}`,
      machine_type: 'tractor',
      meter_type: meter,
    },
  }));
  // The last machine has no records.
  const used = machines.slice(0, 5);
  await owner.from('machines').insert(machines);
  const fields = ['Top', 'Long'].map((name) => ({ id: crypto.randomUUID(), user_id: owner.id, name, area_ha: 4 }));
  await owner.from('fields').insert(fields);
  for (const { id, meter_type: meter } of used) {
    let reading = 100;
    for (const day of DAYS) {
      if (meter === 'none' || chance() < 0.4) continue;
      const replaced = reading > 100 && chance() < 0.2;
      reading = replaced ? 0 : Math.round((reading + chance() * 9) * 10) / 10;
      // Half an hour before and after midnight of the farm, and at midnight, in winter and in summer time.
      const at = pick(
        [
          ...[`${day}T12:00:00Z`, `${addDays(day, -1)}T23:30:00Z`, `${day}T22:30:00Z`, `${day}T23:29:00Z`],
          ...[`${day}T00:00:00Z`, `${day}T23:00:00Z`],
        ],
        chance,
      );
      const { error } = await owner
        .from('machine_readings')
        .insert({ user_id: owner.id, machine_id: id, reading, read_at: at, meter_replaced: replaced });
      // A reading that is lower than one at a later moment is refused.
      if (error && error.code !== '23514') throw error;
    }
    for (let n = 0; n < 5; n++) {
      if (chance() < 0.4) continue;
      const service = crypto.randomUUID();
      const { error } = await owner.from('service_records').insert({
        ...{ id: service, user_id: owner.id, machine_id: id, description: 'Oil' },
        service_date: pick(DAYS, chance),
      });
      if (error) throw error;
      const nothing = chance() < 0.2;
      const cost = () => (nothing || chance() < 0.5 ? null : Math.round(chance() * 100_000) / 100);
      await owner
        .from('service_costs')
        .update({ parts_cost: cost(), labour_cost: cost(), external_cost: cost() })
        .eq('id', service);
    }
  }
  const some = <Item>(items: readonly Item[]): Item[] => items.filter(() => chance() < 0.4);
  const jobs: NewJob[] = [];
  for (let n = 0; n < 30; n++) {
    const day = pick(DAYS, chance);
    const lines = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => ({
      ...{ customer: 'Hill Farm', work_date: day, task_name: 'Baling', chargeable_unit: 'acre' },
      ...{ quantity: 2, rate: chance() < 0.15 ? null : Math.round(chance() * 10_000) / 100 },
    }));
    const job = jobContent(
      crypto.randomUUID(),
      {
        lines,
        machines: some(used).map(({ id }) => ({
          machine_id: id,
          hours: chance() < 0.2 ? null : 1 + Math.round(chance() * 70_000) / 10_000,
        })),
        fields: some(fields).map(({ id }) => ({ field_id: id, area_ha: 1 + Math.round(chance() * 30_000) / 10_000 })),
      },
      '2026-07-01T17:00:00Z',
    );
    jobs.push({ by: owner, job });
  }
  await logJobs(jobs);
  return owner;
}

type Service = { machine: string; day: string; parts: number | null; labour: number | null; external: number | null };
type Reading = { machine: string; readAt: string; reading: number; meterOffset: number; doubted: boolean };

async function rowsOf(owner: Person) {
  const of = <Row>(select: string) => backend().sql<Row>(`${select} where user_id = $1`, [owner.id]);
  return {
    machines: await of<{ id: string; name: string; meter: string }>(
      'select id, name, meter_type as meter from public.machines',
    ),
    readings: await of<Reading>(
      `select machine_id as machine, to_char(read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "readAt",
              reading::float8 as reading, meter_offset::float8 as "meterOffset", doubted from public.machine_readings`,
    ),
    services: await of<Service>(
      `select r.machine_id as machine, service_date::text as day, c.parts_cost::float8 as parts,
              c.labour_cost::float8 as labour, c.external_cost::float8 as external
       from public.service_records r join public.service_costs c using (user_id, id)`,
    ),
    lines: await of<{ job: string; day: string; value: number | null }>(
      'select job_id as job, work_date::text as day, total_value::float8 as value from public.works',
    ),
    onJobs: await of<{ job: string; machine: string; hours: number | null }>(
      'select job_id as job, machine_id as machine, hours::float8 as hours from public.job_machines',
    ),
    areas: await of<{ job: string; area: number }>(
      'select job_id as job, area_ha::float8 as area from public.job_fields',
    ),
  };
}

function expectedRows(rows: Awaited<ReturnType<typeof rowsOf>>, { from, to }: Span) {
  const within = ({ day }: { day: string }) => day >= from && day <= to;
  return rows.machines.flatMap(({ id, name, meter }) => {
    const services = rows.services.filter((one) => one.machine === id && within(one));
    const counted = countedBetween(
      rows.readings.filter(({ machine }) => machine === id),
      { from, to },
      'Europe/London',
    );
    const lines = rows.lines.filter(within);
    const jobs = rows.onJobs.filter((one) => one.machine === id && lines.some(({ job }) => job === one.job));
    const isOn = ({ job }: { job: string }) => jobs.some((one) => one.job === job);
    const own = lines.filter(isOn);
    if (services.length === 0 && jobs.length === 0 && (counted ?? 0) === 0) return [];
    const [parts, labour, external] = (['parts', 'labour', 'external'] as const).map((kind) =>
      sum(services.map((one) => one[kind])),
    );
    return {
      ...{ id, name, meterType: meter, services: services.length, parts, labour, external },
      unpriced: services.filter((one) => [one.parts, one.labour, one.external].every((cost) => cost === null)).length,
      cost: sum(services.flatMap((one) => [one.parts, one.labour, one.external])),
      counted,
      jobs: jobs.length,
      jobHours: sum(jobs.map(({ hours }) => hours)),
      untimed: jobs.filter(({ hours }) => hours === null).length,
      areaHa: sum(rows.areas.filter(isOn).map(({ area }) => area)),
      earned: sum(own.map(({ value }) => value)),
      unvalued: own.filter(({ value }) => value === null).length,
    };
  });
}

/** Another account with machines of its own, which must never count. */
let other: Person;
beforeAll(async () => {
  other = await randomAccount(9);
});

describe.each(FULL ? [1, 2, 3] : [1, 2])('random account %d', (seed) => {
  let owner: Person;
  let rows: Awaited<ReturnType<typeof rowsOf>>;
  beforeAll(async () => {
    owner = await randomAccount(seed);
    rows = await rowsOf(owner);
  });

  test.each(PERIODS)('the machines from $from to $to equal their services, readings and jobs', async (period) => {
    const found = await report(owner, period);
    expect(asText(found)).toEqual(asText(expectedRows(rows, period)));
    const earned = await read(owner, (client) =>
      client.query(
        reportQuery(
          owner.id,
          { basis: 'work', period, before: { from: '2020-01-01', to: '2020-01-01' }, customerId: null },
          'machine',
        ),
      ),
    );
    for (const { id, earned: own } of found)
      expect(own).toBe(earned.find(({ key }) => key === id)?.total ?? fromNumeric(0));
  });

  test('every figure is tested, and a machine without records is left out', async () => {
    const found = await report(owner, PERIODS[0]);
    expect(found.map(({ name }) => name).toSorted()).toEqual([0, 1, 2, 3, 4].map((at) => `Machine ${at}`));
    for (const figure of [
      'services',
      'unpriced',
      'parts',
      'labour',
      'external',
      'counted',
      'jobHours',
      'untimed',
      'areaHa',
      'unvalued',
    ] as const)
      expect(found.some((row) => (row[figure] ?? 0) > 0)).toBe(true);
  });
});

test('the run of a meter counts from the last reading before the period, or else from the first one', async () => {
  const owner = await backend().user();
  const id = crypto.randomUUID();
  await owner.from('machines').insert({ id, user_id: owner.id, name: 'Fendt', machine_type: 'tractor' });
  for (const [day, reading] of [
    ['2026-01-10', 100],
    ['2026-02-10', 130.5],
    ['2026-03-10', 150],
  ] as const)
    await owner
      .from('machine_readings')
      .insert({ user_id: owner.id, machine_id: id, reading, read_at: `${day}T12:00:00Z` });
  const ran = async (from: string, to: string) => {
    const [row] = await report(owner, { from, to });
    return row?.counted == null ? null : toNumeric(row.counted);
  };
  expect(await ran('2026-02-01', '2026-02-28')).toBe(30.5);
  expect(await ran('2026-01-01', '2026-12-31')).toBe(50);
  expect(await ran('2026-04-01', '2026-04-30')).toBeNull();
});

test('an employee gets no machines, and another account nothing of this one', async () => {
  const driver = await backend().employeeOf(other);
  await expect(report(driver, PERIODS[0])).rejects.toThrow('Only the main account holder can do this.');
  expect(await report(await backend().user(), PERIODS[0])).toEqual([]);
});
