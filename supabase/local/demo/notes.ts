// The notes of the demonstration account, from the last days.
import { daysAfter, demoId } from './works.ts';
import type { Sql } from '../database/sql.ts';

type DemoNote = { author: number; daysAgo: number; title: string; body: string; shared: boolean };

/** `author` is an index into the people of the demonstration, the account holder first. */
const DEMO_NOTES: readonly DemoNote[] = [
  { author: 1, daysAgo: 1, title: 'Repair needed', body: 'Trough in the low meadow leaks at the valve.', shared: true },
  { author: 0, daysAgo: 2, title: 'Rainfall', body: '18 mm since yesterday morning.', shared: true },
  {
    author: 2,
    daysAgo: 2,
    title: 'Accident / near miss',
    body: 'Gate swung back onto the quad at Upper Barn. Nobody hurt.\nThe latch needs a new pin.',
    shared: false,
  },
  { author: 0, daysAgo: 6, title: 'Delivery', body: '40 drums of wrap, in the old dairy.', shared: false },
];

export async function demoNotes(sql: Sql, people: readonly string[], names: readonly string[], today: string) {
  const [owner] = people;
  const rows = DEMO_NOTES.map(({ author, daysAgo, ...note }, n) => ({
    ...note,
    id: demoId('a', n + 1),
    created_by: people[author],
    created_by_name: names[author],
    note_date: daysAfter(today, -daysAgo),
  }));
  await sql.query(
    `insert into public.notes (user_id, id, title, body, note_date, shared, created_by, created_by_name, created_at)
     select $1, id, title, body, note_date, shared, created_by, created_by_name,
       least(now(), (note_date + time '17:00') at time zone 'Europe/London')
     from jsonb_populate_recordset(null::public.notes, $2::jsonb)`,
    [owner, JSON.stringify(rows)],
  );
}
