// Accounts: how one starts, what remains possible when it lapses, and that it is deleted as a whole.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { openPersonas } from '@tests/support/database/personas';
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
async function issue(owner: Person, workIds: string[]) {
  await owner
    .from('invoice_settings')
    .upsert(
      { user_id: owner.id, business_name: 'B', address_line1: '1 Yard', vat_registered: false },
      { onConflict: 'user_id' },
    );
  const { data: work } = await owner
    .from('works')
    .select('customer_id')
    .eq('id', workIds[0] ?? '')
    .single();
  const { data, error } = await owner.rpc('issue_invoice', {
    p_request_id: crypto.randomUUID(),
    p_customer_id: work?.customer_id ?? '',
    p_work_ids: workIds,
  });
  if (error) throw new Error(error.message);
  return data;
}

describe('a sign-up', () => {
  test('starts an account: admin, thirty days of trial, settings, and a counter at one', async () => {
    const owner = await backend.user({ firstName: 'Ann', lastName: 'Hill' });
    const { data } = await owner.from('profiles').select('*').single();
    expect(data).toMatchObject({
      id: owner.id,
      first_name: 'Ann',
      last_name: 'Hill',
      role: 'admin',
      admin_id: null,
      subscription_status: 'trialing',
      subscription_ends_at: null,
      avatar_url: null,
    });
    const days = (Date.parse(data?.trial_ends_at ?? '') - Date.parse(data?.created_at ?? '')) / 86_400_000;
    expect(days).toBe(30);
    const { data: settings } = await owner.from('farm_settings').select('*').single();
    expect(settings).toMatchObject({
      user_id: owner.id,
      time_zone: 'Europe/London',
      currency: 'GBP',
      employees_see_rates: true,
      employees_see_all_works: true,
      asks_business: true,
      asks_prices: true,
      asks_first_job: true,
    });
    expect(await backend.sql('select series, next from private.counters where user_id = $1', [owner.id])).toEqual([
      { series: 'invoice', next: 1 },
    ]);
    expect((await owner.from('invoice_settings').select('*')).data).toEqual([]);
  });

  test('without names creates a profile without names', async () => {
    const owner = await backend.user({ firstName: '  ', lastName: '' });
    expect((await owner.from('profiles').select('first_name, last_name').single()).data).toEqual({
      first_name: null,
      last_name: null,
    });
    // An entry still names its author.
    await logJob(owner);
    const { data } = await owner.from('works').select('created_by_name').single();
    expect(data).toEqual({ created_by_name: owner.email.split('@')[0] });
  });

  test.each([
    ['trialing', `now() + interval '1 second'`, 'null', true],
    ['trialing', 'now()', 'null', false],
    ['trialing', 'null', `now() + interval '1 day'`, false],
    ['active', 'null', `now() + interval '1 day'`, true],
    ['active', `now() + interval '1 day'`, 'null', false],
    ['active', 'null', 'now()', false],
    ['past_due', `now() + interval '1 day'`, `now() + interval '1 day'`, false],
    ['canceled', `now() + interval '1 day'`, `now() + interval '1 day'`, false],
    [null, `now() + interval '1 day'`, `now() + interval '1 day'`, false],
  ])('%s, trial until %s, paid until %s is active: %s (case 83)', async (status, trial, paid, active) => {
    const owner = await backend.user();
    const [row] = await backend.sql(
      `with changed as (
         update public.profiles set subscription_status = $2, trial_ends_at = ${trial}, subscription_ends_at = ${paid} where id = $1 returning id)
       select count(*)::int as n from changed`,
      [owner.id, status],
    );
    expect(row).toEqual({ n: 1 });
    // Runs within a second of the update: an end of now() has passed, one a second later has not.
    const { error } = await owner.from('tasks').insert({ name: 'Baling' });
    expect(error === null).toBe(active);
  });
});

describe('deletion', () => {
  /** The number of rows of an account in each table. */
  const rowCounts = async (farm: TestBackend, account: string) => {
    const tables = await farm.sql<{ name: string }>(
      `select c.relnamespace::regnamespace || '.' || c.relname as name
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where a.attname = 'user_id' and c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [count] = await farm.sql<{ n: number }>(`select count(*)::int as n from ${name} where user_id = $1`, [
        account,
      ]);
      counts[name] = count?.n ?? 0;
    }
    return counts;
  };

  let farm: TestBackend;
  let owner: Person;
  let driver: Person;
  beforeEach(async () => {
    ({
      backend: farm,
      personas: {
        people: { A1: owner, E1: driver },
      },
    } = await openPersonas());
    const invoice = await issue(owner, [await logJob(owner), await logJob(driver)]);
    const mark = { p_request_id: crypto.randomUUID(), p_invoice_ids: [invoice.id], p_status: 'sent' };
    expect((await owner.rpc('mark_invoices', mark)).error).toBeNull();
    await farm.sql(`insert into private.billing_customers (user_id, customer_id) values ($1, 'cus_1')`, [owner.id]);
    await farm.sql(
      `insert into private.billing_events (event_id, user_id, kind) values ('evt_1', $1, 'invoice.paid')`,
      [owner.id],
    );
    await farm.sql(
      `insert into private.staged_import_rows (user_id, import_id, place, item) values ($1, gen_random_uuid(), 0, '{}')`,
      [owner.id],
    );
    await farm.sql(
      `insert into private.restores (user_id, archive, made_at, former, parts, state, last_log_id)
       values ($1, repeat('a', 64), now(), $1, 1, 'done', 0)`,
      [owner.id],
    );
    await farm.sql(
      `insert into private.push_deliveries (user_id, message_id, subscription_id)
       select m.user_id, m.id, s.id from public.push_messages m join public.push_subscriptions s using (user_id, person_id)
       where m.person_id = $1 on conflict do nothing`,
      [owner.id],
    );
  });
  afterEach(() => farm.close());

  test('of an account deletes all its rows and leaves its employees without an account', async () => {
    const before = await rowCounts(farm, owner.id);
    expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual([]);
    await farm.sql('delete from auth.users where id = $1', [owner.id]);
    const after = await rowCounts(farm, owner.id);
    expect(Object.keys(after).filter((table) => after[table] !== 0)).toEqual([]);
    expect((await driver.from('profiles').select('role, admin_id')).data).toEqual([
      { role: 'employee', admin_id: null },
    ]);
    expect((await driver.from('works').select('*')).data).toEqual([]);
  });

  test('of a person keeps what they entered, under their name', async () => {
    const authorsQuery = `select created_by_name, employee_id from public.works where user_id = $1 order by id`;
    const works = await farm.sql(authorsQuery, [owner.id]);
    expect(works.filter((work) => work['employee_id'] === driver.id).length).toBeGreaterThan(1);
    const before = await rowCounts(farm, owner.id);
    const [own] = await farm.sql<{ messages: number; devices: number; requests: number; terms: number }>(
      `select (select count(*)::int from public.push_messages where person_id = $1) as messages,
         (select count(*)::int from public.absence_requests where person_id = $1) as requests,
         (select count(*)::int from public.leave_terms where person_id = $1) as terms,
         (select count(*)::int from public.push_subscriptions where person_id = $1) as devices`,
      [driver.id],
    );
    expect(own?.devices).toBeGreaterThan(0);
    await farm.sql('delete from auth.users where id = $1', [driver.id]);
    expect(await rowCounts(farm, owner.id)).toEqual({
      ...before,
      // Saved filters are private, so they are deleted with the person.
      'public.saved_filters': (before['public.saved_filters'] ?? 0) - 1,
      'public.farm_people': (before['public.farm_people'] ?? 0) - 1,
      // So are their messages and devices.
      'public.push_messages': (before['public.push_messages'] ?? 0) - (own?.messages ?? 0),
      'public.push_subscriptions': (before['public.push_subscriptions'] ?? 0) - (own?.devices ?? 0),
      // And their requests for time off and their entitlement. Approved time off stays in the diary.
      'public.absence_requests': (before['public.absence_requests'] ?? 0) - (own?.requests ?? 0),
      'public.leave_terms': (before['public.leave_terms'] ?? 0) - (own?.terms ?? 0),
      'public.audit_log': expect.any(Number) as number,
    });
    expect(await farm.sql(authorsQuery, [owner.id])).toEqual(
      works.map((work) => (work['employee_id'] === driver.id ? { ...work, employee_id: null } : work)),
    );
  });
});

describe('an account', () => {
  let owner: Person;
  let driver: Person;
  beforeEach(async () => {
    owner = await backend.user();
    driver = await backend.employeeOf(owner);
    const invoice = await issue(owner, [await logJob(owner), await logJob(driver)]);
    await owner.rpc('mark_invoices', {
      p_request_id: crypto.randomUUID(),
      p_invoice_ids: [invoice.id],
      p_status: 'sent',
    });
    await logJob(owner);
    await owner.from('tasks').insert({ name: 'Baling', default_rate: 1 });
    await owner.from('customers').update({ town: 'Exeter' }).eq('name', 'Hill Farm');
  });

  test('that has lapsed can still read everything, but not write', async () => {
    await backend.lapse(owner);
    for (const table of [
      'works',
      'customers',
      'tasks',
      'invoices',
      'invoice_settings',
      'farm_settings',
      'audit_log',
      'crew_works',
    ] as const)
      expect((await rest(backend, owner)('GET', `/rest/v1/${table}`)).body, table).not.toEqual([]);
    expect((await driver.from('works').select('*')).data).toHaveLength(3);
    expect((await owner.rpc('works_totals', {})).data).toMatchObject([{ entries: 3 }]);
    const { error } = await owner.from('works').insert(JOB);
    expect(error?.message).toBe('Your account can read but not write at the moment.');
  });

  test('that pays again can write again', async () => {
    await backend.lapse(owner);
    await backend.sql(
      `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 month' where id = $1`,
      [owner.id],
    );
    expect((await owner.from('works').insert(JOB)).error).toBeNull();
    expect((await driver.from('works').insert(JOB)).error).toBeNull();
  });

  test('shows nothing to a removed person, and accepts nothing from them', async () => {
    await backend.sql('update public.profiles set admin_id = null where id = $1', [driver.id]);
    for (const table of [
      'works',
      'customers',
      'tasks',
      'invoices',
      'invoice_settings',
      'audit_log',
      'crew_works',
      'crew_tasks',
      'crew_customers',
      'crew_signoffs',
    ] as const)
      expect((await rest(backend, driver)('GET', `/rest/v1/${table}`)).body, table).toEqual([]);
    for (const table of ['customers', 'tasks'] as const)
      expect(await rest(backend, driver)('POST', `/rest/v1/${table}`, { name: 'x' })).toMatchObject({ status: 403 });
    expect((await driver.from('works').insert(JOB)).error?.code).toBe('42501');
  });
});
