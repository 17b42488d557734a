// The people that other tests start from have the expected roles.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const profileOf = async ({ id }: { id: string }) =>
  (
    await backend.sql(
      `select first_name, role, admin_id, subscription_status as status, private.is_active(coalesce(admin_id, id)) as active
       from public.profiles where id = $1`,
      [id],
    )
  )[0];

test('an owner and their employee have an active account until the subscription lapses', async () => {
  const owner = await backend.user({ firstName: 'Olive' });
  const employee = await backend.employeeOf(owner, { firstName: 'Dai' });
  expect(await profileOf(owner)).toMatchObject({ first_name: 'Olive', role: 'admin', admin_id: null, active: true });
  expect(await profileOf(employee)).toMatchObject({
    first_name: 'Dai',
    role: 'employee',
    admin_id: owner.id,
    active: true,
  });
  await backend.lapse(owner);
  expect(await profileOf(owner)).toMatchObject({ active: false });
  expect(await profileOf(employee)).toMatchObject({ active: false });
});

test('each person has a separate client, as do an anonymous visitor and the secret key', async () => {
  const [one, two] = [await backend.user(), await backend.user()];
  const ids = async (client: ReturnType<TestBackend['anon']>) =>
    (await client.from('profiles').select('id')).data?.map(({ id }) => id);
  expect(await ids(one)).toEqual([one.id]);
  expect(await ids(two)).toEqual([two.id]);
  expect(await ids(backend.anon())).toBeUndefined();
  expect(await ids(backend.service())).toEqual(expect.arrayContaining([one.id, two.id]));
});
