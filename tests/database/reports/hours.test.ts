// The hours of a period equal those worked out in TypeScript from the shifts, the jobs and the costs, and the timesheet.
import { beforeAll, describe, expect, test } from 'vitest';
import { hoursReportQuery, type HoursFilter } from '@/data/reports/hours';
import { hoursQuery } from '@/data/time/time';
import { mondayOf } from '@/domain/core/calendar';
import { add, fromNumeric, hoursValue, ZERO } from '@/domain/core/money';
import { addDays } from '@/domain/core/time';
import { timesheet } from '@/domain/hours/timesheet';
import { HOURS_GROUPINGS, type HoursGrouping, type HoursSums } from '@/domain/reports/hours';
import { jobContent } from '@/records/jobs';
import type { Person } from '@tests/support/embedded/backend';
import { pick, seededRandom } from '../../../supabase/local/demo/random';
import { asText, grouped, without } from './recomputed';
import { reportDatabase, type NewJob } from './report-database';

const { backend, read, logJobs } = reportDatabase();
const report = (owner: Person, filter: HoursFilter, grouping: HoursGrouping | null) =>
  read(owner, (client) => client.query(hoursReportQuery(owner.id, filter, grouping)));

type NewShift = { person: string; from: string; to: string | null; break_min?: number };
const addShifts = (owner: Person, shifts: readonly NewShift[]) =>
  backend().sql(
    `insert into public.time_entries (user_id, employee_id, created_by_name, clock_in_at, clock_out_at, time_zone, manual_break_min)
     select $1, s.person, 'Someone', s."from", s."to", 'Europe/London', coalesce(s.break_min, 0)
     from jsonb_to_recordset($2::jsonb) s (person uuid, "from" timestamptz, "to" timestamptz, break_min int)`,
    [owner.id, JSON.stringify(shifts)],
  );

const DAYS = Array.from({ length: 24 }, (_, at) => addDays('2026-03-23', at));
const PERIODS = [
  { from: '2026-03-01', to: '2026-04-30' },
  // From a Thursday to a Tuesday: overtime of the days before counts in the first week, but not the days themselves.
  { from: '2026-03-26', to: '2026-04-07' },
] as const;

const NO_LIMITS = { afterDayMin: null, afterWeekMin: null };
const LIMITS = [
  NO_LIMITS,
  { afterDayMin: 480, afterWeekMin: 1200 },
  { afterDayMin: null, afterWeekMin: 1205 },
  { afterDayMin: 300, afterWeekMin: null },
];

/** Four weeks of shifts of three people, over a night when the clocks change, and jobs of which some name their people. */
async function randomAccount(seed: number) {
  const chance = seededRandom(seed);
  const owner = await backend().user();
  const people = [
    owner,
    await backend().employeeOf(owner, { firstName: 'Dan' }),
    await backend().employeeOf(owner, { firstName: 'Eve' }),
  ];
  const [, dan, eve] = people as [Person, Person, Person];
  const limits = LIMITS[seed % LIMITS.length] ?? NO_LIMITS;
  await owner
    .from('farm_settings')
    .update({ overtime_after_day_min: limits.afterDayMin, overtime_after_week_min: limits.afterWeekMin })
    .eq('user_id', owner.id);
  for (const [from, cost] of [
    ['2026-01-01', 15.3333],
    ['2026-04-01', 16.1],
  ] as const)
    await owner
      .from('people_costs')
      .insert({ user_id: owner.id, person_id: dan.id, name: 'Dan', hourly_cost: cost, valid_from: from });
  await owner
    .from('people_costs')
    .insert({ user_id: owner.id, person_id: eve.id, name: 'Eve', hourly_cost: 20, valid_from: '2026-04-02' });
  const shifts: NewShift[] = [];
  const toReview: { person: string; day: string }[] = [];
  for (const { id: person } of people)
    for (const day of DAYS) {
      if (chance() < 0.2) continue;
      const minutes = 1 + Math.floor(chance() * 700);
      const start = Date.parse(`${day}T05:00:00Z`);
      const [from, to] = [start, start + minutes * 60_000].map((at) => new Date(at).toISOString()) as [string, string];
      shifts.push({ person, from, to, break_min: Math.floor(chance() * minutes) });
      if (chance() < 0.2) shifts.push({ person, from: `${day}T22:30:00Z`, to: `${addDays(day, 1)}T02:00:00Z` });
      if (chance() < 0.1) toReview.push({ person, day });
    }
  shifts.push({ person: eve.id, from: `${addDays(DAYS.at(-1) ?? '', 1)}T20:00:00Z`, to: null });
  await addShifts(owner, shifts);
  await backend().sql(
    `update public.time_entries t set status = 'needs_review' from jsonb_to_recordset($2::jsonb) r (person uuid, day date)
     where t.user_id = $1 and t.employee_id = r.person and t.work_date = r.day`,
    [owner.id, JSON.stringify(toReview)],
  );
  const jobs: NewJob[] = [];
  for (let n = 0; n < 50; n++) {
    const day = pick(DAYS, chance);
    const times = chance() < 0.3 ? {} : { start_time: '08:00', finish_time: pick(['09:10', '12:00', '16:45'], chance) };
    const lines = Array.from({ length: 1 + Math.floor(chance() * 2) }, () => ({
      ...{ customer: 'Hill Farm', work_date: day, task_name: 'Baling', chargeable_unit: 'acre', quantity: 1, rate: 1 },
      ...times,
    }));
    const named = [
      { person_id: dan.id, name: 'Dan' },
      { person_id: eve.id, name: 'Eve' },
      { person_id: dan.id, name: 'Dan', task: 'Raking' },
      { name: pick(['Casual Carl', 'casual carl'], chance) },
    ]
      .filter(() => chance() < 0.3)
      .map((one) => ({ ...one, minutes: chance() < 0.3 ? null : 1 + Math.floor(chance() * 300) }));
    const lists = { lines, people: named };
    const job = jobContent(crypto.randomUUID(), lists, '2026-07-01T17:00:00Z');
    jobs.push({ by: pick(people, chance), job });
  }
  await logJobs(jobs);
  return { owner, dan, limits, people };
}

type Shift = { person: string; day: string; minutes: number };
type Line = { job: string; person: string; day: string; hours: number | null };
type Named = { job: string; key: string; minutes: number | null };
type DaySums = HoursSums & { person: string; day: string };

/** What each person did on each day, from the rows of the account. */
async function daysOf({ owner, limits, people }: Awaited<ReturnType<typeof randomAccount>>): Promise<DaySums[]> {
  const shifts = await backend().sql<Shift>(
    `select employee_id as person, work_date::text as day, paid_min as minutes from public.time_entries
     where user_id = $1 and clock_out_at is not null and status <> 'needs_review'`,
    [owner.id],
  );
  const lines = await backend().sql<Line>(
    `select job_id as job, coalesce(employee_id, user_id) as person, work_date::text as day, total_time::float8 as hours
     from public.works where user_id = $1`,
    [owner.id],
  );
  const named = await backend().sql<Named>(
    `select job_id as job, coalesce(person_id::text, lower(name)) as key, minutes from public.job_people where user_id = $1`,
    [owner.id],
  );
  const costs = await backend().sql<{ person: string; cost: number; since: string }>(
    `select person_id as person, hourly_cost::float8 as cost, valid_from::text as since from public.people_costs
     where user_id = $1 order by valid_from desc`,
    [owner.id],
  );
  const known = (minutes: readonly (number | null)[]) => {
    const given = minutes.filter((one) => one !== null);
    return given.length === 0 ? null : given.reduce((all, one) => all + one, 0);
  };
  const logged = grouped(lines, ({ job }) => job).flatMap((own) => {
    const { job = '', day = '' } = own[0] ?? {};
    const ownTime = (person: string) =>
      known(own.filter((line) => line.person === person).map(({ hours }) => hours && Math.round(hours * 60)));
    const crew = grouped(
      named.filter((one) => one.job === job),
      ({ key }) => key,
    );
    return crew.length > 0
      ? crew.map((rows) => {
          const person = rows[0]?.key ?? '';
          return { person, day, minutes: known(rows.map(({ minutes }) => minutes)) ?? ownTime(person) };
        })
      : [...new Set(own.map(({ person }) => person))].map((person) => ({ person, day, minutes: ownTime(person) }));
  });
  // The overtime of a day, by the timesheet: that of the week up to this day less that up to the day before.
  const stored = await read(owner, (client) =>
    client.query(hoursQuery({ ownerId: owner.id, userId: owner.id }, '2026-03-01', '2026-05-31', null)),
  );
  const overtimeOn = (person: string, day: string) =>
    timesheet(
      stored,
      people.map(({ id }) => ({ id, name: id })),
      { from: day, to: day },
      limits,
      new Date(),
    ).find((row) => row.person === person)?.overtime ?? 0;
  const keys = new Set([...shifts, ...logged].map(({ person, day }) => `${person}|${day}`));
  return [...keys].map((key) => {
    const [person = '', day = ''] = key.split('|');
    const mine = <Row extends { person: string; day: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.person === person && row.day === day);
    const worked = mine(shifts).reduce((all, { minutes }) => all + minutes, 0);
    const jobs = mine(logged);
    const onJobs = jobs.reduce((all, { minutes }) => all + (minutes ?? 0), 0);
    const cost = costs.find((one) => one.person === person && one.since <= day)?.cost;
    return {
      ...{ person, day, worked, overtime: overtimeOn(person, day), logged: onJobs },
      unlogged: Math.max(0, worked - onJobs),
      untimed: jobs.filter(({ minutes }) => minutes === null).length,
      cost: cost === undefined ? ZERO : hoursValue(fromNumeric(cost), worked),
      uncosted: cost === undefined ? worked : 0,
    };
  });
}

const FIGURES = ['worked', 'overtime', 'logged', 'unlogged', 'untimed', 'uncosted'] as const;

function groupsOf(days: readonly DaySums[], grouping: HoursGrouping | null) {
  const keyOf = ({ person, day }: DaySums) =>
    grouping === null ? '' : { person, week: mondayOf(day), month: `${day.slice(0, 8)}01` }[grouping];
  return grouped(days, keyOf).map((own) => ({
    key: own[0] && keyOf(own[0]),
    ...Object.fromEntries(FIGURES.map((name) => [name, own.reduce((all, one) => all + one[name], 0)])),
    cost: add(...own.map(({ cost }) => cost)),
  }));
}

/** Another account with hours of its own, which must never count. */
let other: Awaited<ReturnType<typeof randomAccount>>;
beforeAll(async () => {
  other = await randomAccount(9);
});

describe.each([1, 2, 3, 4])('random account %d', (seed) => {
  let account: Awaited<ReturnType<typeof randomAccount>>;
  let days: DaySums[];
  beforeAll(async () => {
    account = await randomAccount(seed);
    days = await daysOf(account);
  });

  test.each(PERIODS)('the hours from $from to $to equal those of each person and day', async (period) => {
    const { owner, dan } = account;
    for (const personId of [null, dan.id]) {
      const own = days.filter(
        ({ day, person }) => day >= period.from && day <= period.to && (personId === null || person === personId),
      );
      for (const grouping of [null, ...HOURS_GROUPINGS]) {
        const rows = await report(owner, { period, personId }, grouping);
        expect(asText(rows.map((row) => without(row, 'label')))).toEqual(asText(groupsOf(own, grouping)));
      }
    }
  });

  test('every figure is tested, and each person has their name', async () => {
    const { owner, dan, limits } = account;
    const [total] = await report(owner, { period: PERIODS[0], personId: null }, null);
    for (const figure of [...FIGURES, 'cost'] as const)
      if (figure !== 'overtime' || limits !== NO_LIMITS) expect(total?.[figure]).toBeGreaterThan(0);
    if (limits === NO_LIMITS) expect(total?.overtime).toBe(0);
    const rows = await report(owner, { period: PERIODS[0], personId: null }, 'person');
    expect(rows.find(({ key }) => key === dan.id)?.label).toMatch(/^Dan/);
    expect(rows.find(({ key }) => key === 'casual carl')).toMatchObject({
      worked: 0,
      label: expect.stringMatching(/^casual carl$/i) as string,
    });
  });
});

test('a person whose sign-in was deleted keeps the hours under their name', async () => {
  const owner = await backend().user();
  await backend().sql(
    `insert into public.time_entries (user_id, employee_id, created_by_name, clock_in_at, clock_out_at, time_zone)
     values ($1, null, 'Old Sam', '2026-05-01T07:00Z', '2026-05-01T09:00Z', 'Europe/London')`,
    [owner.id],
  );
  const filter = { period: { from: '2026-05-01', to: '2026-05-31' }, personId: null };
  expect(await report(owner, filter, 'person')).toMatchObject([{ label: 'Old Sam', worked: 120, uncosted: 120 }]);
});

test('an employee gets no hours, and another account nothing of this one', async () => {
  const { owner, dan } = other;
  const filter = { period: PERIODS[0], personId: null };
  await expect(report(dan, filter, null)).rejects.toThrow('Only the main account holder can do this.');
  expect(await report(await backend().user(), filter, null)).toEqual([]);
  expect(await report(owner, filter, null)).toHaveLength(1);
});
