// The working hours of the demonstration account's drivers: last week, submitted, and this week up to yesterday. The
// second driver is clocked in.
import { daysAfter } from './works.ts';
import type { Sql } from '../database/sql.ts';

/** `pause`: the start of an unpaid break of half an hour. */
type DemoDay = { start: string; finish: string; pause: string; activity: string; customer: string | null };

const DEMO_DAYS: readonly DemoDay[] = [
  { start: '07:12', finish: '16:02', pause: '12:00', activity: 'Hedge cutting', customer: 'Hill Farm' },
  { start: '06:58', finish: '16:28', pause: '12:15', activity: 'Carting', customer: 'Hill Farm' },
  { start: '07:30', finish: '15:45', pause: '11:45', activity: 'General', customer: null },
  { start: '07:05', finish: '17:10', pause: '12:30', activity: 'Ploughing', customer: 'Manor Estate' },
  { start: '07:20', finish: '16:20', pause: '12:00', activity: 'Hedge cutting', customer: null },
];

const weekday = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** `people` are the account holder and the employees; only employees clock in. */
export async function demoTime(sql: Sql, people: readonly string[], today: string) {
  const [owner, ...crew] = people;
  const monday = daysAfter(today, -weekday(today));
  const dates = Array.from({ length: 14 }, (_, at) => daysAfter(monday, at - 7)).filter(
    (date) => date < today && weekday(date) < 5,
  );
  const rows = crew.flatMap((employee, which) =>
    dates.map((day, at) => ({
      id: `90000000-0000-4000-8000-${String(which * 20 + at + 1).padStart(12, '0')}`,
      employee,
      day,
      ...DEMO_DAYS[(weekday(day) + which) % DEMO_DAYS.length],
      status: day < monday ? 'submitted' : 'open',
    })),
  );
  await sql.query(
    `insert into public.time_entries (user_id, id, employee_id, clock_in_at, clock_out_at, activity, customer, breaks, status)
     select $1, id, employee, (day + start) at time zone 'Europe/London', (day + finish) at time zone 'Europe/London', activity,
       customer, jsonb_build_array(jsonb_build_object('paid', false,
         'start', to_char((day + pause) at time zone 'Europe/London' at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
         'end', to_char((day + pause + interval '30 minutes') at time zone 'Europe/London' at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))),
       status
     from jsonb_to_recordset($2::jsonb) as t (id uuid, employee uuid, day date, start time, finish time, pause time,
       activity text, customer text, status text)`,
    [owner, JSON.stringify(rows)],
  );
  // Only if `today` is the actual date: on any other, the running shift would count as one that was not ended.
  await sql.query(
    `insert into public.time_entries (user_id, id, employee_id, clock_in_at, activity, customer)
     select $1, $2, $3, least(($4::date + time '07:12') at time zone 'Europe/London', now() - interval '1 hour'),
       'Hedge cutting', 'Manor Estate'
     where $4::date = (now() at time zone 'Europe/London')::date`,
    [owner, '90000000-0000-4000-8000-000000000100', crew.at(-1), today],
  );
}
