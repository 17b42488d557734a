// Who did an entry: works.done_by and done_by_names are those of the people on the job, whatever changes them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let job: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  job = crypto.randomUUID();
});

const line = (more: object = {}) => ({
  ...{ id: crypto.randomUUID(), customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'hour', rate: 38 },
  ...{ quantity: 2, work_date: '2026-11-02', ...more },
});
const log = async (people: readonly object[], lines = [line({ id: job })], by = owner) => {
  const named = people.map((one) => ({ id: crypto.randomUUID(), ...one }));
  const { error } = await by.rpc('log_job', { p_job: { id: job, lines, people: named } });
  expect(error).toBeNull();
};
const doers = async (id = job) => {
  const rows = await backend.sql<{ done_by: string[] | null; done_by_names: string[] | null }>(
    'select done_by, done_by_names from public.works where job_id = $1 order by line',
    [id],
  );
  return rows.map(({ done_by, done_by_names }) => done_by?.map((person, at) => [person, done_by_names?.[at]]) ?? null);
};
const casual = async (name: string) => {
  const [row] = await backend.sql<{ id: string }>('select md5(lower($1))::uuid as id', [name]);
  return row?.id;
};
const dan = () => ({ person_id: driver.id, name: 'Sam Driver' });

test('each line of a job names its people, each once, and stays logged by its author', async () => {
  await log(
    [{ name: 'carl', minutes: 60 }, { name: 'Carl', minutes: 30 }, dan()],
    [line({ id: job }), line({ task_name: 'Baling' })],
  );
  const both = [
    [driver.id, 'Sam Driver'],
    [await casual('CARL'), expect.stringMatching(/^carl$/i)],
  ];
  const stored = await doers();
  expect(stored).toHaveLength(2);
  for (const people of stored) expect(people?.toSorted()).toEqual(both.toSorted());
  expect(
    await backend.sql('select distinct employee_id, created_by_name from public.works where job_id = $1', [job]),
  ).toEqual([{ employee_id: null, created_by_name: 'Ann Holder' }]);
});

test('a job that names nobody has none', async () => {
  await log([]);
  expect(await doers()).toEqual([null]);
});

test('it follows every change of the people, and a phone reads the entry again', async () => {
  await log([dan()]);
  const updatedAt = async () => {
    const rows = await backend.sql<{ at: string }>('select updated_at as at from public.works where job_id = $1', [
      job,
    ]);
    return rows[0]?.at;
  };
  const before = await updatedAt();
  const people = owner.from('job_people');
  await people.update({ person_id: null, name: 'Carl' }).eq('job_id', job);
  expect(await doers()).toEqual([[[await casual('carl'), 'Carl']]]);
  expect(await updatedAt()).not.toEqual(before);
  await people.insert({ user_id: owner.id, job_id: job, person_id: driver.id, name: '' });
  expect(await doers()).toEqual([
    [
      [await casual('carl'), 'Carl'],
      [driver.id, 'Sam Driver'],
    ],
  ]);
  await people.delete().eq('job_id', job);
  expect(await doers()).toEqual([null]);
  // The change of the people is logged, not its copy.
  const tables = await backend.sql(
    `select distinct table_name from public.audit_log where user_id = $1 and changed::text ~ 'done_by|Carl'`,
    [owner.id],
  );
  expect(tables).toEqual([{ table_name: 'job_people' }]);
});

test('an invoice prints who did it, and the people of its entries can still be named', async () => {
  const invoices = await setUpInvoicing(backend, owner);
  await log([dan(), { name: 'Carl' }]);
  expect((await invoices.issue([job])).error).toBeNull();
  expect(
    await backend.sql(`select lines -> 0 ->> 'person' as person from public.invoices where user_id = $1`, [owner.id]),
  ).toEqual([{ person: 'Carl, Sam Driver' }]);
  expect((await owner.from('job_people').delete().eq('job_id', job).is('person_id', null)).error).toBeNull();
  expect(await doers()).toEqual([[[driver.id, 'Sam Driver']]]);
});

test('a change of the time alone leaves the entry as it is', async () => {
  await log([dan()]);
  const stored = () => backend.sql('select xmin::text, updated_at from public.works where job_id = $1', [job]);
  const before = await stored();
  expect((await owner.from('job_people').update({ minutes: 90 }).eq('job_id', job)).error).toBeNull();
  expect(await stored()).toEqual(before);
});

test('a line that is added later, and a line that is restored, name the people of the job', async () => {
  await log([dan()]);
  const second = line({ user_id: owner.id, job_id: job, line: 2, created_by_name: '' });
  expect((await owner.from('works').insert(second as never)).error).toBeNull();
  const sam = [[driver.id, 'Sam Driver']];
  expect(await doers()).toEqual([sam, sam]);
  await owner.from('works').delete().eq('id', second.id);
  await owner.from('job_people').update({ person_id: null, name: 'Carl' }).eq('job_id', job);
  expect((await owner.rpc('restore_deleted_work', { p_id: second.id })).error).toBeNull();
  const carl = [[await casual('carl'), 'Carl']];
  expect(await doers()).toEqual([carl, carl]);
  // The whole job.
  await owner.rpc('delete_job', { p_job_id: job });
  expect((await owner.rpc('restore_deleted_work', { p_id: job })).error).toBeNull();
  expect(await doers()).toEqual([carl, carl]);
});

test('a person whose sign-in is deleted keeps the name, and an account is deleted with its jobs', async () => {
  await log([dan()]);
  await backend.sql('delete from auth.users where id = $1', [driver.id]);
  expect(await doers()).toEqual([[[await casual('sam driver'), 'Sam Driver']]]);
  await backend.sql('delete from auth.users where id = $1', [owner.id]);
  expect(await doers()).toEqual([]);
});
