// A person who has set up two-step verification has no account until the second step is passed, whatever the page
// shows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { relations } from '@tests/support/database/catalogue';
import { tokenOf } from '@tests/support/database/rest';
import { signToken, verifyToken } from '../../../supabase/local/auth/tokens';

const job = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 2, quantity: 3 };

let backend: TestBackend;
let alex: Person;
let sam: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  [alex, sam] = [await backend.user(), await backend.user()];
  driver = await backend.employeeOf(alex);
  for (const person of [alex, sam])
    await person.from('works').insert({ ...job, work_date: '2026-11-01', user_id: person.id });
  // A hosted project has this table; the embedded backend does not.
  await backend.script(`create table auth.mfa_factors (user_id uuid not null, status text not null);
    insert into auth.mfa_factors values ('${alex.id}', 'verified'), ('${driver.id}', 'verified'), ('${sam.id}', 'unverified')`);
});
afterAll(() => backend.close());

async function ask(person: Person, aal: string | null, method: string, path: string, body?: object) {
  const file = body instanceof Blob ? body : null;
  const claims = { ...verifyToken(await tokenOf(person), backend.keys.jwtSecret), ...(aal === null ? {} : { aal }) };
  const response = await backend.fetch(ORIGIN + path, {
    method,
    headers: {
      apikey: backend.keys.publishable,
      authorization: `Bearer ${signToken(claims, backend.keys.jwtSecret)}`,
      'content-type': file ? file.type : 'application/json',
    },
    ...(body && { body: file ?? JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

/** Uploads a picture as a browser does. */
const uploadPicture = (person: Person, aal: string | null, path: string) =>
  ask(person, aal, 'POST', path, new Blob(['picture'], { type: 'image/jpeg' }));

test.each(['aal1', null])('a session of level %s reads and writes nothing of the account (A58)', async (aal) => {
  for (const { name } of (await relations(backend)).filter((relation) => relation.name !== 'profiles'))
    expect(await ask(alex, aal, 'GET', `/rest/v1/${name}`), name).toEqual({ status: 200, body: [] });
  expect(await ask(alex, aal, 'POST', '/rest/v1/works', { ...job, work_date: '2026-11-02' })).toMatchObject({
    status: 403,
    body: { code: '42501' },
  });
  expect(await ask(alex, aal, 'PATCH', `/rest/v1/works?user_id=eq.${alex.id}`, { notes: 'x' })).toMatchObject({
    status: 204,
  });
  expect(await backend.sql('select notes from public.works where user_id = $1', [alex.id])).toEqual([{ notes: null }]);
});

test.each(['aal1', null])('a session of level %s reads only its person’s own profile (A58)', async (aal) => {
  const ids = async (person: Person, level: string | null) =>
    ((await ask(person, level, 'GET', '/rest/v1/profiles?select=id')).body as { id: string }[]).map(({ id }) => id);
  expect(await ids(alex, aal)).toEqual([alex.id]);
  expect(await ids(driver, aal)).toEqual([driver.id]);
  expect((await ids(alex, 'aal2')).sort()).toEqual([alex.id, driver.id].sort());
  expect(await ids(driver, 'aal2')).toEqual([driver.id]);
});

test.each(['aal1', null])('a session of level %s can’t change its person’s profile or picture (A58)', async (aal) => {
  const own = `/rest/v1/profiles?id=eq.${alex.id}`;
  const picture = `${alex.id}/${'a'.repeat(64)}.jpg`;
  const add = (level: string | null) => uploadPicture(alex, level, `/storage/v1/object/avatars/${picture}`);
  const remove = (level: string | null) =>
    ask(alex, level, 'DELETE', '/storage/v1/object/avatars', { prefixes: [picture] });
  const names = () => backend.sql(`select first_name, phone from public.profiles where id = $1`, [alex.id]);
  const before = await names();
  expect(await ask(alex, aal, 'PATCH', own, { first_name: 'Eve', phone: '1' })).toMatchObject({ status: 204 });
  expect(await names()).toEqual(before);
  expect((await add(aal)).status).not.toBe(200);
  expect((await add('aal2')).status).toBe(200);
  await remove(aal);
  const storedNames = () => backend.sql(`select name from storage.objects where bucket_id = 'avatars'`);
  expect(await storedNames()).toHaveLength(1);
  await remove('aal2');
  expect(await storedNames()).toEqual([]);
  expect(await ask(alex, 'aal2', 'PATCH', own, { first_name: 'Alexandra' })).toMatchObject({ status: 204 });
  expect(await names()).toMatchObject([{ first_name: 'Alexandra' }]);
});

test('with the second step passed, or with an unfinished setup, everything works as usual', async () => {
  expect((await ask(alex, 'aal2', 'GET', '/rest/v1/works')).body).toHaveLength(1);
  expect((await ask(sam, 'aal1', 'GET', '/rest/v1/works')).body).toHaveLength(1);
  expect(await ask(sam, 'aal1', 'POST', '/rest/v1/works', { ...job, work_date: '2026-11-02' })).toMatchObject({
    status: 201,
  });
});
