// The crew: suspended, leaving and removed employees, and what they can read from that moment on.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { relations } from '@tests/support/database/catalogue';
import { rest } from '@tests/support/database/rest';
import { callFunction, invite, profileOf, refusal } from '@tests/support/account-data/invitations';

let backend: TestBackend;
let owner: Person;
let addressCount = 0;
const newAddress = () => `new.person${(addressCount += 1)}@example.test`;
const JOB = {
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 2,
  quantity: 3,
  work_date: '2026-11-02',
};

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Hill' });
});
afterAll(() => backend.close());

/** A person who was invited and has joined. */
async function addMember(email = newAddress()): Promise<Person> {
  const { token } = await invite(backend, owner, email);
  const person = await backend.user({ email, firstName: 'Sam' });
  expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject({ status: 200 });
  return person;
}

describe('a suspended employee', () => {
  test('loses all access at once, even with a valid token, and gets it back when resumed', async () => {
    const person = await addMember();
    await person.from('works').insert(JOB);
    const ask = rest(backend, person);
    await callFunction(backend, owner, 'suspend_employee', { p_employee: person.id, p_suspended: true });
    for (const { name } of await relations(backend)) {
      const { status, body } = await ask('GET', `/rest/v1/${name}`);
      const own = name === 'profiles' ? [{ id: person.id, person_status: 'suspended' }] : [];
      expect({ name, status, body }).toMatchObject({ name, status: 200, body: own });
    }
    expect(await ask('POST', '/rest/v1/works', JOB)).toMatchObject(
      refusal(403, "Couldn't send – your access is suspended."),
    );
    await ask('PATCH', '/rest/v1/works?rate=gt.0', { notes: 'x' });
    await ask('DELETE', '/rest/v1/works?rate=gt.0');
    expect((await owner.from('works').select('notes')).data).toEqual([{ notes: null }]);
    expect(await ask('PATCH', `/rest/v1/profiles?id=eq.${person.id}`, { person_status: 'active' })).toMatchObject({
      status: 403,
    });

    await callFunction(backend, owner, 'suspend_employee', { p_employee: person.id, p_suspended: false });
    expect((await ask('GET', '/rest/v1/works')).body).toHaveLength(1);
    expect((await ask('POST', '/rest/v1/works', JOB)).status).toBe(201);
  });
});

describe('a removed employee', () => {
  test('still has their name on their work, and their unsent entries are refused with a message (case 60)', async () => {
    const person = await addMember();
    await person.from('works').insert(JOB);
    expect(await callFunction(backend, owner, 'remove_employee', { p_employee: person.id })).toMatchObject({
      status: 200,
    });
    expect(await profileOf(backend, person)).toMatchObject({ role: 'employee', admin_id: null, trial_ends_at: null });
    for (const [table, row] of [
      ['works', { ...JOB, user_id: owner.id }],
      ['customers', { name: 'x', user_id: owner.id }],
      ['notes', { title: 'x', body: 'x', note_date: '2026-11-02', user_id: owner.id }],
    ] as const)
      expect(await rest(backend, person)('POST', `/rest/v1/${table}`, row)).toMatchObject(
        refusal(403, "Couldn't send – you're no longer on this farm."),
      );
    expect((await owner.from('works').select('created_by_name, employee_id')).data).toEqual([
      { created_by_name: expect.stringContaining('Sam') as string, employee_id: person.id },
    ]);
  });

  test('can join again with a new invitation', async () => {
    const person = await addMember();
    await person.from('works').insert(JOB);
    await callFunction(backend, owner, 'remove_employee', { p_employee: person.id });
    const { token } = await invite(backend, owner, person.email);
    expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject({ status: 200 });
    expect((await person.from('works').select('id')).data).toHaveLength(1);
  });

  test('starts an account of their own without a second trial', async () => {
    const person = await addMember();
    await callFunction(backend, person, 'leave_farm');
    await backend.sql(`delete from public.farm_settings where user_id = $1`, [person.id]);
    expect(await callFunction(backend, person, 'start_own_account')).toMatchObject({ status: 200 });
    expect(await profileOf(backend, person)).toEqual({
      role: 'admin',
      admin_id: null,
      person_status: 'active',
      subscription_status: null,
      trial_ends_at: null,
      subscription_ends_at: null,
    });
    expect((await person.from('farm_settings').select('user_id')).data).toEqual([{ user_id: person.id }]);
    expect((await person.from('works').insert(JOB)).error?.message).toBe(
      'Your account can read but not write at the moment.',
    );
    await backend.sql(
      `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 day' where id = $1`,
      [person.id],
    );
    expect((await person.from('works').insert(JOB)).error).toBeNull();
    expect((await person.from('works').select('id')).data).toHaveLength(1);
  });
});

test('joining and leaving are logged in the account’s log', async () => {
  const person = await addMember();
  await callFunction(backend, owner, 'suspend_employee', { p_employee: person.id, p_suspended: true });
  await callFunction(backend, person, 'leave_farm');
  const { data } = await owner.from('audit_log').select('table_name, row_id, changed, actor').order('id');
  expect(data?.map(({ changed, actor }) => [Object.keys(changed as object)[0], actor === owner.id])).toEqual([
    ['invited', true],
    ['employee', false],
    ['person_status', true],
    ['employee', false],
  ]);
  expect(data?.slice(1).every(({ row_id }) => row_id === person.id)).toBe(true);
});

test('activity of an employee is recorded once in ten minutes', async () => {
  const person = await addMember();
  const lastSeen = async () => (await owner.rpc('crew_people')).data?.[0]?.last_seen_at;
  expect(await lastSeen()).not.toBeNull();
  expect((await callFunction(backend, person, 'note_seen')).body).toBe(false);
  await backend.sql(`update public.profiles set last_seen_at = '2026-01-01' where id = $1`, [person.id]);
  expect((await callFunction(backend, person, 'note_seen')).body).toBe(true);
  expect(Date.parse((await lastSeen()) ?? '')).toBeGreaterThan(Date.parse('2026-02-01'));
});

test('when two employees log the same job on the same day, both entries stay (case 58)', async () => {
  const [one, other] = [await addMember(), await addMember()];
  for (const person of [one, other]) expect((await person.from('works').insert(JOB)).error).toBeNull();
  const { data } = await owner.from('works').select('employee_id').order('employee_id');
  expect(data?.map(({ employee_id }) => employee_id)).toEqual([one.id, other.id].sort());
});

test('an entry that is sent twice is one row (case 59)', async () => {
  const person = await addMember();
  const row = { ...JOB, id: crypto.randomUUID(), user_id: owner.id };
  const send = () =>
    rest(backend, person)('POST', '/rest/v1/works?on_conflict=user_id,id&select=id', row, {
      Prefer: 'resolution=ignore-duplicates,return=representation',
    });
  expect((await send()).body).toEqual([{ id: row.id }]);
  expect((await send()).body).toEqual([]);
  expect((await owner.from('works').select('id')).data).toEqual([{ id: row.id }]);
});

test('an employee can’t change another person’s entry, nor move one into another farm (case 63)', async () => {
  const [one, other] = [await addMember(), await addMember()];
  const stranger = await backend.user();
  const id = crypto.randomUUID();
  await other.from('works').insert({ ...JOB, id });
  const before = await backend.sql('select * from public.works where id = $1', [id]);
  const ask = rest(backend, one);
  expect(
    await ask('PATCH', `/rest/v1/works?id=eq.${id}`, { notes: 'x' }, { Prefer: 'return=representation' }),
  ).toMatchObject({ body: [] });
  expect((await ask('PATCH', `/rest/v1/works?id=eq.${id}`, { user_id: stranger.id })).status).toBe(403);
  expect((await ask('POST', '/rest/v1/works', { ...JOB, user_id: stranger.id })).status).toBe(403);
  expect(await backend.sql('select * from public.works where id = $1', [id])).toEqual(before);
  expect((await stranger.from('works').select('id')).data).toEqual([]);
});
