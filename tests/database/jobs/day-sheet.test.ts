// log_day_sheet: the jobs of a day in one transaction, once, or none of them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobContent } from '@/records/jobs';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan' });
});

const line = (more: object = {}) => ({
  ...{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.25, quantity: 10 },
  ...{ work_date: '2026-11-02', breaks: 0 },
  ...more,
});
const docket = (more: object = {}, people: object[] = [], id: string = crypto.randomUUID()) =>
  jobContent(id, { lines: [line(more)], people } as never, '2026-11-03T08:00:00Z');
const save = (person: Person, jobs: unknown) => person.rpc('log_day_sheet', { p_jobs: jobs as never });
const storedJobs = () =>
  backend.sql<{
    customer: string;
    value: number | null;
    made_by: string;
    person: string | null;
    minutes: number | null;
  }>(
    `select w.customer, w.total_value::float8 as value, w.created_by_name as made_by, p.name as person, p.minutes
     from public.works w left join public.job_people p on p.user_id = w.user_id and p.job_id = w.job_id
     where w.user_id = $1 order by w.customer, w.total_value`,
    [owner.id],
  );

test('saves each line as a job with its person, and returns the sum of the values that the database computed', async () => {
  const { data, error } = await save(owner, [
    docket({}, [{ person_id: driver.id, minutes: 90 }]),
    docket(
      {
        customer: 'Mill Farm',
        chargeable_unit: 'hour',
        rate: 40,
        quantity: null,
        start_time: '08:00',
        finish_time: '12:30',
        breaks: 30,
      },
      [{ name: 'Casual Carl', start_time: '08:00', finish_time: '12:30', breaks: 30 }],
    ),
    docket({ customer: 'New Farm', rate: null }),
  ]);
  expect(error).toBeNull();
  expect(data).toEqual([{ entries: 3, total: 222.5, unpriced: 1 }]);
  const [dan = ''] = (
    await backend.sql<{ name: string }>('select name from public.farm_people where person_id = $1', [driver.id])
  ).map(({ name }) => name);
  expect(await storedJobs()).toEqual([
    { customer: 'Hill Farm', value: 62.5, made_by: 'Ann Holder', person: dan, minutes: 90 },
    { customer: 'Mill Farm', value: 160, made_by: 'Ann Holder', person: 'Casual Carl', minutes: 240 },
    { customer: 'New Farm', value: null, made_by: 'Ann Holder', person: null, minutes: null },
  ]);
});

test('a repetition after a lost answer adds nothing and returns the same', async () => {
  const sheet = [docket(), docket({ quantity: 20 }, [{ name: 'Carl', minutes: 60 }])];
  const { data } = await save(owner, sheet);
  expect((await save(owner, sheet)).data).toEqual(data);
  // With a line that was added since.
  expect((await save(owner, [...sheet, docket({ quantity: 30 })])).data).toEqual([
    { entries: 3, total: 375, unpriced: 0 },
  ]);
  expect(await storedJobs()).toHaveLength(3);
});

test('one refused line saves nothing, and the refusal names its job', async () => {
  const id = crypto.randomUUID();
  const bad = await save(owner, [docket(), docket({ quantity: 0 }, [], id)]);
  expect(bad.error).toMatchObject({ message: 'Enter a quantity greater than 0.', details: id, code: '23514' });
  const changed = docket({}, [], id);
  await save(owner, [changed]);
  const again = await save(owner, [docket(), docket({ quantity: 11 }, [], id)]);
  expect(again.error).toMatchObject({
    message: 'This line was saved before, and then changed here. Find it in the list of works.',
    details: id,
  });
  expect(await storedJobs()).toHaveLength(1);
});

describe('new lines with people only are logged together', () => {
  /** Makes logging one by one fail. */
  async function withoutLogJob(run: () => Promise<void>) {
    await backend.sql('alter function public.log_job rename to log_job_away');
    try {
      await run();
    } finally {
      await backend.sql('alter function public.log_job_away rename to log_job');
    }
  }

  test('with the same rows as if each were logged alone', async () => {
    const at = { start_time: '08:00', finish_time: '12:30', breaks: 30 };
    const lines = [
      [{}, [{ person_id: driver.id, minutes: 90 }]],
      [{ customer: 'Mill Farm', chargeable_unit: 'hour', rate: 40, quantity: null, ...at }, [{ name: 'Carl', ...at }]],
      [{ customer: ' mill farm ', notes: 'Docket 3' }, []],
      [
        { customer: 'Mill Farm', quantity: null, finish_second: null },
        [{ name: 'Carl' }, { name: 'Dora', task: 'Raking' }],
      ],
    ] as const;
    const rowsOf = (table: string) =>
      backend.sql(
        `select to_jsonb(t) - '{id,user_id,job_id,customer_id,created_at,updated_at,created_by}'::text[] as row from public.${table} t
         where user_id = $1 order by to_jsonb(t) - '{id,user_id,job_id,customer_id,created_at,updated_at,created_by}'::text[]`,
        [owner.id],
      );
    const jobs = () => lines.map(([more, people]) => docket(more, [...people]));
    await withoutLogJob(async () => expect((await save(owner, jobs())).error).toBeNull());
    const together = [await rowsOf('works'), await rowsOf('job_people')];
    expect(together.map((rows) => rows.length)).toEqual([4, 4]);
    await owner.from('works').delete().neq('id', owner.id);
    for (const job of jobs()) expect((await owner.rpc('log_job', { p_job: job })).error).toBeNull();
    expect([await rowsOf('works'), await rowsOf('job_people')]).toEqual(together);
  });

  test('and are recognised when they are sent again, one by one or with others', async () => {
    const sheet = [docket(), docket({ quantity: 20 })];
    await withoutLogJob(async () => expect((await save(owner, sheet)).data).toHaveLength(1));
    expect((await owner.rpc('log_job', { p_job: sheet[0] ?? null })).data).toHaveLength(1);
    expect((await save(owner, [...sheet, docket({ quantity: 30 })])).data).toEqual([
      { entries: 3, total: 375, unpriced: 0 },
    ]);
    expect(await storedJobs()).toHaveLength(3);
  });

  test('unless a line has more than people or is refused: then they are logged one by one', async () => {
    const field = { machine_id: crypto.randomUUID() };
    const more = jobContent(crypto.randomUUID(), { lines: [line()], machines: [field] }, '2026-11-03T08:00:00Z');
    expect((await save(owner, [docket(), more])).error?.message).toBe("This machine is not one of the farm's.");
    const material = { product: 'Wrap', quantity: 2, unit_price: 30 };
    const priced = { lines: [line()], materials: [material] };
    const job = jobContent(crypto.randomUUID(), priced, '2026-11-03T08:00:00Z');
    expect((await save(owner, [docket(), job])).data).toEqual([{ entries: 3, total: 185, unpriced: 0 }]);

    const id = crypto.randomUUID();
    const plain = docket({}, [], id) as object;
    for (const [part, sentence] of [
      [{ people: 'Carl' }, 'The people of this job are not a list.'],
      [{ people: [{ name: 'Carl', id: `{${id}}` }] }, 'A part of this job has no key.'],
      [{ people: [{ name: '', id }] }, 'Say who was there.'],
      [{ people: Array.from({ length: 201 }, () => ({ name: 'Carl', id })) }, '200 people are the most on one job.'],
      [{ fields: {} }, 'The fields of this job are not a list.'],
      [{ lines: [] }, 'A job needs at least one line.'],
      [{ lines: [line({ id: crypto.randomUUID() })] }, "The first line of a job has the job's key."],
    ] as const)
      expect((await save(owner, [docket(), { ...plain, ...part }])).error).toMatchObject({
        message: sentence,
        details: id,
      });
    // A wrong clock is no reason to refuse a line.
    expect((await save(owner, [{ ...plain, recorded_at: 'yesterday' }])).error).toBeNull();
    const twice = docket();
    expect((await save(owner, [twice, twice])).data).toEqual([{ entries: 1, total: 62.5, unpriced: 0 }]);
  });
});

test('a sheet that is not a list, is empty or is too long is refused with a sentence', async () => {
  for (const [jobs, sentence] of [
    [null, "This is not a day's sheet."],
    [{ jobs: [] }, "This is not a day's sheet."],
    [['docket'], "This is not a day's sheet."],
    [[], "A day's sheet needs at least one line."],
    [Array.from({ length: 201 }, () => docket()), '200 lines are the most on one sheet.'],
    [[{ id: 'x' }], 'This job has no key.'],
  ] as const)
    expect((await save(owner, jobs)).error?.message).toBe(sentence);
});

test('employees are refused', async () => {
  expect((await save(driver, [docket()])).error?.message).toBe('Only the main account holder can do this.');
  expect(await storedJobs()).toEqual([]);
});
