// What employees can read and write if the account holder hides prices, or other people's entries.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { rest } from '@tests/support/database/rest';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const JOB = {
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 6.22,
  quantity: 86,
  work_date: '2026-11-02',
};

async function logJob(person: Person, job: object = {}): Promise<string> {
  const id = crypto.randomUUID();
  const { error } = await person.from('works').insert({ ...JOB, ...job, id });
  if (error) throw new Error(error.message);
  return id;
}
describe('an employee who may not see prices', () => {
  let owner: Person;
  let driver: Person;
  let other: Person;
  let ownJob: string;
  let othersJob: string;
  beforeAll(async () => {
    owner = await backend.user({ firstName: 'Ann' });
    driver = await backend.employeeOf(owner, { firstName: 'Dan' });
    other = await backend.employeeOf(owner, { firstName: 'Eve' });
    ownJob = await logJob(driver);
    othersJob = await logJob(other, { total_value: 1, notes: 'by the gate' });
    await logJob(owner);
    await owner.from('tasks').insert({ name: 'Baling', default_rate: 6.22 });
    await owner.from('customers').update({ notes: 'pays late', payment_terms_days: 14 }).eq('name', 'Hill Farm');
    const { error } = await owner.from('farm_settings').update({ employees_see_rates: false }).eq('user_id', owner.id);
    expect(error).toBeNull();
  });

  test('reads none of the priced entries in the table', async () => {
    expect((await driver.from('works').select('*')).data).toEqual([]);
    expect((await owner.from('works').select('id')).data).toHaveLength(3);
  });

  test('reads every entry in the view, without money', async () => {
    for (const view of ['crew_works', 'listed_works'] as const) {
      const { data } = await driver.from(view).select('*');
      expect(data).toHaveLength(3);
      for (const row of data ?? []) {
        expect(row).toMatchObject({
          rate: null,
          total_value: null,
          value_overridden: false,
          additional_items: [],
          customer: 'Hill Farm',
          quantity: 86,
        });
        // The pattern ignores digits that are part of a timestamp.
        expect(JSON.stringify(row)).not.toMatch(/(?<!\d)(6\.220*|534\.920*)(?!\d)/);
      }
    }
  });

  test('can’t infer a price from a filter, a total, recent jobs or the price list', async () => {
    for (const view of ['works', 'crew_works', 'listed_works'] as const) {
      expect((await rest(backend, driver)('GET', `/rest/v1/${view}?rate=gt.0`)).body).toEqual([]);
      expect((await rest(backend, driver)('GET', `/rest/v1/${view}?total_value=gte.0`)).body).toEqual([]);
      expect((await rest(backend, owner)('GET', `/rest/v1/works?total_value=gte.0`)).body).toHaveLength(3);
    }
    expect((await driver.rpc('works_totals', {})).data).toMatchObject([{ entries: 3, value: 0 }]);
    expect((await driver.rpc('home_summary', { p_today: '2026-11-20' })).data).toMatchObject([
      { unbilled_value: 0, outstanding: 0 },
    ]);
    expect((await driver.rpc('recent_jobs', {})).data).toMatchObject([{ rate: null }]);
    // The entries are priced, so the driver may not see their sum: no row is returned.
    expect((await driver.rpc('customer_summary', {})).data).toEqual([]);
    expect((await owner.rpc('customer_summary', {})).data).toMatchObject([{ unbilled: 1604.76 }]);
    expect((await driver.from('crew_tasks').select('name, default_rate')).data).toEqual([
      { name: 'Baling', default_rate: null },
    ]);
    expect((await driver.from('tasks').select('*')).data).toEqual([]);
    expect((await owner.from('tasks').select('default_rate')).data).toEqual([{ default_rate: 6.22 }]);
  });

  test('logs entries without a price, whatever is sent, and can read them', async () => {
    const id = await logJob(driver, { rate: 99, total_value: 99 });
    expect((await driver.from('works').select('id, rate, total_value, progress')).data).toEqual([
      { id, rate: null, total_value: null, progress: 'needs_rate' },
    ]);
    await driver.from('works').update({ quantity: 90, rate: 5, total_value: 450 }).eq('id', id);
    expect((await owner.from('works').select('rate, quantity, total_value').eq('id', id)).data).toEqual([
      { rate: null, quantity: 90, total_value: null },
    ]);
    // Once priced, it is no longer in the table, but still in the view.
    await owner.from('works').update({ rate: 7 }).eq('id', id);
    expect((await driver.from('works').select('id')).data).toEqual([]);
    expect((await driver.from('crew_works').select('id, rate').eq('id', id)).data).toEqual([{ id, rate: null }]);
    await owner.from('works').delete().eq('id', id);
  });

  test('adds a task without a price', async () => {
    await driver.from('tasks').insert({ name: 'Wrapping', default_rate: 3 });
    expect((await owner.from('tasks').select('default_rate').eq('name', 'Wrapping')).data).toEqual([
      { default_rate: null },
    ]);
  });

  test('reads only their own entries if the account holder chooses so', async () => {
    await owner.from('farm_settings').update({ employees_see_all_works: false }).eq('user_id', owner.id);
    for (const view of ['crew_works', 'listed_works'] as const)
      expect((await driver.from(view).select('id')).data).toEqual([{ id: ownJob }]);
    expect((await driver.rpc('works_totals', {})).data).toMatchObject([{ entries: 1 }]);
    await owner.from('farm_settings').update({ employees_see_rates: true }).eq('user_id', owner.id);
    expect((await driver.from('works').select('id, total_value')).data).toEqual([{ id: ownJob, total_value: 534.92 }]);
    expect((await other.from('works').select('id')).data).toEqual([{ id: othersJob }]);
    expect((await driver.from('works').select('id').eq('id', othersJob)).data).toEqual([]);
    await owner.from('farm_settings').update({ employees_see_all_works: true }).eq('user_id', owner.id);
    expect((await driver.from('works').select('id')).data).toHaveLength(3);
  });

  test('never reads terms or notes of a customer', async () => {
    const { data } = await driver.from('crew_customers').select('*');
    expect(data).toHaveLength(1);
    expect(JSON.stringify(data)).not.toMatch(/pays late|payment_terms/);
  });

  test('adds a customer, but no billing details, notes or archived state', async () => {
    const { error } = await driver.from('customers').insert({
      name: 'New Farm',
      town: 'Exeter',
      payment_terms_days: 90,
      vat_number: 'GB1',
      billing_email: 'x@example.test',
      notes: 'x',
      po_required: true,
      active: false,
    });
    expect(error).toBeNull();
    const { data } = await owner.from('customers').select('*').eq('name', 'New Farm').single();
    expect(data).toMatchObject({
      town: 'Exeter',
      payment_terms_days: null,
      vat_number: null,
      billing_email: null,
      notes: null,
      po_required: false,
      active: true,
      created_by: driver.id,
    });
  });
});
