// Attacks on the demo farm: its password is public, so the account holder and the crew of a marked account may read all that
// they could read before, and change nothing: no row, no file, and not their sign-in.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, relations, saveRows } from '@tests/support/database/catalogue';
import { ACCOUNT_OF, PERSONAS, photoOf, relationOf, rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import { rest, tokenOf } from '@tests/support/database/rest';
import { ACCESS } from '../access/access-table';
import { asPersona, forEachPersona, functionCaller } from '../access/as-persona';
import { FUNCTIONS } from '../access/function-table';
import { targetsOf, type Targets } from '../access/targets';
import { keysOf, writesOf } from '../access/statements';
import { prepareTries, tryStatements } from '../access/try-statements';

const DEMO = 'This is the demo farm: you can look at everything, but not change it.';
/** The people of A1, which is the demo farm here. */
const VISITORS = PERSONAS.filter((name) => name !== 'K' && ACCOUNT_OF[name] === 'A1') as ('A1' | 'E1' | 'E1b')[];

let backend: TestBackend;
let personas: Personas;
let targets: Targets;
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let initial: Record<string, string>;
let call: Awaited<ReturnType<typeof functionCaller>>;

const mark = (isDemo: boolean) =>
  backend.sql('update public.profiles set is_demo = $2 where id = $1', [personas.people.A1.id, isDemo]);

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  targets = await targetsOf(backend, personas);
  await prepareTries(backend);
  await mark(true);
  fingerprint = await fingerprints(backend);
  restore = await saveRows(backend);
  initial = await fingerprint();
  call = await functionCaller(backend);
});
afterAll(() => backend.close());
afterEach(() => restore());

test('on every table of the API the trigger that refuses the demo farm runs first', async () => {
  const guarded = await backend.sql<{ name: string; first: boolean }>(
    `select c.relname as name, not exists (select from pg_trigger o where o.tgrelid = c.oid and not o.tgisinternal
       and o.tgtype & 3 = 2 and o.tgname < t.tgname) as first
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgfoid = 'private.refuse_demo'::regproc and t.tgenabled = 'O' and t.tgtype = 2 | 4 | 8 | 16
       and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const tables = (await relations(backend)).filter(({ kind }) => kind === 'table');
  expect(guarded).toEqual(tables.map(({ name }) => ({ name, first: true })));
});

test.each(Object.entries(FUNCTIONS))('the function %s changes nothing', async (name, { args, results }) => {
  const outcome = await forEachPersona(VISITORS, async (persona) => {
    const answered = await asPersona(backend, personas, persona, (sql) => call(sql, name, args(targets)));
    if ('refusal' in answered) return answered.refusal.message === DEMO ? 'demo' : 'refused';
    // A wrong guess of an invitation is counted, as for everybody.
    const changed = answered.answer.changed.filter(
      (table) => results[persona] !== 'missing' || table !== 'private.allowances',
    );
    return changed.join() || 'nothing changed';
  });
  for (const persona of VISITORS)
    expect(outcome[persona], persona).toMatch(
      results[persona] === 'runs' ? /^demo$/ : /^(demo|refused|nothing changed)$/,
    );
});

test.each(Object.entries(ACCESS))('%s can be read as before, and not written', async (relation, grid) => {
  const rows = personas.rows(relation);
  const { insert, update, remove } = writesOf(relation, keysOf(personas, relation));
  const outcome = await forEachPersona(VISITORS, async (persona) => {
    const statements = [
      [`select from public.${relation}`, []] as const,
      insert(targets.account),
      // The trigger refuses the statement, whatever rows it is about.
      ...[update('true'), remove('true')],
    ];
    const words = (await tryStatements(backend, personas, persona, statements)).map((tried) =>
      'answer' in tried
        ? tried.answer.rows.length > 0
          ? 'rows'
          : 'none'
        : tried.refusal.message === DEMO
          ? 'demo'
          : 'refused',
    );
    const [read, inserted, updated, removed] = words;
    return { read, insert: inserted, update: updated, delete: removed };
  });
  for (const persona of VISITORS) {
    const canRead =
      grid.select[persona] !== 'none' && rows.some((row) => grid.select[persona].includes(relationOf(row, persona)));
    const answers = outcome[persona];
    expect(answers.read, persona).toBe(canRead ? 'rows' : 'none');
    for (const write of ['insert', 'update', 'delete'] as const) {
      // A row that they could not change anyway gets the same answer, so that no answer looks like a success.
      const isRefusedAnyway = ['403', 'read'].includes(grid[write][persona]);
      if (write === 'insert' || rows.length > 0)
        expect(answers[write], `${write} by ${persona}`).toMatch(isRefusedAnyway ? /^(demo|refused)$/ : /^demo$/);
    }
  }
});

describe.each(VISITORS)('as %s', (persona) => {
  test('no file can be added, replaced or deleted', async () => {
    const { storage } = personas.people[persona];
    const name = photoOf(targets.account, rowId(3, 'A1'), crypto.randomUUID()).storage_path;
    const own = `${personas.people[persona].id}/${'a'.repeat(64)}.jpg`;
    const picture = new Blob(['picture'], { type: 'image/jpeg' });
    const service = backend.service().storage;
    expect((await service.from('photos').upload(name, picture)).error).toBeNull();
    expect((await service.from('avatars').upload(own, picture)).error).toBeNull();
    const files = async () => backend.sql('select name, version, updated_at from storage.objects order by name');
    const before = await files();
    const other = photoOf(targets.account, rowId(3, 'A1'), crypto.randomUUID()).storage_path;
    for (const change of [
      () => storage.from('photos').upload(other, picture),
      () => storage.from('avatars').upload(own.replaceAll('a.jpg', 'b.jpg'), picture),
      () => storage.from('photos').upload(name, picture, { upsert: true }),
      () => storage.from('photos').update(name, picture),
      () => storage.from('photos').move(name, other),
    ])
      expect((await change()).error).not.toBeNull();
    await storage.from('photos').remove([name]);
    await storage.from('avatars').remove([own]);
    expect(await files()).toEqual(before);
    await service.from('photos').remove([name]);
    await service.from('avatars').remove([own]);
  });

  test('the sign-in cannot be changed or deleted, and still works', async () => {
    const person = personas.people[persona];
    const token = await tokenOf(person);
    const api = rest(backend, person);
    for (const change of [
      { password: 'another-password-2026', current_password: PASSWORD },
      { email: 'visitor@elsewhere.test', current_password: PASSWORD },
      { data: { first_name: 'Visitor' } },
    ])
      expect((await api('PUT', '/auth/v1/user', change)).status).toBeGreaterThanOrEqual(400);
    await expect(backend.sql('delete from auth.users where id = $1', [person.id])).rejects.toThrow(DEMO);
    expect(await fingerprint()).toEqual(initial);
    const { error } = await backend.anon().auth.signInWithPassword({ email: person.email, password: PASSWORD });
    expect(error).toBeNull();
    expect(await tokenOf(person)).toBe(token);
  });
});

test('nobody sets up a second step, which would lock out all other visitors', async () => {
  // A hosted project has this table; the embedded backend does not.
  await backend.script(`create table auth.mfa_factors (user_id uuid not null, status text not null);
    select private.guard_factors()`);
  const add = (id: string) => backend.sql(`insert into auth.mfa_factors values ($1, 'unverified')`, [id]);
  await expect(add(personas.people.A1.id)).rejects.toThrow(DEMO);
  await expect(add(personas.people.E1.id)).rejects.toThrow(DEMO);
  await add(personas.people.A2.id);
  await backend.script('drop table auth.mfa_factors');
});

test('nobody marks or unmarks an account through the API', async () => {
  for (const persona of ['A1', 'A2', 'E1'] as const) {
    const { id } = personas.people[persona];
    const answer = await personas.api[persona]('PATCH', `/rest/v1/profiles?id=eq.${id}`, { is_demo: persona === 'A2' });
    expect(answer).toMatchObject({ status: 403, body: { code: '42501' } });
  }
  expect(await fingerprint()).toEqual(initial);
});

test('other farms, and the account once it is no longer marked, can be changed', async () => {
  const add = async (persona: 'A1' | 'A2') =>
    personas.people[persona].from('customers').insert({ user_id: personas.people[persona].id, name: 'New customer' });
  expect((await add('A2')).error).toBeNull();
  expect((await add('A1')).error?.message).toBe(DEMO);
  await mark(false);
  expect((await add('A1')).error).toBeNull();
  await mark(true);
});
