// The planned events of the demonstration account around today, absences included, and a holiday that a driver asks for.
import { daysAfter } from './works.ts';
import type { Sql } from '../database/sql.ts';

type DemoPlan = {
  kind: 'job' | 'delivery' | 'reminder' | 'absence';
  /** Days from today to its first day. */
  in: number;
  days?: number;
  assignees: readonly number[];
  title?: string;
  task?: string;
  customer?: string;
  start?: string;
  absence?: 'holiday';
  notes?: string;
};

/** `assignees` are indexes into the people of the demonstration, the account holder first. */
const DEMO_PLAN: readonly DemoPlan[] = [
  {
    kind: 'job',
    in: 0,
    assignees: [1],
    task: 'Hedge cutting',
    customer: 'Hill Farm',
    start: '08:00',
    notes: 'Gate code 4471.',
  },
  { kind: 'job', in: 0, assignees: [], title: 'Wash down the baler' },
  { kind: 'delivery', in: 1, assignees: [0], title: 'Netwrap, two pallets', start: '10:30' },
  { kind: 'job', in: 1, days: 2, assignees: [1, 2], task: 'Slurry, tanker', customer: 'Hill Farm' },
  { kind: 'absence', in: 4, days: 3, assignees: [2], absence: 'holiday' },
  { kind: 'reminder', in: 6, assignees: [0], title: 'Sprayer test: ring for a date' },
];

export async function demoPlan(sql: Sql, people: readonly string[], today: string) {
  const [owner] = people;
  const rows = DEMO_PLAN.map((plan, n) => ({
    id: `d1000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`,
    kind: plan.kind,
    title: plan.title ?? null,
    task_name: plan.task ?? null,
    customer: plan.customer ?? null,
    absence_type: plan.absence ?? null,
    start_date: daysAfter(today, plan.in),
    end_date: daysAfter(today, plan.in + (plan.days ?? 1) - 1),
    all_day: plan.start === undefined,
    start_time: plan.start ?? null,
    assigned_to: plan.assignees.map((at) => people[at]),
    notes: plan.notes ?? null,
  }));
  await sql.query(
    `insert into public.diary_events (user_id, id, kind, title, task_name, customer, absence_type, start_date, end_date,
       all_day, start_time, assigned_to, notes, created_by)
     select $1, id, kind, title, task_name, customer, absence_type, start_date, end_date,
       all_day, start_time, assigned_to, notes, $1
     from jsonb_populate_recordset(null::public.diary_events, $2::jsonb)`,
    [owner, JSON.stringify(rows)],
  );
}

/** A driver's holiday that waits for its answer, and the days of holiday from which the balances are counted. */
export async function demoTimeOff(sql: Sql, [owner, driver]: readonly string[], today: string) {
  await sql.query('update public.farm_settings set leave_days = 28 where user_id = $1', [owner]);
  await sql.query(
    `insert into public.absence_requests (id, user_id, person_id, absence_type, start_date, end_date, note)
     values ('d1100000-0000-4000-8000-000000000001', $1, $2, 'holiday', $3, $4, 'My sister’s wedding.')`,
    [owner, driver, daysAfter(today, 21), daysAfter(today, 25)],
  );
}
