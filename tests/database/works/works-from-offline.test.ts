// Entries that a phone sends after being offline: its own clock is stored, and rows deleted meanwhile are not restored.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

const job = (id: string) => ({
  id,
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  quantity: 3,
  work_date: '2026-11-01',
  recorded_at: '1970-01-01T09:00:00Z',
});
const rows = async (id: string) =>
  backend.sql<{ user_id: string }>('select user_id from public.works where id = $1 order by user_id', [id]);

describe('the clock of a device', () => {
  test('is stored beside the database’s time, and never changed (F26)', async () => {
    const id = crypto.randomUUID();
    await driver.from('works').insert(job(id));
    const { data } = await owner
      .from('listed_works')
      .select('recorded_at, created_at, work_date')
      .eq('id', id)
      .single();
    expect(data?.recorded_at).toBe('1970-01-01T09:00:00+00:00');
    expect(Math.abs(Date.now() - Date.parse(data?.created_at ?? ''))).toBeLessThan(60_000);
    expect(data?.work_date).toBe('2026-11-01');
    const { error } = await owner
      .from('works')
      .update({ recorded_at: null } as never)
      .eq('id', id);
    expect(error?.code).toBe('42501');
  });

  test('is returned to employees who may not see prices', async () => {
    await owner.from('farm_settings').update({ employees_see_rates: false }).eq('user_id', owner.id);
    const id = crypto.randomUUID();
    const { data } = await driver.from('works').insert(job(id)).select('id');
    expect(data).toEqual([{ id }]);
    for (const view of ['crew_works', 'listed_works'] as const) {
      const read = await driver.from(view).select('recorded_at').eq('id', id).single();
      expect(read.data?.recorded_at).toBe('1970-01-01T09:00:00+00:00');
    }
  });
});

test('an entry in version 1’s format is accepted (F29)', async () => {
  const id = crypto.randomUUID();
  // Every column that version 1 of the app sends. Don't update this list with the app.
  const { error } = await driver.from('works').insert({
    id,
    user_id: owner.id,
    employee_id: driver.id,
    customer: 'Hill Farm',
    task_name: 'Baling',
    task_description: null,
    chargeable_unit: 'bale',
    rate: 6.22,
    quantity: 86,
    start_time: null,
    finish_time: null,
    start_second: false,
    finish_second: false,
    breaks: 0,
    work_date: '2026-11-01',
    notes: null,
    created_by_name: 'Dan',
    recorded_at: '2026-11-01T10:00:00.000Z',
  } as never);
  expect(error).toBeNull();
  expect(await rows(id)).toHaveLength(1);
});

describe('deleted records (F33, F42)', () => {
  test('a customer is not restored', async () => {
    const { data } = await driver.from('crew_customers').select('id').limit(1);
    expect(data).toEqual([]);
    const id = crypto.randomUUID();
    await owner.from('customers').insert({ id, name: 'Left Us' } as never);
    await owner.from('customers').delete().eq('id', id);
    const { error } = await driver.from('customers').insert({ id, user_id: owner.id, name: 'Left Us' } as never);
    expect(error).toMatchObject({ code: '23514', details: 'deleted' });
  });

  test('an entry is refused under its id, with who deleted it and when in the farm’s time zone', async () => {
    const id = crypto.randomUUID();
    await driver.from('works').insert(job(id));
    await owner.from('works').delete().eq('id', id);
    await backend.sql(`update public.audit_log set at = '2026-07-03 16:02:00Z' where row_id = $1`, [id]);
    const { error } = await driver.from('works').insert(job(id));
    expect(error).toMatchObject({
      code: '23514',
      details: 'deleted',
      message: 'Deleted by Ann Holder on 3 Jul 2026 at 17:02.',
    });
    // As the app sends it: an existing row is left alone, but a deleted one is refused all the same.
    const response = await driver
      .from('works')
      .upsert(job(id), { onConflict: 'user_id,id', ignoreDuplicates: true })
      .select('id');
    expect(response.error?.details).toBe('deleted');
    expect(await rows(id)).toEqual([]);
  });

  test('an entry’s id is free for another account, which learns nothing about the entry', async () => {
    const id = crypto.randomUUID();
    await owner.from('works').insert(job(id));
    await owner.from('works').delete().eq('id', id);
    const stranger = await backend.user({ firstName: 'Eve' });
    const { error } = await stranger.from('works').insert(job(id));
    expect(error).toBeNull();
    expect(await rows(id)).toEqual([{ user_id: stranger.id }]);
  });

  test('an entry sent twice stays as it was first stored', async () => {
    const id = crypto.randomUUID();
    await driver.from('works').insert(job(id));
    const response = await driver
      .from('works')
      .upsert({ ...job(id), quantity: 9 }, { onConflict: 'user_id,id', ignoreDuplicates: true })
      .select('id');
    expect(response).toMatchObject({ data: [], error: null });
    expect((await owner.from('works').select('quantity').eq('id', id).single()).data).toEqual({ quantity: 3 });
  });
});
