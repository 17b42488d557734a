// log_job: all lines and parts of a job in one transaction, once, or nothing at all.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '@/lib/database.types';
import { jobContent, partId } from '@/records/jobs';
import { countJobRows, NO_JOB_ROWS } from '@tests/support/database/job-rows';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let stranger: Person;
let tractor: string;
let field: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan' });
  stranger = await backend.user();
  tractor = await machineOf(owner, 'Fendt 724');
  field = await fieldOf(owner, 'Long Meadow');
});

const machineOf = async (person: Person, name: string) => {
  const id = crypto.randomUUID();
  const { error } = await person.from('machines').insert({ id, user_id: person.id, name, machine_type: 'tractor' });
  expect(error).toBeNull();
  return id;
};
const fieldOf = async (person: Person, name: string) => {
  const id = crypto.randomUUID();
  const { error } = await person.from('fields').insert({ id, user_id: person.id, name, area_ha: 4.05 });
  expect(error).toBeNull();
  return id;
};

const line = (more: object = {}) => ({
  customer: 'Hill Farm',
  task_name: 'Foraging',
  chargeable_unit: 'acre',
  rate: 62,
  quantity: 10,
  work_date: '2026-11-02',
  ...more,
});
type Lists = Partial<Record<'lines' | 'people' | 'machines' | 'fields' | 'materials', object[]>>;
const contentOf = (id: string, lists: Lists) => jobContent(id, lists as never, '2026-11-02T17:00:00Z');
const log = (person: Person, id: string, lists: Lists) => person.rpc('log_job', { p_job: contentOf(id, lists) });
const silage = (): Lists => ({
  lines: [line(), line({ task_name: 'Carting', chargeable_unit: 'hour', rate: 38, quantity: 6 })],
  people: [
    { person_id: driver.id, minutes: 400 },
    { name: 'Casual Carl', start_time: '08:00', finish_time: '16:30', breaks: 30 },
  ],
  machines: [{ machine_id: tractor, hours: 6.5, meter_end: 2812 }],
  fields: [{ field_id: field, area_ha: 4.05 }],
  materials: [
    { product: 'Wrap', quantity: 6, unit: 'roll', unit_price: 84.5, unit_cost: 70 },
    { product: 'Additive', quantity: 12.5, unit: 'litre', batch: 'B7' },
  ],
});
const countOf = (id: string) => countJobRows((text) => backend.sql(text), id);
/** The rows that `silage` makes. */
const SILAGE_ROWS = { works: 3, job_people: 2, job_machines: 1, job_fields: 1, job_materials: 2 };

describe('a whole job', () => {
  test('is saved with its lines, people, machines, fields and materials, and a repetition adds nothing', async () => {
    const id = crypto.randomUUID();
    const job = silage();
    const { data, error } = await log(owner, id, job);
    expect(error).toBeNull();
    expect(data?.map((row) => row.id)).toEqual([id, partId(id, 'lines', 1), partId(id, 'materials', 0)]);
    expect((await log(owner, id, job)).data).toEqual(data);
    expect(await countOf(id)).toEqual(SILAGE_ROWS);
    const { data: lines } = await owner
      .from('works')
      .select('task_name, chargeable_unit, quantity, total_value, task_description')
      .eq('job_id', id)
      .order('line');
    expect(lines).toEqual([
      { task_name: 'Foraging', chargeable_unit: 'acre', quantity: 10, total_value: 620, task_description: null },
      { task_name: 'Carting', chargeable_unit: 'hour', quantity: 6, total_value: 228, task_description: null },
      { task_name: 'Wrap', chargeable_unit: 'each', quantity: 6, total_value: 507, task_description: 'roll' },
    ]);
    const { data: people } = await owner.from('job_people').select('name, minutes').eq('job_id', id).order('minutes');
    expect(people).toEqual([
      { name: expect.stringContaining('Dan') as string, minutes: 400 },
      { name: 'Casual Carl', minutes: 480 },
    ]);
    const { data: readings } = await owner
      .from('machine_readings')
      .select('reading, source, source_id')
      .eq('machine_id', tractor);
    expect(readings).toEqual([{ reading: 2812, source: 'work', source_id: id }]);
  });

  test('a repeated key with other content is refused, and another person’s key too', async () => {
    const id = crypto.randomUUID();
    await log(owner, id, { lines: [line()] });
    expect((await log(owner, id, { lines: [line({ quantity: 11 })] })).error?.code).toBe('23505');
    expect((await log(driver, id, { lines: [line()] })).error).not.toBeNull();
    // Each account has its own keys.
    expect((await log(stranger, id, { lines: [line()] })).error).toBeNull();
  });

  const refusals: [string, () => Lists, string][] = [
    ['no line', () => ({ lines: [] }), 'A job needs at least one line.'],
    [
      '201 people',
      () => ({ lines: [line()], people: Array.from({ length: 201 }, () => ({ name: 'X' })) }),
      '200 people are the most on one job.',
    ],
    [
      'more than 24 hours',
      () => ({ ...silage(), people: [{ name: 'Carl', minutes: 1441 }] }),
      'More than 24 hours for one person in one job is not allowed.',
    ],
    [
      'a machine twice',
      () => ({ ...silage(), machines: [{ machine_id: tractor }, { machine_id: tractor }] }),
      'Fendt 724 is on this job twice.',
    ],
    [
      'an unknown field',
      () => ({ ...silage(), fields: [{ field_id: crypto.randomUUID(), area_ha: 1 }] }),
      "This field is not one of the farm's.",
    ],
    ['a stranger', () => ({ ...silage(), people: [{ person_id: stranger.id }] }), 'Choose people of this farm only.'],
    [
      'a second line on another day',
      () => ({ lines: [line(), line({ work_date: '2026-11-01' })] }),
      'All lines of a job have the same customer and the same date.',
    ],
    [
      'a second line for another customer',
      () => ({ lines: [line(), line({ customer: 'Manor Farm' })] }),
      'All lines of a job have the same customer and the same date.',
    ],
    ['a bad line', () => ({ lines: [line(), line({ quantity: 0 })] }), 'Enter a quantity greater than 0.'],
    [
      'a material without an amount',
      () => ({ ...silage(), materials: [{ product: 'Wrap', quantity: 0 }] }),
      'Enter a quantity greater than 0.',
    ],
  ];
  test.each(refusals)('with %s is refused with a sentence, and nothing is saved', async (_, lists, sentence) => {
    const id = crypto.randomUUID();
    expect((await log(owner, id, lists())).error?.message).toBe(sentence);
    expect(await countOf(id)).toEqual(NO_JOB_ROWS);
  });

  test('two lines with the same key, and a field of another account that exists, are refused', async () => {
    const id = crypto.randomUUID();
    const content = contentOf(id, { lines: [line(), line()] }) as { lines: { id: string }[] };
    for (const one of content.lines) one.id = id;
    expect((await owner.rpc('log_job', { p_job: content as unknown as Json })).error?.message).toBe(
      'Two lines of this job have the same key.',
    );
    const foreignField = await fieldOf(stranger, 'Theirs');
    const withForeignField = { ...silage(), fields: [{ field_id: foreignField, area_ha: 1 }] };
    expect((await log(owner, id, withForeignField)).error?.message).toBe("This field is not one of the farm's.");
  });

  test('is refused with a machine that was sold before its day, and accepted with one that was sold afterwards', async () => {
    await owner.from('machines').update({ status: 'sold', sold_date: '2026-11-01' }).eq('id', tractor);
    const id = crypto.randomUUID();
    const job = { lines: [line()], machines: [{ machine_id: tractor }] };
    expect((await log(owner, id, job)).error?.message).toBe('Fendt 724 is sold. Take it off the job.');
    await owner.from('machines').update({ sold_date: '2026-11-03' }).eq('id', tractor);
    expect((await log(owner, id, job)).error).toBeNull();
  });
});

describe('afterwards', () => {
  test('a new date or customer of one line moves the whole job, but employees can’t move others’ lines', async () => {
    const id = crypto.randomUUID();
    await log(driver, id, { lines: [line(), line({ task_name: 'Carting' })] });
    await driver.from('works').update({ work_date: '2026-11-01', customer: 'Manor Farm' }).eq('id', id);
    const read = async () =>
      (await owner.from('works').select('work_date, customer').eq('job_id', id).order('line')).data;
    expect(await read()).toEqual([
      { work_date: '2026-11-01', customer: 'Manor Farm' },
      { work_date: '2026-11-01', customer: 'Manor Farm' },
    ]);
    // The driver can't move the account holder's line.
    const added = await owner.from('works').insert({
      id: crypto.randomUUID(),
      job_id: id,
      line: 3,
      ...line({ customer: 'Manor Farm', work_date: '2026-11-01' }),
    });
    expect(added.error).toBeNull();
    const { error } = await driver.from('works').update({ work_date: '2026-11-02' }).eq('id', id);
    expect(error?.message).toBe('This job has lines of other people. Only the account holder can move it.');
    expect(new Set((await read())?.map((row) => row.work_date))).toEqual(new Set(['2026-11-01']));
  });

  test('deleting a job deletes its parts and their readings, but keeps both with an invoiced line and says so', async () => {
    const id = crypto.randomUUID();
    await log(owner, id, silage());
    expect((await owner.rpc('delete_job', { p_job_id: id })).data).toEqual([{ id, kept: null }]);
    expect(await countOf(id)).toEqual(NO_JOB_ROWS);
    expect((await owner.from('machine_readings').select('id').eq('machine_id', tractor)).data).toEqual([]);
    expect((await log(owner, id, silage())).error?.message).toMatch(/^Deleted by Ann Holder on /);

    const billed = crypto.randomUUID();
    await log(owner, billed, silage());
    await owner.from('customers').update({ address_line1: '1 Lane' }).eq('name', 'Hill Farm');
    await owner
      .from('invoice_settings')
      .upsert({ user_id: owner.id, business_name: 'Ann', address_line1: '1 Yard', vat_registered: false });
    const { data: customer } = await owner.from('customers').select('id').eq('name', 'Hill Farm').single();
    const issued = await owner.rpc('issue_invoice', {
      p_request_id: crypto.randomUUID(),
      p_customer_id: customer?.id ?? '',
      p_work_ids: [billed],
    });
    expect(issued.error).toBeNull();
    expect((await owner.rpc('delete_job', { p_job_id: billed })).data?.[0]?.kept).toMatch(
      /^One line of this job is on invoice .*, so it stays, /,
    );
    expect(await countOf(billed)).toEqual({ ...SILAGE_ROWS, works: 1 });
  });

  test('costs are copied when a job is logged, missing ones once entered; only the holder reads them', async () => {
    await owner
      .from('people_costs')
      .insert({ user_id: owner.id, person_id: driver.id, name: 'Dan', hourly_cost: 15, valid_from: '2026-01-01' });
    const id = crypto.randomUUID();
    await log(driver, id, { ...silage(), materials: [{ product: 'Wrap', quantity: 1, unit_cost: 70 }] });
    const read = async () => (await owner.from('job_costs').select('kind, cost').eq('job_id', id).order('kind')).data;
    // The material's cost is ignored: an employee sent it.
    expect(await read()).toEqual([{ kind: 'person', cost: 15 }]);
    await owner
      .from('people_costs')
      .insert({ user_id: owner.id, name: 'casual carl', hourly_cost: 12, valid_from: '2026-11-01' });
    await owner
      .from('people_costs')
      .insert({ user_id: owner.id, person_id: driver.id, name: 'Dan', hourly_cost: 99, valid_from: '2026-11-01' });
    await owner.from('machine_costs').update({ hourly_cost: 40 }).eq('id', tractor);
    expect(await read()).toEqual([
      { kind: 'machine', cost: 40 },
      { kind: 'person', cost: 15 },
      { kind: 'person', cost: 12 },
    ]);
    for (const table of ['job_costs', 'people_costs'] as const)
      expect((await driver.from(table).select('*')).data).toEqual([]);
  });

  test('a machine with the id of a person is refused, so that no cost can be erased or swapped by it', async () => {
    await owner
      .from('people_costs')
      .insert({ user_id: owner.id, person_id: driver.id, name: 'Dan', hourly_cost: 15, valid_from: '2026-01-01' });
    const id = crypto.randomUUID();
    await log(driver, id, silage());
    const { data: costs } = await owner.from('job_costs').select('id, kind, cost').eq('job_id', id);
    expect(costs).toMatchObject([{ kind: 'person', cost: 15 }]);
    const shared = { user_id: owner.id, job_id: id, id: costs?.[0]?.id ?? '' };
    const refused = 'This key belongs to another part of a job.';
    const loader = await machineOf(owner, 'Manitou');
    expect((await driver.from('job_machines').insert({ ...shared, machine_id: loader })).error?.message).toBe(refused);
    expect(
      (await driver.from('job_materials').insert({ ...shared, product: 'Wrap', quantity: 1 })).error?.message,
    ).toBe(refused);
    // As two inserts at the same moment could leave it.
    await backend.sql(`alter table public.job_machines disable trigger part_id_is_free`);
    await driver.from('job_machines').insert({ ...shared, machine_id: loader });
    await backend.sql(`alter table public.job_machines enable trigger part_id_is_free`);
    expect((await driver.from('job_machines').delete().eq('id', shared.id).select('id')).data).toHaveLength(1);
    expect((await owner.from('job_costs').select('id, kind, cost').eq('job_id', id)).data).toEqual(costs);
  });

  test('employees who may not see prices can neither set nor read the price of a material', async () => {
    await owner.from('farm_settings').update({ employees_see_rates: false }).eq('user_id', owner.id);
    const id = crypto.randomUUID();
    expect((await log(driver, id, silage())).error).toBeNull();
    expect(await countOf(id)).toEqual({ ...SILAGE_ROWS, works: 2 });
    const { data } = await driver.from('job_materials').select('*').eq('job_id', id);
    expect(JSON.stringify(data)).not.toContain('84.5');
  });

  test('only the person who logged a job and the account holder can add to it', async () => {
    const other = await backend.employeeOf(owner);
    const id = crypto.randomUUID();
    await log(driver, id, { lines: [line()] });
    const notAllowed = 'Only the person who logged this job and the account holder change it.';
    expect((await other.from('job_people').insert({ user_id: owner.id, job_id: id, name: 'X' })).error?.message).toBe(
      notAllowed,
    );
    expect((await other.from('works').insert({ id: crypto.randomUUID(), job_id: id, ...line() })).error?.message).toBe(
      notAllowed,
    );
    expect((await owner.from('job_people').insert({ user_id: owner.id, job_id: id, name: 'X' })).error).toBeNull();
  });
});

describe('a signature', () => {
  const sign = (person: Person, id: string, more: object = {}) =>
    person.from('job_signoffs').insert({
      id: crypto.randomUUID(),
      user_id: owner.id,
      job_id: id,
      signed_name: 'J Hill',
      signature: 'M10 10L20 20',
      signed_at: '2026-11-02T17:05:00Z',
      content_hash: 'a'.repeat(64),
      ...more,
    });
  test('is never changed: signing again adds a version, and an empty or enormous one is refused', async () => {
    const id = crypto.randomUUID();
    await log(driver, id, { lines: [line()] });
    expect((await sign(driver, id)).error).toBeNull();
    expect((await sign(driver, id, { signed_name: 'Mrs Hill' })).error).toBeNull();
    expect((await sign(driver, id, { signature: 'M10 10' })).error?.message).toBe('Sign with your finger first.');
    expect((await sign(driver, id, { signature: '' })).error?.message).toBe('Sign with your finger first.');
    expect((await sign(driver, id, { signature: `M1 1${'L2 2'.repeat(1_250_000)}` })).error?.message).toBe(
      'This signature is too large. Clear it and sign again.',
    );
    expect((await sign(owner, crypto.randomUUID())).error?.message).toBe('This job is not there.');
    const { data } = await owner.from('job_signoffs').select('version, signed_name').eq('job_id', id).order('version');
    expect(data).toEqual([
      { version: 1, signed_name: 'J Hill' },
      { version: 2, signed_name: 'Mrs Hill' },
    ]);
    for (const person of [owner, driver]) {
      expect(
        (
          await person
            .from('job_signoffs')
            .update({ signed_name: 'X' } as never)
            .eq('job_id', id)
        ).error?.code,
      ).toBe('42501');
      expect((await person.from('job_signoffs').delete().eq('job_id', id)).error?.code).toBe('42501');
    }
  });

  test('of an impossible time has that of its arrival', async () => {
    const id = crypto.randomUUID();
    await log(driver, id, { lines: [line()] });
    for (const signed_at of ['1999-12-31T23:59:59Z', '2199-01-01T00:00:00Z'])
      expect((await sign(driver, id, { signed_at })).error).toBeNull();
    expect((await sign(driver, id, { signed_at: '2026-11-02T17:05:00Z' })).error).toBeNull();
    const rows = await backend.sql(
      `select abs(extract(epoch from now() - signed_at)) < 60 as now from public.job_signoffs where job_id = $1 order by version`,
      [id],
    );
    expect(rows).toEqual([{ now: true }, { now: true }, { now: false }]);
  });

  test('with prices shows its hash, which prices could be tried out against, only to those who see prices', async () => {
    const id = crypto.randomUUID();
    await log(driver, id, { lines: [line()] });
    expect((await sign(driver, id)).error).toBeNull();
    expect((await sign(owner, id, { with_prices: true })).error).toBeNull();
    await owner.from('farm_settings').update({ employees_see_rates: false }).eq('user_id', owner.id);
    const read = async (person: Person) => [
      (await person.from('job_signoffs').select('version, content_hash').eq('job_id', id).order('version')).data,
      (await person.from('crew_signoffs').select('version, content_hash').eq('job_id', id).order('version')).data,
    ];
    const hash = 'a'.repeat(64);
    const unpriced = { version: 1, content_hash: hash };
    expect(await read(driver)).toEqual([[unpriced], [unpriced, { version: 2, content_hash: '' }]]);
    const all = [unpriced, { version: 2, content_hash: hash }];
    expect(await read(owner)).toEqual([all, all]);
  });
});
