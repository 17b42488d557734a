// Values that fit their type but are invalid: infinite dates, the year 20000, NaN. The cases come from the catalogue,
// so that a new table, column or function argument is covered automatically.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { valueArguments, valueColumns, type ValueKind } from '@tests/support/database/catalogue';
import { PRICED_TASK, eventId, rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import type { Sql } from '../../../supabase/local/database/sql';
import { NEW_ID, type Body } from '../access/access-grid';
import { BODIES } from '../access/access-table';
import { asPersona, functionCaller, type Refusal } from '../access/as-persona';
import { keysOf, whereKey, writesOf, type Statement } from '../access/statements';
import { prepareTries, tryStatements } from '../access/try-statements';

const IMPOSSIBLE: Record<Exclude<ValueKind, 'json'>, readonly string[]> = {
  dates: ['infinity', '-infinity', '20000-01-01', '0001-01-01 BC', '1899-12-31'],
  numbers: ['NaN', 'Infinity', '-Infinity'],
  times: ['24:00:00'],
};

let backend: TestBackend;
let personas: Personas;
/** A query for the columns that hold an impossible value. */
let impossibleStored: string;

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  const columns = (await valueColumns(backend)).filter(({ kind }) => kind !== 'json');
  impossibleStored = columns
    .map(
      ({ schema, table, column, kind }) =>
        `select '${table}.${column}' as name where exists (select from ${schema}.${table} where not (${possible(kind, column)}))`,
    )
    .join(' union all ');
  await prepareTries(backend);
});
afterAll(() => backend.close());

const possible = (kind: ValueKind, column: string) =>
  kind === 'dates'
    ? `'1900-01-01' <= all (array[${column}]) and '2200-01-01' > all (array[${column}])`
    : kind === 'numbers'
      ? `${column} > '-Infinity' and ${column} < 'Infinity'`
      : `${column} < '24:00'`;

/** A whole sentence, without details of the database. */
const isSentence = (text: unknown) =>
  typeof text === 'string' &&
  /^([A-Z“]|pH )[^]*[.!?]$/.test(text) &&
  !/violates|relation|constraint|out of range/.test(text);

/** What is wrong with a refusal: it has a message, or the value did not fit its type (the app has a message for that). */
const problemsOf = ({ code, message }: Refusal) =>
  code === '22003' || (code === '23514' && isSentence(message)) ? [] : [`${code}: ${message}`];

/**
 * What is wrong after A1 has sent an impossible value; nothing of it stays. A success is no problem by itself, because the
 * database may set the column itself: only a stored value is. `send` resolves to whether anything was written.
 */
async function problemsAfter(send: (sql: Sql) => Promise<boolean>): Promise<string[]> {
  const answered = await asPersona(backend, personas, 'A1', async (sql) => {
    if (!(await send(sql))) return [];
    // What a commit would check, as the person and not as the owner below.
    await sql.query('set constraints all immediate');
    // As the database's owner, who reads every table.
    await sql.query(`select set_config('role', 'none', true)`);
    return (await sql.query(impossibleStored)).map(({ name }) => `stored in ${String(name)}`);
  });
  return 'refusal' in answered ? problemsOf(answered.refusal) : answered.answer;
}

test('refuses impossible values in every column that a person can write, with a message', async () => {
  const columns = (await valueColumns(backend)).filter(({ insert, update }) => insert || update);
  const problems: string[] = [];
  let tried = 0;
  for (const { table, column, kind, insert, update } of columns) {
    if (kind === 'json') continue;
    const body = BODIES[table];
    const row = personas.rows(table).find(({ maker }) => maker === 'A1');
    if (!body || !row) throw new Error(`no way to write ${table}`);
    const keys = keysOf(personas, table);
    const tries: { value: string; statement: Statement }[] = [];
    for (const value of IMPOSSIBLE[kind]) {
      const { add, change } = body;
      const writes = writesOf(table, keys, {
        ...body,
        add: (account) => ({ ...add(account), [column]: value }),
        change: { ...change, [column]: value },
      });
      if (insert) tries.push({ value, statement: writes.insert(personas.people.A1.id) });
      if (update) tries.push({ value, statement: writes.update(whereKey(row.key)) });
    }
    const statements = tries.map(({ statement }) => statement);
    const answers = await tryStatements(backend, personas, 'A1', statements, impossibleStored);
    for (const [at, answered] of answers.entries()) {
      const found =
        'refusal' in answered ? problemsOf(answered.refusal) : answered.answer.seen.map((name) => `stored in ${name}`);
      problems.push(...found.map((problem) => `${table}.${column} ${tries[at]?.value}: ${problem}`));
    }
    tried += tries.length;
  }
  expect(tried).toBeGreaterThan(1000);
  expect(problems).toEqual([]);
});

test('stores an entry with an impossible time of the phone’s clock, without that time', async () => {
  const account = personas.people.A1.id;
  const tables = (await valueColumns(backend)).filter(({ column, insert }) => column === 'recorded_at' && insert);
  expect(tables.length).toBeGreaterThan(5);
  for (const { table } of tables) {
    const body = { ...BODIES[table]?.add(account), recorded_at: '20000-01-01T00:00:00Z' };
    expect(await personas.api.A1('POST', `/rest/v1/${table}`, body)).toMatchObject({ status: 201 });
    const [row] = await backend.sql(`select recorded_at from public.${table} where id = $1`, [NEW_ID]);
    expect({ table, ...row }).toEqual({ table, recorded_at: null });
  }
});

const ANY_ID = '99999999-0000-4000-8000-0000000000f0';
const REPORTED = {
  ...{ p_from: '2026-11-01', p_to: '2026-11-30' },
  ...{ p_before_from: '2025-11-01', p_before_to: '2025-11-30' },
};
/** How each function with such arguments is called; a missing one fails the test. */
const CALLS: Record<string, (account: string) => Body> = {
  change_repeated_events: () => ({
    ...{ p_id: eventId('A1'), p_seen: '2026-11-02', p_start_date: '2026-11-02', p_end_date: '2026-11-02' },
    ...{ p_assigned_to: [], p_title: 'Job' },
  }),
  change_repeat_days: () => ({
    ...{ p_repeat_id: eventId('A1'), p_new_id: NEW_ID, p_every: 'week', p_from: '2199-12-01' },
    ...{ p_dates: ['2199-12-03'], p_seen: [eventId('A1')] },
  }),
  deleted_works: () => ({}),
  home_summary: () => ({}),
  invoice_report: () => ({ ...REPORTED, p_group: 'month' }),
  issue_invoice: () => ({ p_request_id: ANY_ID, p_customer_id: ANY_ID, p_work_ids: [ANY_ID] }),
  job_margins: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
  hours_report: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
  jobs_of_day: () => ({ p_date: '2026-11-03' }),
  last_year_work: () => ({ p_today: '2026-11-20' }),
  machine_report: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
  margin_report: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
  mark_invoices: () => ({ p_request_id: ANY_ID, p_invoice_ids: [rowId(4, 'A1')], p_status: 'sent' }),
  move_planned_jobs: () => ({ p_ids: [eventId('A1')], p_from: '2026-11-02', p_to: '2026-11-03' }),
  owed_report: () => ({ p_today: '2026-11-20' }),
  raise_prices: () => ({
    p_prices: [{ id: NEW_ID, task_id: PRICED_TASK, customer_id: null, unit: 'acre', was: null, rate: 12 }],
  }),
  recent_gang: () => ({ p_before: '2026-11-03' }),
  register_summary: () => ({}),
  register_totals: () => ({}),
  reprice_preview: () => ({}),
  set_price: () => ({ p_id: NEW_ID, p_task_id: PRICED_TASK, p_unit: 'acre', p_rate: 12, p_from: '2026-03-01' }),
  set_working_time: (account) => ({ p_person: account, p_opted_out: false }),
  start_restore: (account) => ({
    ...{ p_archive: 'a'.repeat(64), p_version: 1, p_former: account, p_farm: 'X', p_parts: 1 },
  }),
  stored_files: () => ({ p_kind: 'machines', p_after_id: ANY_ID }),
  step_week: (account) => ({ p_employee: account, p_step: 'submit' }),
  unbilled_work: () => ({ p_before: '2026-11-20' }),
  uncosted_jobs: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
  undo_repeat_days: () => ({ p_repeat_id: eventId('A1'), p_new_id: NEW_ID, p_at: '2026-11-02T00:00:00Z' }),
  unlogged_days: () => ({ p_from: '2026-11-01', p_to: '2026-11-30' }),
  work_report: () => ({ ...REPORTED, p_group: 'month' }),
  works_groups: () => ({ p_group: 'customer' }),
  works_totals: () => ({}),
};

test('functions called with impossible values refuse them or store none of them', async () => {
  const account = personas.people.A1.id;
  const callFunction = await functionCaller(backend);
  const problems: string[] = [];
  for (const { name, argument, kind } of await valueArguments(backend)) {
    if (kind === 'json') continue;
    const call = CALLS[name];
    if (!call) throw new Error(`no way to call ${name}`);
    for (const value of IMPOSSIBLE[kind]) {
      const found = await problemsAfter(async (sql) => {
        const { changed } = await callFunction(sql, name, { ...call(account), [argument]: value });
        return changed.length > 0;
      });
      problems.push(...found.map((problem) => `${name} ${argument} ${value}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
});

/** Columns without a check that refuses impossible values from every writer. */
async function unguarded(): Promise<string[]> {
  const columns = (await valueColumns(backend)).filter(({ kind }) => kind !== 'json');
  const guarded = await backend.sql<{ name: string }>(`
    select n.nspname || '.' || c.relname || '.' || a.attname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    where k.contype = 'c' and k.convalidated and k.conname ~ '_possible_(dates|numbers|times)$'`);
  const names = new Set(guarded.map(({ name }) => name));
  return columns.map(({ schema, table, column }) => `${schema}.${table}.${column}`).filter((name) => !names.has(name));
}

test('every table has checks that hold if triggers are bypassed, and a new one without them is detected', async () => {
  expect(await unguarded()).toEqual([]);
  await backend.script('create table public.unguarded (on_day date, worth numeric, at_time time, notes text)');
  expect(await unguarded()).toEqual(['on_day', 'worth', 'at_time'].map((name) => `public.unguarded.${name}`));
  await backend.script(`select private.guard_values('public.unguarded')`);
  expect(await unguarded()).toEqual([]);
  for (const [column, values] of [
    ['on_day', IMPOSSIBLE.dates],
    ['worth', IMPOSSIBLE.numbers],
    ['at_time', IMPOSSIBLE.times],
  ] as const)
    for (const value of values)
      await expect(
        backend.sql(
          `do $$ begin perform set_config('session_replication_role', 'replica', true);
             insert into public.unguarded (${column}) values ('${value}'); end $$`,
        ),
      ).rejects.toThrow(/_possible_/);
  await backend.script('drop table public.unguarded');
});
