// What a spray or fertiliser of a job leaves in the records of its fields: logged, undone and brought back with the job.
import { beforeEach, describe, expect, test } from 'vitest';
import { jobContent, partId } from '@/records/jobs';
import { deletedWorksHelpers, line } from '@tests/database/works/deleted-works-helpers';
import type { Person, TestBackend } from '@tests/support/embedded/backend';

const { people, remove, restore, stored } = deletedWorksHelpers();
let backend: TestBackend;
let owner: Person;
let driver: Person;
let field: string;
let job: string;
beforeEach(async () => {
  ({ backend, owner, driver } = people());
  field = crypto.randomUUID();
  job = crypto.randomUUID();
  const row = { id: field, user_id: owner.id, name: 'Long Meadow', area_ha: 12.4 };
  expect((await owner.from('fields').insert(row)).error).toBeNull();
});

const spray = (more: object = {}) => ({
  ...{ field_id: field, field_name: 'Long Meadow', season: 2026, activity_type: 'spray', area_ha: 12.4 },
  ...{ started_at: '2026-11-02T08:00:00Z', product: 'Proline 275', rate: 1.5, rate_unit: 'L/ha' },
  ...{ mapp_pcs_no: '14790', harvest_interval_days: 35, batch_no: 'B7', ...more },
});
const log = async (person: Person, activities: object[], id = job) => {
  const lists = {
    lines: [line({ task_name: 'Spraying' }), line({ task_name: 'Carting' })],
    fields: [{ field_id: field, area_ha: 12.4 }],
    materials: [{ product: 'Proline 275', quantity: 18.6, unit: 'L' }],
    activities,
  };
  const { error } = await person.rpc('log_job', { p_job: jobContent(id, lists as never, '2026-11-02T17:00:00Z') });
  return error?.message ?? null;
};
const activities = async () =>
  (await stored('field_activities', 'user_id', owner.id)).toSorted((a, b) =>
    // Proline before Aviator, as they are logged: an update changes the order in which rows are read.
    String(b['product']).localeCompare(String(a['product'])),
  );
const deleteJob = async (person: Person) => (await person.rpc('delete_job', { p_job_id: job })).error?.message ?? null;
const age = (days: number) =>
  backend.sql(`update public.field_activities set created_at = now() - make_interval(days => $1)`, [days]);

describe('a job with a spray', () => {
  test('leaves it in the record of the field, once, with its dose and the job', async () => {
    expect(await log(driver, [spray()])).toBeNull();
    expect(await log(driver, [spray()])).toBeNull();
    expect(await activities()).toMatchObject([
      {
        ...{ id: partId(job, 'activities', 0), work_id: job, field_id: field, field_name: 'Long Meadow' },
        ...{ product: 'Proline 275', total_qty: 18.6, harvest_interval_days: 35, mapp_pcs_no: '14790' },
        ...{ created_by: driver.id, status: 'done', batch_no: 'B7' },
      },
    ]);
  });

  test('keeps what was used, until the rate or the area changes', async () => {
    // 12 L on 12.4 ha: the rounded rate times the area would be 11.9996 L.
    expect(await log(driver, [spray({ rate: 0.9677, total_qty: 12 })])).toBeNull();
    const total = async (change: object) => {
      expect((await driver.from('field_activities').update(change).eq('work_id', job)).error).toBeNull();
      return (await activities())[0]?.['total_qty'];
    };
    expect(await total({ notes: 'Windy', total_qty: 11.9995 })).toBe(12);
    expect(await total({ area_ha: 10 })).toBe(9.677);
    // Not the total of this rate.
    const other = crypto.randomUUID();
    expect(await log(driver, [spray({ total_qty: 100 })], other)).toBeNull();
    expect(await stored('field_activities', 'work_id', other)).toMatchObject([{ total_qty: 18.6 }]);
  });

  test('is refused as a whole if its record is refused', async () => {
    expect(await log(owner, [spray({ area_ha: 14 })])).toBe('Treated area is bigger than the field.');
    expect(
      await log(
        owner,
        Array.from({ length: 201 }, () => spray()),
      ),
    ).toBe('200 field records are the most of one job.');
    expect(await stored('works', 'job_id', job)).toEqual([]);
    expect(await activities()).toEqual([]);
  });

  test('strikes out its record when it is undone, and both are brought back together', async () => {
    await log(owner, [spray(), spray({ product: 'Aviator' })]);
    const byHand = partId(job, 'activities', 1);
    expect((await owner.from('field_activities').update({ struck: true }).eq('id', byHand)).error).toBeNull();
    const before = await activities();
    expect(await deleteJob(owner)).toBeNull();
    expect(await stored('works', 'job_id', job)).toEqual([]);
    expect(await activities()).toMatchObject([
      { product: 'Proline 275', struck: true, struck_by_name: expect.stringMatching(/./) as string, work_id: null },
      { product: 'Aviator', struck: true, work_id: null },
    ]);
    // The one that was struck out before stays struck out.
    expect(await restore(job)).toBe(2);
    const timeless = (rows: readonly Record<string, unknown>[]) => rows.map((row) => ({ ...row, updated_at: null }));
    expect(timeless(await activities())).toEqual(timeless(before));
    // Brought back although its field has become smaller since.
    await deleteJob(owner);
    await backend.sql('update public.fields set area_ha = 2 where id = $1', [field]);
    expect(await restore(job)).toBe(2);
    expect(await activities()).toMatchObject([
      { area_ha: 12.4, work_id: job, struck: false },
      { struck: true, work_id: job },
    ]);
  });

  test('that is deleted by its employee after more than 7 days leaves the record without the job', async () => {
    await log(driver, [spray()]);
    await age(8);
    expect(await deleteJob(driver)).toBeNull();
    expect(await stored('works', 'job_id', job)).toEqual([]);
    expect(await activities()).toMatchObject([{ product: 'Proline 275', work_id: null, struck: false }]);
  });

  test('leaves its record if only its first line is deleted, by an employee after more than 7 days too', async () => {
    await log(driver, [spray()]);
    await age(8);
    await remove(driver, job);
    expect(await activities()).toMatchObject([{ work_id: null }]);
    expect(await restore(job)).toBe(1);
    expect(await activities()).toMatchObject([{ work_id: job }]);
  });
});

test('a record can’t be linked to a job that does not exist, or to the job of another person', async () => {
  await log(owner, []);
  const add = async (person: Person, work: string) =>
    (
      await person
        .from('field_activities')
        .insert({ id: crypto.randomUUID(), user_id: owner.id, ...spray(), work_id: work })
    ).error?.message ?? null;
  expect(await add(owner, crypto.randomUUID())).toBe('This job is not there.');
  expect(await add(driver, job)).toBe('Only the person who logged this job and the account holder change it.');
  expect(await add(owner, job)).toBeNull();
});
