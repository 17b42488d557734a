// Who, which machines and which fields were on the jobs of the demonstration account, and what an hour of them costs.
import { daysAfter, demoId, type DemoWork } from './works.ts';
import type { Sql } from '../database/sql.ts';

type Person = DemoWork['person'];

const TRACTORS: Record<Person, string> = { owner: 'MF 5713', driver: 'JD 6155R', secondDriver: 'Case Puma 165' };

/**
 * `hours`: hours per unit, for work without times. `tractor`: the machine driven instead of the person's own tractor;
 * null if it is not one of the farm's machines. `implement`: what it pulls.
 */
type TaskOnFarm = { hours: number; implement?: string; tractor?: string | null; field?: true };

const TASKS: Readonly<Record<string, TaskOnFarm>> = {
  Ploughing: { hours: 0.4, field: true },
  'Disc harrowing': { hours: 0.5, field: true },
  Rolling: { hours: 0.06, field: true },
  Drilling: { hours: 0.25, field: true },
  Reseeding: { hours: 0.6, field: true },
  Spraying: { hours: 0.12, implement: 'Sprayer', field: true },
  'Fertiliser spreading': { hours: 0.1, field: true },
  'Forage harvesting': { hours: 1, field: true },
  Topping: { hours: 1, implement: 'Krone mower', field: true },
  Baling: { hours: 0.04, implement: 'McHale baler', field: true },
  'Round bale wrapping': { hours: 0.045, implement: 'McHale baler', field: true },
  'Slurry, tanker': { hours: 1, implement: 'Slurry tanker', field: true },
  'Slurry, umbilical': { hours: 0.006, field: true },
  'Muck spreading': { hours: 0.3, field: true },
  'Lime spreading': { hours: 0.15, field: true },
  // Combine, digger and beet harvester are hired.
  Combining: { hours: 0.6, tractor: null, field: true },
  'Hedge cutting': { hours: 1 },
  'Grain haulage': { hours: 0.9, implement: 'Silage trailer 1' },
  Labour: { hours: 8, tractor: null },
  'Digger hire': { hours: 1, tractor: null },
  'Beet harvesting': { hours: 1, tractor: null },
  Fencing: { hours: 0.03 },
  'Mole ploughing': { hours: 1 },
  'Silage carting': { hours: 1, implement: 'Silage trailer 1' },
  'Stone picking': { hours: 5 },
  'Sheep shearing': { hours: 0.015, tractor: null },
  'Loader work': { hours: 1, tractor: 'JCB 541' },
  'Call out': { hours: 1, tractor: 'Pickup' },
  Haulage: { hours: 0.04, tractor: 'Pickup' },
};

const GANG_TASK = 'Forage harvesting';
/** Casual workers for the silage, with their hourly cost; one cost is not known yet. */
const CASUALS = [
  { name: 'Carl Beddoes', cost: 13.8 },
  { name: 'Dai Pugh', cost: 13.8 },
  { name: 'Meg Price', cost: 13.8 },
  { name: 'Tom Lewis', cost: null },
] as const;
const GANG_MACHINES = ['JD 6155R', 'Case Puma 165', 'JCB 541', 'Silage trailer 1', 'Silage trailer 2'];

const HOURLY_COSTS: Record<Person, number> = { owner: 22, driver: 17.2, secondDriver: 16.4 };
/** The trailers have no cost, so that reports have an unknown cost to show. */
const MACHINE_COSTS: Readonly<Record<string, number>> = {
  ...{ 'JD 6155R': 31, 'Case Puma 165': 27.5, 'MF 5713': 22, 'JCB 541': 24 },
  ...{ 'McHale baler': 18, 'Krone mower': 9.5, 'Slurry tanker': 6, Sprayer: 14, Pickup: 11 },
};

const HECTARES: Readonly<Record<string, number>> = { acre: 0.40468564224, hectare: 1 };
const DAYS_WITH_COSTS = 800;

/** Minutes that a work took, in quarters of an hour; null if it has times, or if its quantity is not known. */
function minutesOf({ task_name, quantity }: DemoWork): number | null {
  const hours = TASKS[task_name]?.hours;
  if (quantity === null || hours === undefined) return null;
  return Math.min(600, Math.max(30, Math.round((quantity * hours * 60) / 15) * 15));
}

type DemoJobs = {
  people: { id: string; job_id: string; person: Person | null; name: string; minutes: number | null }[];
  machines: { id: string; job_id: string; machine: string; implement: boolean; hours: number | null }[];
  /**
   * `place`: the index of the job's first field among those of its customer. `area`: the hectares charged; null unless
   * it is charged by area.
   */
  fields: { id: string; job_id: string; place: number; area: number | null }[];
};

/** People, machines and fields of the jobs, derived from the works only: the same works give the same jobs. */
export function demoJobs(works: readonly DemoWork[], names: Record<Person, string>): DemoJobs {
  const jobs: DemoJobs = { people: [], machines: [], fields: [] };
  for (const [at, work] of works.entries()) {
    const task = TASKS[work.task_name];
    if (!task) throw new Error(`the demonstration does not know who and what does ${work.task_name}`);
    const minutes = minutesOf(work);
    const isGang = work.task_name === GANG_TASK;
    const people: readonly { person: Person | null; name: string }[] = isGang
      ? [
          ...(['driver', 'secondDriver'] as const).map((person) => ({ person, name: names[person] })),
          ...CASUALS.map(({ name }) => ({ person: null, name })),
        ]
      : [{ person: work.person, name: names[work.person] }];
    const driven = task.tractor === undefined ? TRACTORS[work.person] : task.tractor;
    const machines = isGang ? GANG_MACHINES : [driven, task.implement].filter((name) => typeof name === 'string');
    jobs.people.push(
      ...people.map((one, n) => ({ ...one, id: demoId('a', at * 10 + n + 1), job_id: work.id, minutes })),
    );
    jobs.machines.push(
      ...machines.map((machine, n) => ({
        id: demoId('b', at * 10 + n + 1),
        job_id: work.id,
        machine,
        implement: machine === task.implement,
        hours: minutes === null ? null : minutes / 60,
      })),
    );
    if (task.field) {
      const hectares = HECTARES[work.chargeable_unit];
      jobs.fields.push({
        id: demoId('e', at + 1),
        job_id: work.id,
        place: at,
        area: hectares === undefined || work.quantity === null ? null : Number((work.quantity * hectares).toFixed(4)),
      });
    }
  }
  return jobs;
}

/** Stores what an hour costs first: each person and machine of a job copies the cost of its day. */
export async function logJobs(
  sql: Sql,
  people: Record<Person, string>,
  names: Record<Person, string>,
  works: readonly DemoWork[],
  today: string,
) {
  const jobs = demoJobs(works, names);
  const costs = [
    ...Object.entries(HOURLY_COSTS).map(([person, cost]) => ({
      ...{ person_id: people[person as Person], name: names[person as Person], cost },
    })),
    ...CASUALS.flatMap(({ name, cost }) => (cost === null ? [] : [{ person_id: null, name, cost }])),
  ];
  await sql.query(
    `insert into public.people_costs (user_id, id, person_id, name, hourly_cost, valid_from)
     select $1, c.id, c.person_id, c.name, c.cost, $3
     from jsonb_to_recordset($2::jsonb) as c (id uuid, person_id uuid, name text, cost numeric)`,
    [
      people.owner,
      JSON.stringify(costs.map((one, n) => ({ ...one, id: demoId('c', n + 1) }))),
      daysAfter(today, -DAYS_WITH_COSTS),
    ],
  );
  await sql.query(
    `update public.machine_costs c set hourly_cost = m.cost::numeric
     from jsonb_each_text($2::jsonb) as m (name, cost), public.machines one
     where c.user_id = $1 and one.user_id = $1 and one.id = c.id and one.name = m.name`,
    [people.owner, JSON.stringify(MACHINE_COSTS)],
  );
  // A job's people are added by the person who logged its work. The minutes between the times of a work are computed
  // with the work.
  await sql.query(
    `insert into public.job_people (user_id, id, job_id, person_id, name, minutes, created_by, created_at)
     select $1, p.id, p.job_id, p.person_id, p.name, coalesce(round(w.total_time * 60), p.minutes), coalesce(w.employee_id, $1), w.created_at
     from jsonb_to_recordset($2::jsonb) as p (id uuid, job_id uuid, person_id uuid, name text, minutes integer)
     join public.works w on w.user_id = $1 and w.id = p.job_id order by p.id`,
    [
      people.owner,
      JSON.stringify(
        jobs.people.map(({ person, ...row }) => ({ ...row, person_id: person === null ? null : people[person] })),
      ),
    ],
  );
  await sql.query(
    `insert into public.job_machines (user_id, id, job_id, machine_id, implement, hours, created_by, created_at)
     select $1, j.id, j.job_id, m.id, j.implement, coalesce(w.total_time, j.hours), coalesce(w.employee_id, $1), w.created_at
     from jsonb_to_recordset($2::jsonb) as j (id uuid, job_id uuid, machine text, implement boolean, hours numeric)
     join public.machines m on m.user_id = $1 and m.name = j.machine
     join public.works w on w.user_id = $1 and w.id = j.job_id order by j.id`,
    [people.owner, JSON.stringify(jobs.machines)],
  );
  // If the charged area is larger than the job's first field, add the customer's following fields until the area is
  // reached. Skip jobs that charge more than all fields of the customer.
  await sql.query(
    `with held as (
       select f.id, f.customer_id, f.area_ha, row_number() over (partition by f.customer_id order by f.id) - 1 as place,
         count(*) over (partition by f.customer_id) as fields
       from public.fields f where f.user_id = $1 and f.customer_id is not null and f.archived_on is null
     ), asked as (
       select j.*, w.customer_id, coalesce(w.employee_id, $1) as logged_by, w.created_at
       from jsonb_to_recordset($2::jsonb) as j (id uuid, job_id uuid, place integer, area numeric)
       join public.works w on w.user_id = $1 and w.id = j.job_id
     ), filled as (
       select a.id, a.job_id, a.logged_by, a.created_at, a.area, h.id as field_id, h.area_ha, (h.place - a.place % h.fields + h.fields) % h.fields as turn,
         coalesce(sum(h.area_ha) over (partition by a.id order by (h.place - a.place % h.fields + h.fields) % h.fields
           rows between unbounded preceding and 1 preceding), 0) as before,
         sum(h.area_ha) over (partition by a.id) as all_fields
       from asked a join held h on h.customer_id = a.customer_id
     )
     insert into public.job_fields (user_id, id, job_id, field_id, area_ha, part, created_by, created_at)
     select $1, (left(f.id::text, 24) || lpad((right(f.id::text, 12)::bigint * 10 + f.turn)::text, 12, '0'))::uuid, f.job_id, f.field_id,
       least(f.area_ha, coalesce(f.area - f.before, f.area_ha)),
       case when f.area - f.before < f.area_ha then 'By the gate' end, f.logged_by, f.created_at
     from filled f
     where case when f.area is null then f.turn = 0 else f.area > f.before and f.area <= f.all_fields end
     order by f.id, f.turn`,
    [people.owner, JSON.stringify(jobs.fields)],
  );
}
