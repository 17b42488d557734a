// What one employee may see, chosen for them individually: it takes precedence over the farm's settings for all.
import { beforeAll, afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { rest } from '@tests/support/database/rest';
import { callFunction, refusal } from '@tests/support/account-data/invitations';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let other: Person;
let ownJob: string;
let othersJob: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

async function logJob(person: Person): Promise<string> {
  const id = crypto.randomUUID();
  const { error } = await person.from('works').insert({
    id,
    customer: 'Hill Farm',
    task_name: 'Baling',
    chargeable_unit: 'bale',
    rate: 6.22,
    quantity: 86,
    work_date: '2026-11-02',
  });
  if (error) throw error;
  return id;
}
const setVisibility = (person: Person, works: boolean | null, rates: boolean | null, by: Person | null = owner) =>
  callFunction(backend, by, 'set_employee_sight', {
    p_employee: person.id,
    p_sees_all_works: works,
    p_sees_rates: rates,
  });

beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan' });
  other = await backend.employeeOf(owner, { firstName: 'Eve' });
  ownJob = await logJob(driver);
  othersJob = await logJob(other);
  await owner.from('tasks').insert({ name: 'Baling', default_rate: 6.22 });
});

async function visibleIds(person: Person, view: 'works' | 'listed_works') {
  const { data } =
    view === 'works' ? await person.from('works').select('id') : await person.from('listed_works').select('id');
  return (data ?? []).map(({ id }) => id).sort();
}

/** Everything through which a person can read jobs and prices. */
async function readAll(person: Person): Promise<string> {
  const ask = rest(backend, person);
  const paths = ['works', 'crew_works', 'listed_works', 'tasks', 'crew_tasks', 'prices', 'customers', 'audit_log'];
  const answers = await Promise.all([
    ...paths.map((path) => ask('GET', `/rest/v1/${path}?select=*`)),
    ...['works_totals', 'placed_works', 'recent_jobs', 'customer_summary', 'works_groups', 'export_plan'].map((name) =>
      ask('POST', `/rest/v1/rpc/${name}`, name === 'works_groups' ? { p_group: 'customer' } : {}),
    ),
    ask('POST', '/rest/v1/rpc/home_summary', { p_today: '2026-11-20' }),
  ]);
  return JSON.stringify(answers.map(({ body }) => body));
}

describe('an employee to whom prices are hidden, on a farm that shows them', () => {
  beforeEach(async () => {
    expect((await setVisibility(driver, true, false)).status).toBe(200);
  });

  test('reads no price through any view, list, sum or filter, while other employees do', async () => {
    expect(await visibleIds(driver, 'works')).toEqual([]);
    expect(await visibleIds(driver, 'listed_works')).toEqual([ownJob, othersJob].sort());
    expect(await readAll(driver)).not.toMatch(/(?<!\d)(6\.220*|534\.920*|1069\.840*)(?!\d)/);
    for (const view of ['works', 'crew_works', 'listed_works'])
      expect((await rest(backend, driver)('GET', `/rest/v1/${view}?total_value=gte.0`)).body).toEqual([]);
    expect((await driver.rpc('works_totals', {})).data).toMatchObject([{ entries: 2, value: 0 }]);
    expect(await readAll(other)).toMatch(/534\.92/);
  });

  test('logs without a price', async () => {
    const id = await logJob(driver);
    expect((await owner.from('works').select('rate, total_value').eq('id', id)).data).toEqual([
      { rate: null, total_value: null },
    ]);
  });
});

test('an employee limited to their own jobs reads no other’s, on a farm that shows all', async () => {
  expect((await setVisibility(driver, false, true)).status).toBe(200);
  for (const view of ['works', 'listed_works'] as const) {
    expect(await visibleIds(driver, view)).toEqual([ownJob]);
    expect(await visibleIds(other, view)).toEqual([ownJob, othersJob].sort());
  }
  expect(await readAll(driver)).not.toContain(othersJob);
  expect((await driver.rpc('works_totals', {})).data).toMatchObject([{ entries: 1 }]);
});

test('an employee allowed more than the farm’s settings sees more, and no other does', async () => {
  await owner
    .from('farm_settings')
    .update({ employees_see_rates: false, employees_see_all_works: false })
    .eq('user_id', owner.id);
  expect(await visibleIds(driver, 'works')).toEqual([]);
  expect((await setVisibility(driver, true, true)).status).toBe(200);
  expect(await visibleIds(driver, 'works')).toEqual([ownJob, othersJob].sort());
  expect(await visibleIds(other, 'works')).toEqual([]);
  expect(await visibleIds(other, 'listed_works')).toEqual([othersJob]);
});

test('people can’t change what they may see themselves, or what another farm’s employees see', async () => {
  expect((await setVisibility(driver, false, false)).status).toBe(200);
  const holderOnly = refusal(403, 'Only the main account holder can do this.');
  expect(await setVisibility(driver, true, true, driver)).toMatchObject(holderOnly);
  expect(await setVisibility(driver, true, true, other)).toMatchObject(holderOnly);
  expect(await setVisibility(driver, true, true, null)).toMatchObject({ status: 401 });
  const stranger = await backend.user();
  expect(await setVisibility(driver, true, true, stranger)).toMatchObject(
    refusal(400, 'This person is not on your farm any more.'),
  );
  for (const column of ['sees_rates', 'sees_all_works'])
    expect(
      (await rest(backend, driver)('PATCH', `/rest/v1/profiles?id=eq.${driver.id}`, { [column]: true })).status,
    ).toBe(403);
  expect(await setVisibility(driver, null, true)).toMatchObject(refusal(400, 'Choose what this person may see.'));
  expect(
    await backend.sql('select sees_all_works, sees_rates from public.profiles where id = $1', [driver.id]),
  ).toEqual([{ sees_all_works: false, sees_rates: false }]);
});

test('the settings of an invitation apply to the person who joins, and end when they leave', async () => {
  const email = `visibility${Date.now()}@example.test`;
  const { body } = await callFunction(backend, owner, 'invite_employee', {
    p_email: email,
    p_sees_all_works: false,
    p_sees_rates: false,
  });
  const person = await backend.user({ email, firstName: 'Sam' });
  // The account holder made the invitation: the person who accepts can't change it.
  const token: unknown = Reflect.get(body as object, 'token');
  expect((await callFunction(backend, person, 'redeem_invite', { p_token: token, p_sees_rates: true })).status).toBe(
    404,
  );
  expect((await callFunction(backend, person, 'redeem_invite', { p_token: token })).status).toBe(200);
  expect(await visibleIds(person, 'listed_works')).toEqual([]);
  expect(await readAll(person)).not.toMatch(/534\.92|Baling.*6\.22/);
  const visibility = () =>
    backend.sql('select sees_all_works, sees_rates from public.profiles where id = $1', [person.id]);
  expect(await visibility()).toEqual([{ sees_all_works: false, sees_rates: false }]);
  await callFunction(backend, owner, 'remove_employee', { p_employee: person.id });
  expect(await visibility()).toEqual([{ sees_all_works: null, sees_rates: null }]);
});

test('each change of what an employee may see is logged in the account’s log, with the old value', async () => {
  await setVisibility(driver, true, false);
  await setVisibility(driver, true, true);
  const { data } = await owner.from('audit_log').select('changed').eq('row_id', driver.id).order('at').order('id');
  expect((data ?? []).map(({ changed }) => changed)).toEqual(
    expect.arrayContaining([
      { sees_all_works: { old: null, new: 'true' } },
      { sees_rates: { old: null, new: 'false' } },
      { sees_rates: { old: 'false', new: 'true' } },
    ]),
  );
});
