// What employees may read of the account holder and of each other: names, and until when the farm may write.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { rest } from '@tests/support/database/rest';
import { callFunction } from '@tests/support/account-data/invitations';

let backend: TestBackend;
let ann: Person;
let dee: Person;
let sam: Person;

beforeAll(async () => {
  backend = await testBackend();
  ann = await backend.user({ firstName: 'Ann', lastName: 'Hill' });
  dee = await backend.employeeOf(ann, { firstName: 'Dee', lastName: 'Driver' });
  sam = await backend.employeeOf(ann, { firstName: 'Sam', lastName: 'Byrne' });
  for (const person of [ann, sam])
    await backend.sql(
      `update public.profiles set phone = '07700 900123', turns_18_on = '2031-02-03', opted_out_48h = true, last_seen_at = now() where id = $1`,
      [person.id],
    );
});
afterAll(() => backend.close());

const ask = (person: Person, path: string) => rest(backend, person)('GET', `/rest/v1/${path}`);

test.each([
  'id',
  'phone',
  'turns_18_on',
  'opted_out_48h',
  'subscription_status',
  'trial_ends_at',
  'subscription_ends_at',
  'avatar_url',
  'last_seen_at',
  'created_at',
  'is_demo',
])('an employee reads %s only of themselves', async (column) => {
  for (const other of [ann, sam])
    expect(await ask(dee, `profiles?id=eq.${other.id}&select=${column}`)).toMatchObject({ status: 200, body: [] });
  // Nor by a filter or an embedded row.
  expect((await ask(dee, `profiles?${column}=not.is.null&select=id`)).body).not.toContainEqual({ id: ann.id });
  expect(JSON.stringify((await ask(dee, `farm_settings?select=profiles(${column})`)).body)).not.toMatch(
    /07700|2031|true/,
  );
  expect(await ask(dee, `profiles?select=id`)).toMatchObject({ body: [{ id: dee.id }] });
});

test('an employee reads the account holder’s names, and until when the farm may write', async () => {
  const ends = '2031-05-06T07:08:09+00:00';
  const holderFor = async (person: Person) => (await callFunction(backend, person, 'account_holder')).body;
  const expected = (active_until: string | null) => [{ first_name: 'Ann', last_name: 'Hill', active_until }];
  await backend.sql(`update public.profiles set trial_ends_at = $2 where id = $1`, [ann.id, ends]);
  expect(await holderFor(dee)).toEqual(expected(ends));
  await backend.sql(
    `update public.profiles set subscription_status = 'active', trial_ends_at = null, subscription_ends_at = $2 where id = $1`,
    [ann.id, ends],
  );
  expect(await holderFor(dee)).toEqual(expected(ends));
  await backend.sql(`update public.profiles set subscription_status = 'past_due' where id = $1`, [ann.id]);
  expect(await holderFor(dee)).toEqual(expected(null));
  expect(await holderFor(await backend.user())).not.toContainEqual(expect.objectContaining({ first_name: 'Ann' }));
  await backend.sql(`update public.profiles set person_status = 'suspended' where id = $1`, [sam.id]);
  expect(await holderFor(sam)).toEqual([]);
});

test('the account holder reads an employee’s name, phone number, status and working-time settings', async () => {
  const { body } = await ask(
    ann,
    `profiles?id=eq.${sam.id}&select=first_name,phone,person_status,turns_18_on,opted_out_48h`,
  );
  expect(body).toMatchObject([{ first_name: 'Sam', phone: '07700 900123', turns_18_on: '2031-02-03' }]);
});
