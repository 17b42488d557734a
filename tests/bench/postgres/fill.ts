// Fills a database with ten million entries in minutes: a few statements insert them without triggers, keys and
// indexes; keys and indexes are built afterwards. Accounts grow in parallel, month by month, so that one account's rows
// are scattered over the table as in production.
import postgres from 'postgres';
import { INSERT_STAGED, STAGING_TABLES } from '../../../supabase/local/demo/big/bulk-invoices';

/**
 * Account 0 is the large one, 1 to `accounts` are the others. An account has `runs` runs of `runLength` entries for one
 * customer each. A run becomes an invoice, without its last entry, which stays unbilled.
 */
export type Shape = {
  accounts: number;
  runs: number;
  runLength: number;
  customers: number;
  large: Omit<Shape, 'accounts' | 'large'>;
};

export const shapeFor = (accounts: number): Shape => ({
  ...{ accounts, runs: 40, runLength: 25, customers: 12 },
  large: { runs: accounts < 1000 ? 320 : 3125, runLength: 32, customers: 180 },
});

/**
 * The same expressions produce the same ids here and in the measured requests: `a` account, `k` customer, `n` entry.
 */
export const idOf = {
  account: (a: string) => `md5('account ' || ${a})::uuid`,
  customer: (a: string, k: string) => `md5('customer ' || ${a} || ' ' || ${k})::uuid`,
  work: (a: string, n: string) => `md5('work ' || ${a} || ' ' || ${n})::uuid`,
  notice: (a: string, n: string) => `md5('notice ' || ${a} || ' ' || ${n})::uuid`,
  driver: (a: string, i: string) => `md5('driver ' || ${a} || ' ' || ${i})::uuid`,
  checklist: (t: string) => `md5('checklist ' || ${t})::uuid`,
};
export const customerName = (k: string) => `'Farm ' || ${k}`;
/** The number of the customer of run `b`. */
export const customerOf = (b: string, customers: number) => `(${b}) * 7 % ${customers}`;

/** 22 questions and their answers. */
const QUESTIONS = `select
  jsonb_agg(jsonb_build_object('section', 'Walk round', 'prompt', 'Question ' || n, 'type', 'ok_defect_na', 'unit', '', 'min', null,
    'max', null, 'required', true, 'critical', n % 3 = 0, 'help', '')) as items,
  jsonb_agg('{"value": "ok", "comment": "", "photos": []}'::jsonb) as answers from generate_series(1, 22) n`;

const TASKS = `array['Ploughing', 'Drilling', 'Spraying', 'Baling', 'Mowing', 'Topping', 'Combining', 'Rolling', 'Hedge cutting', 'Silage carting', 'Slurry, tanker', 'Loader work']`;

const people = ({ accounts, customers, large }: Shape) => `
  set session_replication_role = replica;
  insert into auth.users (id, aud, role, email, email_confirmed_at)
    select ${idOf.account('a')}, 'authenticated', 'authenticated', 'owner' || a || '@bench.test', now() from generate_series(0, ${accounts}) a
    union all
    select ${idOf.driver('a', 'i')}, 'authenticated', 'authenticated', 'driver' || a || '.' || i || '@bench.test', now()
    from generate_series(0, ${accounts}) a, generate_series(1, 3) i;
  insert into public.profiles (id, first_name, last_name, role, admin_id, subscription_status, subscription_ends_at)
    select ${idOf.account('a')}, 'Alex', 'Owner', 'admin', null, 'active', now() + interval '1 year' from generate_series(0, ${accounts}) a
    union all
    select ${idOf.driver('a', 'i')}, 'Driver', i::text, 'employee', ${idOf.account('a')}, null, null
    from generate_series(0, ${accounts}) a, generate_series(1, 3) i;
  insert into public.farm_people (user_id, person_id, name)
    select coalesce(admin_id, id), id, concat_ws(' ', first_name, last_name) from public.profiles;
  insert into public.farm_settings (user_id, farm_name) select ${idOf.account('a')}, 'Farm of ' || a from generate_series(0, ${accounts}) a;
  insert into private.counters (user_id, series) select ${idOf.account('a')}, 'invoice' from generate_series(0, ${accounts}) a;
  insert into public.invoice_settings (user_id, business_name, address_line1, town, postcode, vat_number, bank_name, sort_code, account_number)
    select ${idOf.account('a')}, 'Contractor ' || a, 'The Old Forge', 'Kington', 'HR5 9ZK', 'GB123456789', 'Border Bank', '000000', '12345678'
    from generate_series(0, ${accounts}) a;
  insert into public.customers (user_id, id, name, contact_name, phone, address_line1, town, county, postcode, country)
    select ${idOf.account('a')}, ${idOf.customer('a', 'k')}, ${customerName('k')}, 'Megan Price', '07700 900112', 'Hill House',
      'Kington', 'Herefordshire', 'HR5 9ZA', 'United Kingdom'
    from generate_series(0, ${accounts}) a, generate_series(0, ${large.customers - 1}) k where a = 0 or k < ${customers};
  insert into public.tasks (user_id, name, chargeable_unit, default_rate)
    select ${idOf.account('a')}, task, 'hour', 45 from generate_series(0, ${accounts}) a, unnest(${TASKS}) task;
  analyze;`;

/** Notices, their confirmations, and notes, with more of them in the large account. */
const boardAndNotes = ({ accounts }: Shape) => `
  set session_replication_role = replica;
  insert into public.notices (user_id, id, title, body, requires_ack, expires_on, created_by_name, created_at)
    select ${idOf.account('a')}, ${idOf.notice('a', 'n')}, 'Notice ' || n, 'Use the top road until the bridge is mended.', n % 2 = 0,
      case when n % 4 > 0 then current_date - n end, 'Alex Owner', now() - n * interval '3 days'
    from generate_series(1, 400) n, generate_series(0, ${accounts}) a where a = 0 or n <= 10;
  insert into public.notice_reads (user_id, notice_id, edition, acknowledged, created_by, created_by_name)
    select ${idOf.account('a')}, ${idOf.notice('a', 'n')}, 1, n % 2 = 0, ${idOf.driver('a', 'i')}, 'Driver ' || i
    from generate_series(1, 400) n, generate_series(0, ${accounts}) a, generate_series(1, 3) i where a = 0 or n <= 10;
  insert into public.notes (user_id, title, body, note_date, shared, needs_action, action_done, assigned_to, created_by, created_by_name, created_at)
    select ${idOf.account('a')}, (array['General', 'Livestock', 'Repair needed', 'Rainfall'])[1 + n % 4], 'Trough ' || n || ' in the low meadow leaks',
      current_date - n / 5, n % 3 = 0, n % 6 = 0, n % 30 > 0, case when n % 60 = 0 then ${idOf.driver('a', '1')} end,
      ${idOf.driver('a', '(1 + n % 3)')}, 'Driver', now() - n * interval '5 hours'
    from generate_series(1, 5000) n, generate_series(0, ${accounts}) a where a = 0 or n <= 40;
  analyze public.notices; analyze public.notice_reads; analyze public.notes;`;

/**
 * Shifts: three years for the drivers of the large account, two months for the others. The rows contain the values that
 * the triggers would set.
 */
const hours = ({ accounts }: Shape) => `
  set session_replication_role = replica;
  insert into public.time_entries (user_id, employee_id, created_by_name, clock_in_at, clock_out_at, time_zone, work_date,
      activity, unpaid_min, paid_min, status, created_at)
    select ${idOf.account('a')}, ${idOf.driver('a', 'i')}, 'Driver ' || i, day + interval '7 hours', day + interval '16 hours',
      'Europe/London', day::date, 'Hedge cutting', 0, 540, 'open', day + interval '16 hours'
    from generate_series(0, ${accounts}) a, generate_series(1, 3) i,
      generate_series(current_date - case when a = 0 then 1094 else 59 end, current_date - 1, interval '1 day') day;
  analyze public.time_entries;`;

/**
 * Planned jobs: for the large account five a day over three years, the last 94 days of which are ahead; for the others
 * one a day, from 20 days ago to 10 days ahead.
 */
const plan = ({ accounts }: Shape) => `
  set session_replication_role = replica;
  insert into public.diary_events (user_id, kind, title, task_name, customer, start_date, end_date, assigned_to, assigned_names,
      status, created_by, created_by_name)
    select ${idOf.account('a')}, 'job', null, 'Baling', ${customerName('n % 20')}, day::date, day::date + (n % 3),
      case when n % 2 = 0 then array[${idOf.driver('a', '(1 + n % 3)')}] else '{}' end, array['Driver'],
      case when day < current_date then 'done' else 'planned' end, ${idOf.account('a')}, 'Alex Owner'
    from generate_series(0, ${accounts}) a, generate_series(1, 5) n,
      generate_series(current_date - case when a = 0 then 1000 else 20 end, current_date + case when a = 0 then 94 else 10 end,
        interval '1 day') day
    where a = 0 or n = 1;
  analyze public.diary_events;`;

/**
 * Two checklists per driver and day on one of eight machines: three years of the large account, nine days of the
 * others.
 */
const checks = ({ accounts }: Shape) => `
  set session_replication_role = replica;
  insert into public.checklist_templates (user_id, id, name, items, created_by_name)
    select ${idOf.account('a')}, ${idOf.checklist('t')}, 'Check ' || t, q.items, 'Alex Owner'
    from generate_series(0, ${accounts}) a, generate_series(1, 2) t, (${QUESTIONS}) q;
  insert into public.checklist_completions (user_id, template_id, version, template_name, machine, items, answers, result,
      checked, passed, defects, started_at, completed_at, seconds, done_on, created_by, created_by_name)
    select ${idOf.account('a')}, ${idOf.checklist('t')}, 1, 'Check ' || t, 'Machine ' || (i * 3 + extract(doy from day)::int) % 8,
      q.items, q.answers, 'pass', 22, 22, 0, day + interval '7 hours', day + interval '425 minutes' + i * interval '1 second',
      300, day::date, ${idOf.driver('a', 'i')}, 'Driver ' || i
    from generate_series(0, ${accounts}) a, generate_series(1, 3) i, generate_series(1, 2) t, (${QUESTIONS}) q,
      generate_series(current_date - case when a = 0 then 1094 else 9 end, current_date - 1, interval '1 day') day;
  analyze public.checklist_templates; analyze public.checklist_completions;`;

/** The unit of each of TASKS. */
const UNITS = `array['acre', 'acre', 'hectare', 'bale', 'acre', 'hour', 'hectare', 'acre', 'hour', 'hour', 'hour', 'hour']`;
const PLACES = `array['Bottom Meadow', 'Top Field', 'The Forty Acre', 'Chapel Piece', 'Long Ground', 'Pool Field', 'Barn Field']`;
const DAYS = 1095;

const sent = `b.issued < current_date - 1`;
/** Some are withdrawn, some never paid; `b.luck` is a pseudo-random number. */
const withdrawn = `b.luck % 101 = 5`;
const paidOn = `b.issued + 15 + b.luck % 40`;

/** Stages one of 40 parts of all entries: run `turn` of each account, and a fortieth of the runs of the large one. */
const chunk = ({ accounts, runs, runLength, customers, large }: Shape, turn: number) => `
  create temp table runs on commit drop as
    select a, b, ${idOf.account('a')} as account, ${idOf.customer('a', 'k')} as customer_id, ${customerName('k')} as customer,
      md5('invoice ' || a || ' ' || b)::uuid as bill, size, began, began + 30 as issued, a * 31 + b * 17 as luck
    from (
      select a, ${turn} as b, ${runLength} as size, ${customerOf(String(turn), customers)} as k,
        current_date - ${DAYS} + ${Math.floor(((turn - 1) * (DAYS - 27)) / runs)} as began
      from generate_series(1, ${accounts}) a
      union all
      select 0, b, ${large.runLength}, ${customerOf('b', large.customers)},
        current_date - ${DAYS} + (b - 1) * ${DAYS - 27} / ${large.runs}
      from generate_series(${Math.floor(((turn - 1) * large.runs) / 40) + 1}, ${Math.floor((turn * large.runs) / 40)}) b
    ) r;
  insert into bulk_works
    select ${idOf.work('r.a', 'e.n')}, r.account, case when e.h % 3 > 0 then ${idOf.driver('r.a', '(e.h % 3)')} end, r.customer, r.customer_id,
      (${TASKS})[1 + e.h % 12], case when e.h % 5 > 1 then (${PLACES})[1 + e.h % 7] end,
      e.unit, e.rate, e.quantity, case when e.minutes is not null then time '07:00' end,
      case when e.minutes is not null then time '07:00' + e.minutes * interval '1 minute' end, 0,
      r.began + e.j * 7 % 27, round(e.minutes / 60.0, 4), round(e.rate * coalesce(e.minutes / 60.0, e.quantity), 2),
      case when e.h % 11 = 0 then 'Wet in the corner, left the headland ' || e.h end,
      (r.began + e.j * 7 % 27 + time '17:00' + e.j * interval '1 minute' + r.a * interval '10 milliseconds') at time zone 'Europe/London',
      case when e.h % 3 = 0 then 'Alex Owner' else 'Driver ' || e.h % 3 end
    from runs r
    cross join lateral generate_series(1, r.size) j
    cross join lateral (select (r.b - 1) * r.size + j as n, (r.a * 104729 + r.b * 7919 + j * 2657) % 1000 as h, j = r.size as loose) one
    cross join lateral (select case when one.loose then 'fixed' else (${UNITS})[1 + one.h % 12] end as unit) two
    cross join lateral (select case when two.unit = 'hour' then 60 + one.h % 40 * 15 end as minutes) three
    cross join lateral (
      select one.n, one.h, j, two.unit, three.minutes,
        case when one.loose then 100 when one.h % 199 = 7 then null else 5 + one.h % 60 end::numeric as rate,
        case when one.loose then 1 else coalesce(round(three.minutes / 60.0, 4), 1 + one.h % 50) end as quantity) e;
  insert into bulk_lines
    select r.account, r.bill, ${idOf.work('r.a', '((r.b - 1) * r.size + j)')} from runs r cross join lateral generate_series(1, r.size - 1) j
    where r.issued < current_date;
  delete from bulk_lines l using bulk_works w where w.id = l.work_id and w.user_id = l.user_id and w.rate is null;
  insert into bulk_bills
    select b.account, b.bill, b.b, b.customer_id, b.issued, '[]', case when ${sent} and not ${withdrawn} then b.issued end,
      case when ${paidOn} < current_date and b.luck % 41 <> 3 and not ${withdrawn} then ${paidOn} end,
      case when ${withdrawn} then least(b.issued + 1, current_date - 1) end, not ${withdrawn}, b.account, 'Alex Owner'
    from runs b where b.issued < current_date;
  analyze bulk_works; analyze bulk_lines; analyze bulk_bills;`;

type IndexDefinition = { table: string; name: string; index: string; constraint: string | null };

const TABLES = `array['public.works', 'public.invoices']::regclass[]`;

/** Drops keys and indexes of the two large tables; returns the statements that recreate them. */
async function dropIndexes(sql: postgres.Sql) {
  const foreignKeys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and (conrelid = any (${sql.unsafe(TABLES)}) or confrelid = any (${sql.unsafe(TABLES)}))`;
  const indexes = await sql<IndexDefinition[]>`
    select i.indrelid::regclass::text as table, c.relname as name, pg_get_indexdef(i.indexrelid) as index,
      case k.contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint
    from pg_index i join pg_class c on c.oid = i.indexrelid
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
    where i.indrelid = any (${sql.unsafe(TABLES)})
    order by i.indrelid::regclass::text desc, k.contype`;
  for (const { table, name } of foreignKeys) await sql.unsafe(`alter table ${table} drop constraint ${name}`);
  for (const { table, name, constraint } of indexes)
    await sql.unsafe(constraint ? `alter table ${table} drop constraint ${name}` : `drop index public.${name}`);
  return { foreignKeys, indexes };
}

/** Runs two tasks at a time, one per core. */
async function runTwoAtATime<Task>(tasks: readonly Task[], work: (task: Task) => Promise<unknown>) {
  const waiting = [...tasks];
  const worker = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await work(task);
  };
  await Promise.all([worker(), worker()]);
}

/** Fills the migrated, empty database; `onProgress` is called with the duration of each part. */
export async function fill(url: string, shape: Shape, onProgress: (part: string, seconds: number) => void) {
  const sql = postgres(url, { max: 2, onnotice: () => undefined, connection: { statement_timeout: 0 } });
  const withTiming = async <T>(part: string, work: () => Promise<T>) => {
    const from = performance.now();
    const result = await work();
    onProgress(part, (performance.now() - from) / 1000);
    return result;
  };
  try {
    await withTiming('people', () => sql.unsafe(people(shape)));
    await withTiming('board and notes', () => sql.unsafe(boardAndNotes(shape)));
    await withTiming('hours', () => sql.unsafe(hours(shape)));
    await withTiming('plan', () => sql.unsafe(plan(shape)));
    await withTiming('checklists', () => sql.unsafe(checks(shape)));
    const { foreignKeys, indexes } = await dropIndexes(sql);
    const turns = Array.from({ length: 40 }, (_, turn) => turn + 1);
    await withTiming('rows', () =>
      runTwoAtATime(turns, (turn) =>
        sql.begin(async (tx) => {
          await tx.unsafe(`set local session_replication_role = replica; ${STAGING_TABLES} ${chunk(shape, turn)}`);
          await tx.unsafe(INSERT_STAGED);
        }),
      ),
    );
    await withTiming('vacuum', () =>
      runTwoAtATime(['works', 'invoices'], (table) => sql.unsafe(`vacuum (analyze) public.${table}`)),
    );
    await withTiming('indexes', async () => {
      await runTwoAtATime(indexes, ({ index }) => sql.unsafe(index));
      for (const { table, name, constraint } of indexes)
        if (constraint)
          await sql.unsafe(`alter table ${table} add constraint ${name} ${constraint} using index ${name}`);
      // Enforced from now on; the generated rows are valid by construction, so ten million of them are not checked.
      for (const { table, name, definition } of foreignKeys)
        await sql.unsafe(`alter table ${table} add constraint ${name} ${definition} not valid`);
    });
    await withTiming('counters', () =>
      sql.unsafe(`
        set session_replication_role = replica;
        create temp table given as select user_id, max(sequence_no) + 1 as next from public.invoices group by 1;
        update private.counters c set next = g.next from given g where g.user_id = c.user_id;
        update public.invoice_settings s set next_number = g.next from given g where g.user_id = s.user_id;`),
    );
    await sql.unsafe('analyze');
    await sql.unsafe('checkpoint');
  } finally {
    await sql.end();
  }
}
