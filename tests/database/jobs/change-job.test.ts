// change_job: the people, machines, fields and materials of a job after it was logged, changed together or not at all.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Json } from '@/lib/database.types';
import { jobContent } from '@/records/jobs';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let tractor: string;
let baler: string;
let field: string;
let job: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan' });
  [tractor, baler, field, job] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  const machine = { user_id: owner.id, machine_type: 'tractor' };
  const added = [
    await owner.from('machines').insert([
      { ...machine, id: tractor, name: 'Fendt 724' },
      { ...machine, id: baler, name: 'Baler' },
    ]),
    await owner.from('fields').insert({ id: field, user_id: owner.id, name: 'Long Meadow', area_ha: 4.05 }),
    await driver.rpc('log_job', { p_job: content() }),
  ];
  expect(added.map(({ error }) => error)).toEqual([null, null, null]);
});

const content = () =>
  jobContent(
    job,
    {
      lines: [
        {
          ...{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'acre', rate: 62, quantity: 10 },
          work_date: '2026-11-02',
        },
      ],
      people: [
        { person_id: driver.id, minutes: 400 },
        { name: 'Carl', start_time: '08:00', finish_time: '16:00' },
      ],
      machines: [{ machine_id: tractor, hours: 6.5, meter_end: 2812 }],
      fields: [{ field_id: field, area_ha: 4.05 }],
      materials: [
        { product: 'Net wrap', quantity: 2, unit: 'rolls' },
        { product: 'Additive', quantity: 5, unit: 'L', unit_price: 12 },
      ],
    },
    '2026-11-02T17:00:00Z',
  );

const rows = async () => ({
  people: (await owner.from('job_people').select('*').eq('job_id', job).order('id')).data ?? [],
  machines: (await owner.from('job_machines').select('*').eq('job_id', job).order('id')).data ?? [],
  fields: (await owner.from('job_fields').select('*').eq('job_id', job).order('id')).data ?? [],
  materials:
    (await owner.from('job_materials').select('*').eq('job_id', job).is('work_id', null).order('id')).data ?? [],
});
type Rows = Awaited<ReturnType<typeof rows>>;
const seenOf = ({ people, machines, fields, materials }: Rows) =>
  [...people, ...machines, ...fields, ...materials].map(({ id, updated_at }) => ({ id, updated_at }));
const change = (person: Person, lists: object) =>
  person.rpc('change_job', { p_job: { id: job, ...lists } as unknown as Json });

test('adds, changes and removes rows, and leaves the lines and the other rows as they are', async () => {
  const before = await rows();
  const [dan] = before.people.filter(({ name }) => name !== 'Carl');
  const [carl] = before.people.filter(({ name }) => name === 'Carl');
  const lists = {
    seen: seenOf(before),
    people: [{ ...dan, minutes: 420 }, carl, { id: crypto.randomUUID(), name: 'Mick', minutes: 60 }],
    machines: [{ id: crypto.randomUUID(), machine_id: baler, hours: 3 }, ...before.machines],
    fields: [],
    materials: before.materials,
  };
  expect((await change(driver, lists)).error).toBeNull();
  const after = await rows();
  expect(after.people.map(({ name, minutes }) => `${name} ${minutes ?? ''}`).toSorted()).toEqual([
    'Carl 480',
    `${dan?.name ?? ''} 420`,
    'Mick 60',
  ]);
  expect(after.people.find(({ name }) => name === 'Carl')?.updated_at).toBe(carl?.updated_at);
  expect(after.machines.map(({ machine_name: name, hours }) => `${name} ${hours ?? ''}`).toSorted()).toEqual([
    'Baler 3',
    'Fendt 724 6.5',
  ]);
  expect(after.fields).toEqual([]);
  const { data: lines } = await owner.from('works').select('quantity, total_value').eq('job_id', job).order('line');
  expect(lines).toEqual([
    { quantity: 10, total_value: 620 },
    { quantity: 5, total_value: 60 },
  ]);
});

test('changes, adds and removes materials without a price; those with one stay, and only the holder sets costs', async () => {
  const before = await rows();
  const [wrap] = before.materials;
  const twine = { id: crypto.randomUUID(), product: 'Twine', quantity: 1, unit: 'roll', unit_cost: 32.5 };
  const lists = { ...before, materials: [{ ...wrap, quantity: 3 }, twine], seen: seenOf(before) };
  expect((await change(driver, lists)).error).toBeNull();
  const costs = async () => (await owner.from('job_costs').select('id, cost').eq('kind', 'material')).data;
  expect(await costs()).toEqual([]);
  const after = await rows();
  expect(after.materials.map(({ product, quantity }) => `${product} ${quantity}`).toSorted()).toEqual([
    'Net wrap 3',
    'Twine 1',
  ]);

  const oil = { ...twine, id: crypto.randomUUID(), product: 'Oil' };
  expect((await change(owner, { ...after, materials: [oil], seen: seenOf(after) })).error).toBeNull();
  expect(await costs()).toEqual([{ id: oil.id, cost: 32.5 }]);
  const { data } = await owner.from('job_materials').select('product, work_id').eq('job_id', job).order('product');
  expect(data?.map(({ product, work_id: workId }) => [product, workId !== null])).toEqual([
    ['Additive', true],
    ['Oil', false],
  ]);
  const { data: lines } = await owner.from('works').select('total_value').eq('job_id', job).order('line');
  expect(lines).toEqual([{ total_value: 620 }, { total_value: 60 }]);
});

test('is refused if a material was changed after it was read', async () => {
  const before = await rows();
  await owner.from('job_materials').update({ quantity: 9 }).eq('job_id', job).is('work_id', null);
  expect((await change(driver, { ...before, materials: [], seen: seenOf(before) })).error?.message).toBe(
    'This job was changed meanwhile. Close this and open it again to see the change.',
  );
  expect((await rows()).materials.map(({ quantity }) => quantity)).toEqual([9]);
});

test('a machine with another meter reading is a new row: its old reading is deleted', async () => {
  const before = await rows();
  const machines = [{ id: crypto.randomUUID(), machine_id: tractor, hours: 6.5, meter_end: 2815 }];
  expect((await change(owner, { ...before, machines, seen: seenOf(before) })).error).toBeNull();
  const { data } = await owner.from('machine_readings').select('reading').eq('machine_id', tractor);
  expect(data).toEqual([{ reading: 2815 }]);
});

test('is refused if the job was changed after it was read, and changes nothing', async () => {
  const before = await rows();
  await owner.from('job_people').update({ minutes: 300 }).eq('job_id', job).eq('name', 'Carl');
  await owner.from('job_fields').update({ area_ha: 3 }).eq('job_id', job);
  const { error } = await change(driver, { ...before, people: [], seen: seenOf(before) });
  expect(error?.message).toBe('This job was changed meanwhile. Close this and open it again to see the change.');
  const after = await rows();
  expect(after.people).toHaveLength(2);
  expect(after.fields.map(({ area_ha: area }) => area)).toEqual([3]);
});

test('one bad row refuses the whole change with its sentence', async () => {
  const before = await rows();
  const lists = { ...before, people: [], machines: [{ id: crypto.randomUUID(), machine_id: crypto.randomUUID() }] };
  expect((await change(owner, { ...lists, seen: seenOf(before) })).error?.message).toBe(
    "This machine is not one of the farm's.",
  );
  expect(await rows()).toEqual(before);
});

test('a list that is missing is refused, so that no rows are removed by mistake', async () => {
  const before = await rows();
  expect((await change(owner, { people: before.people, seen: seenOf(before) })).error?.message).toBe(
    'This is not a job.',
  );
  expect(await rows()).toEqual(before);
});

test('another employee, another account and a lapsed account are refused', async () => {
  const before = await rows();
  const lists = { ...before, people: [], seen: seenOf(before) };
  const other = await backend.employeeOf(owner);
  expect((await change(other, lists)).error?.message).toBe(
    'Only the person who logged this job and the account holder change it.',
  );
  expect((await change(await backend.user(), lists)).error?.message).toBe('This job is not there.');
  await backend.sql(`update public.profiles set trial_ends_at = now() - interval '40 days' where id = $1`, [owner.id]);
  expect((await change(owner, lists)).error?.message).toBe('Your account can read but not write at the moment.');
  expect(await rows()).toEqual(before);
});
