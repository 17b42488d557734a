// An invitation turns a person into an employee. A person with records in an account of their own keeps that account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { openPersonas } from '@tests/support/database/personas';
import { callFunction, invite, profileOf, refusal } from '@tests/support/account-data/invitations';

/** Tables filled at sign-up, or only about display and membership. */
const NO_RECORD = [
  ...['audit_log', 'employee_invites', 'farm_people', 'farm_settings', 'note_titles', 'saved_filters'],
  ...['push_messages', 'push_subscriptions'],
];

let backend: TestBackend;
let holder: string;
let tables: string[];

beforeAll(async () => {
  const opened = await openPersonas();
  backend = opened.backend;
  holder = opened.personas.people.A1.id;
  const rows = await backend.sql<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  tables = rows.map(({ name }) => name);
});
afterAll(() => backend.close());

/** Gives one of the holder's rows to the person, replacing the holder's id in it; bypasses all triggers. */
const giveRow = (table: string, person: string) =>
  backend.transaction(async (sql) => {
    await sql.query(`set local session_replication_role = replica`);
    const [columns] = await sql.query(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`public.${table}`],
    );
    const names = String(columns?.['names']);
    const [row] = await sql.query(
      `delete from public.${table} t where ctid = (select ctid from public.${table} where user_id = $1 limit 1)
       returning replace(to_jsonb(t)::text, $1::uuid::text, $2) as json`,
      [holder, person],
    );
    await sql.query(
      `insert into public.${table} (${names}) overriding system value
       select ${names} from jsonb_populate_record(null::public.${table}, $1::text::jsonb)`,
      [row?.['json']],
    );
  });

test('an account with a single row in any table of records can’t be joined to a farm', async () => {
  const owner = await backend.user();
  const answers: Record<string, unknown> = {};
  for (const table of tables.filter((name) => !NO_RECORD.includes(name))) {
    const person = await backend.user();
    const { id, token } = await invite(backend, owner, person.email);
    await giveRow(table, person.id);
    const { status, body } = await callFunction(backend, person, 'redeem_invite', { p_token: token });
    answers[table] = { status, body };
    expect(await profileOf(backend, person), table).toMatchObject({ role: 'admin' });
    expect(answers[table], table).toMatchObject(
      refusal(409, 'This address already runs an account of its own. Use another address.'),
    );
    await callFunction(backend, owner, 'revoke_invitation', { p_invite: id });
    // Nor can it be invited.
    expect(await callFunction(backend, owner, 'invite_employee', { p_email: person.email }), table).toMatchObject(
      refusal(409, "That email is already a main account holder and can't be added as an employee."),
    );
    // Reset the limit of twenty invitations a day.
    await backend.sql(`delete from private.allowances where name = $1`, [`invite:${owner.id}`]);
  }
  expect(Object.keys(answers).length).toBeGreaterThan(12);
});

test('an account without any records can be joined to a farm', async () => {
  const owner = await backend.user();
  const person = await backend.user();
  const { token } = await invite(backend, owner, person.email);
  await giveRow('saved_filters', person.id);
  expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject({ status: 200 });
});
