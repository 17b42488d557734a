// The checklists of the demonstration account: three ready-made ones, and recent checks.
import { STARTER_CHECKLISTS } from '../../../src/domain/checklists/starter-checklists.ts';
import { daysAfter } from './works.ts';
import type { Sql } from '../database/sql.ts';

const LISTS = ['Tractor, before use', 'Quad or ATV, before use', 'Grain store'];

type DemoCheck = {
  list: number;
  author: number;
  daysAgo: number;
  time: string;
  minutes: number;
  machine: string | null;
  hours?: number;
  /** The defects found, keyed by the question's prompt. */
  defects?: Readonly<Record<string, string>>;
};

/** `author` is an index into the people of the demonstration, the account holder first. */
const CHECKS: readonly DemoCheck[] = [
  { list: 0, author: 1, daysAgo: 3, time: '07:12', minutes: 5, machine: 'JD 6155R', hours: 2796.4 },
  { list: 0, author: 2, daysAgo: 2, time: '07:20', minutes: 4, machine: 'Case Puma 165', hours: 4119.5 },
  {
    ...{ list: 0, author: 1, daysAgo: 1, time: '07:05', minutes: 6, machine: 'JD 6155R', hours: 2804.1 },
    defects: { 'Mirrors and cameras': 'Left mirror cracked, still usable.' },
  },
  { list: 1, author: 2, daysAgo: 1, time: '08:30', minutes: 2, machine: 'Honda quad' },
  { list: 2, author: 0, daysAgo: 2, time: '16:40', minutes: 12, machine: 'Long barn' },
];

const listId = (at: number) => `c1000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`;

export async function demoChecklists(sql: Sql, people: readonly string[], names: readonly string[], today: string) {
  const [owner] = people;
  const lists = LISTS.map((name, at) => ({
    ...STARTER_CHECKLISTS.find((ready) => ready.name === name),
    id: listId(at),
  }));
  await sql.query(
    `insert into public.checklist_templates (user_id, id, name, category, frequency, intro, items, created_by, created_by_name)
     select $1, id, name, category, frequency, intro, items, $1, $3
     from jsonb_populate_recordset(null::public.checklist_templates, $2::jsonb)`,
    [owner, JSON.stringify(lists), names[0]],
  );
  const rows = CHECKS.map(({ list, author, daysAgo, time, minutes, machine, hours, defects }, n) => ({
    id: `c2000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`,
    template_id: listId(list),
    machine,
    hours_reading: hours ?? null,
    answers: lists[list]?.items?.map((item) => {
      const comment = defects?.[item.prompt] ?? '';
      const value =
        item.type === 'ok_defect_na' ? (comment === '' ? 'ok' : 'defect') : item.type === 'yes_no' ? 'yes' : null;
      return { value, comment, photos: [] };
    }),
    created_by: people[author],
    created_by_name: names[author],
    day: daysAfter(today, -daysAgo),
    time,
    minutes,
  }));
  await sql.query(
    `insert into public.checklist_completions (user_id, id, template_id, version, machine, hours_reading, answers,
       created_by, created_by_name, started_at, completed_at)
     select $1, r.id, r.template_id, 1, r.machine, r.hours_reading, r.answers, r.created_by, r.created_by_name,
       at.began, at.began + r.minutes * interval '1 minute'
     from jsonb_to_recordset($2::jsonb) as r (id uuid, template_id uuid, machine text, hours_reading numeric, answers jsonb,
       created_by uuid, created_by_name text, day date, "time" time, minutes integer)
     cross join lateral (select (r.day + r."time") at time zone 'Europe/London' as began) at`,
    [owner, JSON.stringify(rows)],
  );
}
