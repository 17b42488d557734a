// The grants in the catalogue are exactly those of granted.ts, and policies and functions follow the rules below.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import {
  columnGrants,
  executable,
  functions,
  policies,
  relations,
  tableGrants,
} from '@tests/support/database/catalogue';
import { CONFIG, MIGRATIONS } from '@tests/support/database/database-snapshot';
import { sharedServer } from '@tests/support/database/shared-server';
import { copyTemplate } from '@tests/support/database/template-database';
import { createBackend } from '../../../supabase/local/backend';
import { readMigrations } from '../../../supabase/local/database/migrations';
import { newKeys } from '../../../supabase/local/auth/tokens';
import { COLUMNS, PRIVATE, PUBLIC, TABLES } from './granted';

type Catalogue = Pick<TestBackend, 'sql'>;

/** A database whose default privileges grant nothing on new tables; testBackend() grants everything. */
async function strictProject() {
  const copy = inject('postgres') && (await copyTemplate(sharedServer().url, 'template0'));
  const backend = await createBackend({
    place: copy ? { kind: 'postgres', url: copy.url, sessions: 1 } : { kind: 'memory' },
    keys: newKeys(),
    config: CONFIG,
    migrations: await readMigrations(MIGRATIONS),
    privileges: 'strict',
  });
  return {
    // The caller declares the type of the rows it selects.
    sql: async <Row>(query: string, params?: readonly unknown[]) => (await backend.query(query, params)) as Row[],
    close: async () => {
      await backend.close();
      await copy?.drop();
    },
  };
}

const projects = [
  ['a project that grants everything on new tables', () => testBackend()],
  ['a project that grants nothing on new tables', strictProject],
] as const;

describe.each(projects)('in %s', (_, open) => {
  let backend: Catalogue & { close: () => Promise<void> };
  beforeAll(async () => {
    backend = await open();
  });
  afterAll(() => backend.close());

  test('the grants are exactly those of granted.ts', async () => {
    expect(await tableGrants(backend, 'authenticated')).toEqual(TABLES);
    const granted = Object.entries(await columnGrants(backend, 'authenticated'));
    expect(Object.fromEntries(granted.map(([name, list]) => [name, list.split(' ').sort()]))).toEqual(
      Object.fromEntries(Object.entries(COLUMNS).map(([name, list]) => [name, list.toSorted()])),
    );
  });

  test('the public key alone gives no access', async () => {
    expect(await tableGrants(backend, 'anon')).toEqual({});
    expect(await columnGrants(backend, 'anon')).toEqual({});
    expect(await executable(backend, 'anon', 'public')).toEqual([]);
    expect(await executable(backend, 'anon', 'private')).toEqual([]);
    const [schema] = await backend.sql(`select has_schema_privilege('anon', 'private', 'usage') as usage`);
    expect(schema).toEqual({ usage: false });
  });

  test('nothing is granted to PUBLIC', async () => {
    const rows = await backend.sql(`
      select c.relname from pg_class c, aclexplode(c.relacl) g
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and g.grantee = 0
      union all
      select p.proname from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and g.grantee = 0`);
    expect(rows).toEqual([]);
  });

  test('no client role can create sequences, tables or schemas', async () => {
    const rows = await backend.sql(`
      select c.relname, r.role from pg_class c, (values ('anon'), ('authenticated')) r (role)
      where c.relkind = 'S' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and has_sequence_privilege(r.role, c.oid, 'usage, select, update')
      union all
      select n.nspname, r.role from pg_namespace n, (values ('anon'), ('authenticated')) r (role)
      where n.nspname in ('public', 'private', 'auth', 'extensions') and has_schema_privilege(r.role, n.oid, 'create')
      union all
      select c.relname, r.role from pg_class c, (values ('anon'), ('authenticated')) r (role)
      where c.relkind in ('r', 'v', 'm') and c.relnamespace in ('private'::regnamespace, 'auth'::regnamespace)
        and (has_table_privilege(r.role, c.oid, 'select, insert, update, delete, truncate, references, trigger')
          or has_any_column_privilege(r.role, c.oid, 'select, insert, update, references'))`);
    expect(rows).toEqual([]);
  });

  test('the log is append-only for the secret key too', async () => {
    expect((await tableGrants(backend, 'service_role'))['audit_log']).toBe('insert select');
  });

  test('a signed-in person can run exactly these functions', async () => {
    expect(await executable(backend, 'authenticated', 'public')).toEqual(PUBLIC);
    expect(await executable(backend, 'authenticated', 'private')).toEqual(Object.keys(PRIVATE).sort());
  });
});

test('objects that a migration forgets to restrict are detected', async () => {
  const backend = await testBackend();
  await backend.script(`
    create table public.forgotten (id int);
    create function public.forgotten() returns int language sql as 'select 1';
    create function private.forgotten() returns int language sql as 'select 1';`);
  expect((await relations(backend)).map(({ name }) => name)).toContain('forgotten');
  expect((await functions(backend)).filter(({ config }) => !config).length).toBe(2);
  expect(await executable(backend, 'authenticated', 'public')).toContain('forgotten');
  expect(await executable(backend, 'anon', 'private')).toContain('forgotten');
  await backend.close();
});

describe('the catalogue', () => {
  let backend: TestBackend;
  /** The API's security definer functions that people may call. */
  const definersOfPeople = async () => {
    const callable = new Set(await executable(backend, 'authenticated', 'public'));
    const definers = (await functions(backend)).filter(({ schema, definer }) => schema === 'public' && definer);
    return definers
      .map(({ name, source }) => ({ name: name.replace(/\(.*/, ''), source }))
      .filter(({ name }) => callable.has(name));
  };
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());

  test('every function has an empty search path, and only these of the API are security definer', async () => {
    const all = await functions(backend);
    expect(all.length).toBeGreaterThan(PUBLIC.length);
    expect(all.filter(({ config }) => !config?.includes('search_path=""')).map(({ name }) => name)).toEqual([]);
    // Only a superuser may set a variable of its own, such as request.jwt.claims, in the head of a function, and a hosted
    // project has none.
    expect(all.filter(({ config }) => config?.some((one) => /^[^=]*\./.test(one)))).toEqual([]);
    expect((await definersOfPeople()).map(({ name }) => name)).toEqual([
      'change_repeat_days',
      'credit_invoice',
      'drop_staged_rows',
      'erase_deleted_work',
      'export_counters',
      'file_use',
      'finish_restore',
      'import_fields',
      'import_rows',
      'invite_employee',
      'issue_invoice',
      'keep_invoice_file',
      'keep_push_subscription',
      'leave_farm',
      'mark_invoices',
      'merge_customers',
      'note_seen',
      'read_invitation',
      'read_push_messages',
      'redeem_invite',
      'remove_employee',
      'replace_fields',
      'resend_invitation',
      'restore_deleted_work',
      'restore_plan',
      'restore_rows',
      'restore_state',
      'restored_files',
      'revoke_invitation',
      'send_test_push',
      'set_employee_sight',
      'set_working_time',
      'stage_import_rows',
      'start_own_account',
      'start_restore',
      'step_week',
      'stored_files',
      'suspend_employee',
      'take_back_restore',
      'undo_deletion',
      'undo_file_removal',
      'undo_import',
      'undo_repeat_days',
      'withdraw_invoice',
    ]);
  });

  test('security definer functions check the caller before anything else', async () => {
    for (const { source } of await definersOfPeople())
      expect(source).toMatch(
        /^\s*declare\s+(account uuid := private\.(holder_account\((false)?\)|restoring_account\(\)|lock_invoicing\(\)|lock_seats\((true|false)\)|account_id\(\)(?=;[^]*?\sbegin\s+(if account is null or|perform private\.refuse_lapsed\(account\);)))|person uuid := private\.signed_in\(\));/,
      );
  });

  test('row security is on everywhere, with at most one policy per table and verb, which is permissive', async () => {
    const unprotected = await backend.sql(`
      select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity`);
    expect(unprotected).toEqual([]);
    const all = await policies(backend);
    const tables = (await relations(backend)).filter(({ kind }) => kind === 'table').map(({ name }) => name);
    expect([...new Set(all.map(({ table }) => table))]).toEqual(tables);
    const places = all.map(({ table, verb }) => `${table} ${verb}`);
    expect(new Set(places).size).toBe(places.length);
    for (const policy of all) {
      expect(policy).toMatchObject({ permissive: 'PERMISSIVE', roles: 'authenticated' });
      expect(policy.verb).not.toBe('all');
    }
  });

  test('a policy begins with user_id = (select private.account_id()), except for inserts and on profiles', async () => {
    const accountPolicies = (await policies(backend)).filter(
      ({ table, verb }) => table !== 'profiles' && verb !== 'insert',
    );
    for (const { table, verb, using } of accountPolicies) {
      expect({ table, verb, using }).toMatchObject({
        using: expect.stringMatching(/^\(+user_id = \( SELECT private\.account_id\(\)/) as string,
      });
      // Each helper is in its own subquery, so that it is evaluated once and not for every row.
      expect(using?.replace(/\( SELECT (private|auth)\.\w+\(\)/g, '')).not.toMatch(/(private|auth)\.\w+\(/);
    }
  });

  test('views run with the caller’s rights', async () => {
    const views = await backend.sql<{ name: string; options: string[] | null }>(`
      select relname as name, reloptions as options from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v'`);
    expect(views.length).toBeGreaterThan(0);
    for (const view of views) expect(view).toMatchObject({ options: ['security_invoker=true'] });
  });

  test('money is never a float', async () => {
    const floats = await backend.sql(`
      select table_name, column_name from information_schema.columns
      where table_schema in ('public', 'private') and data_type in ('real', 'double precision', 'money')`);
    expect(floats).toEqual([]);
  });

  test('every foreign key has an index that begins with it', async () => {
    const unindexed = await backend.sql(`
      select k.conrelid::regclass::text as table, k.conname from pg_constraint k
      where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (
          select from pg_index i where i.indrelid = k.conrelid
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] <@ k.conkey)`);
    expect(unindexed).toEqual([]);
  });
});
