// The notices on the demonstration account's board, and who has confirmed them.
import { daysAfter, demoId } from './works.ts';
import type { Sql } from '../database/sql.ts';

type DemoNotice = {
  daysAgo: number;
  title: string;
  body: string;
  priority: 'normal' | 'important' | 'urgent';
  pinned: boolean;
  requires_ack: boolean;
  /** Days from today; null if it never expires. */
  until: number | null;
};

const DEMO_NOTICES: readonly DemoNotice[] = [
  {
    daysAgo: 1,
    title: 'Bridge closed at Mill Lane',
    body: 'Tractors and trailers by the top road until it is mended.',
    priority: 'urgent',
    pinned: false,
    requires_ack: true,
    until: 10,
  },
  {
    daysAgo: 3,
    title: 'Slurry from Monday',
    body: 'Umbilical first, then the tanker. Doors open and nobody near the tank while it is mixed.',
    priority: 'normal',
    pinned: true,
    requires_ack: false,
    until: null,
  },
  {
    daysAgo: 40,
    title: 'Clocks go back on Sunday',
    body: 'A night shift is an hour longer. The app counts it.',
    priority: 'normal',
    pinned: false,
    requires_ack: false,
    until: -25,
  },
];

/** `people` are the account holder and the employees; the last one has confirmed the first notice. */
export async function demoNotices(sql: Sql, people: readonly string[], today: string) {
  const [owner] = people;
  const rows = DEMO_NOTICES.map(({ daysAgo, until, ...notice }, n) => ({
    ...notice,
    id: demoId('b', n + 1),
    posted_on: daysAfter(today, -daysAgo),
    expires_on: until === null ? null : daysAfter(today, until),
  }));
  await sql.query(
    `insert into public.notices (user_id, id, title, body, priority, pinned, requires_ack, expires_on, created_by, created_at)
     select $1, id, title, body, priority, pinned, requires_ack, expires_on, $1,
       least(now(), (posted_on + time '06:10') at time zone 'Europe/London')
     from jsonb_to_recordset($2::jsonb) as n (id uuid, title text, body text, priority text, pinned boolean,
       requires_ack boolean, expires_on date, posted_on date)`,
    [owner, JSON.stringify(rows)],
  );
  await sql.query(
    `insert into public.notice_reads (user_id, notice_id, edition, acknowledged, created_by)
     values ($1, $2, 1, true, $3)`,
    [owner, demoId('b', 1), people.at(-1)],
  );
  // Add the messages that posting the urgent notices would have queued.
  await sql.query(
    `insert into public.push_messages (user_id, person_id, kind, message_key, path, title, detail, created_at, read_at)
     select $1, person, 'notice', 'notice:' || n.id || ':1', '/noticeboard', 'Urgent: ' || n.title, n.body, n.created_at,
       case when person = $3 then n.created_at + interval '5 minutes' end
     from public.notices n, unnest($2::uuid[]) person
     where n.user_id = $1 and n.priority = 'urgent' and person <> $1`,
    [owner, people, people.at(-1)],
  );
}
