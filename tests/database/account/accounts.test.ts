// Accounts: how one starts, what remains possible when it lapses, and that it is deleted as a whole.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { CHECKLIST, CHECKLIST_ITEMS, photoOf } from '@tests/support/database/persona-ids';
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

async function log(person: Person, job: object = {}): Promise<string> {
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
    });
    expect(await backend.sql('select series, next from private.counters where user_id = $1', [owner.id])).toEqual([
      { series: 'invoice', next: 1 },
    ]);
    expect((await owner.from('invoice_settings').select('*')).data).toEqual([]);
  });

  test('without names has none', async () => {
    const owner = await backend.user({ firstName: '  ', lastName: '' });
    expect((await owner.from('profiles').select('first_name, last_name').single()).data).toEqual({
      first_name: null,
      last_name: null,
    });
    // An entry still names its author.
    await log(owner);
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
    // Checked at the exact instant that was written.
    const { error } = await owner.from('tasks').insert({ name: 'Baling' });
    expect(error === null).toBe(active);
  });
});

describe('an account', () => {
  let owner: Person;
  let driver: Person;
  beforeEach(async () => {
    owner = await backend.user();
    driver = await backend.employeeOf(owner);
    const sent = await issue(owner, [await log(owner), await log(driver)]);
    await owner.rpc('mark_invoices', { p_request_id: crypto.randomUUID(), p_invoice_ids: [sent.id], p_status: 'sent' });
    const photo = photoOf(owner.id, await log(owner), crypto.randomUUID());
    await owner.from('attachments').insert(photo);
    const { data: task } = await owner.from('tasks').insert({ name: 'Baling', default_rate: 1 }).select('id').single();
    await owner
      .from('prices')
      .insert({ task_id: task?.id ?? '', chargeable_unit: 'bale', rate: 7, valid_from: '2026-01-01' });
    await backend.sql(
      `insert into public.invoice_mails (user_id, invoice_id, to_address, created_by_name) values ($1, $2, 'a@b.test', 'Ann')`,
      [owner.id, sent.id],
    );
    await backend.sql('insert into private.billing_customers (user_id, customer_id) values ($1, $2)', [
      owner.id,
      `cus_${owner.id}`,
    ]);
    await backend.sql(`insert into private.billing_events (event_id, user_id, kind) values ($2, $1, 'invoice.paid')`, [
      owner.id,
      `evt_${owner.id}`,
    ]);
    await owner.from('saved_filters').insert({ user_id: owner.id, name: 'Bales', query: 'unit=bale' });
    await driver
      .from('notes')
      .insert({ user_id: owner.id, title: 'General', body: 'Gate left open', note_date: '2026-11-02' });
    await driver
      .from('time_entries')
      .insert({ user_id: owner.id, clock_in_at: '2026-11-02T08:00:00Z', clock_out_at: '2026-11-02T16:00:00Z' });
    const notice = crypto.randomUUID();
    await owner.from('notices').insert({ id: notice, user_id: owner.id, title: 'Bridge closed' });
    await driver.from('notice_reads').insert({ user_id: owner.id, notice_id: notice, edition: 1, acknowledged: true });
    await owner.from('diary_events').insert({
      user_id: owner.id,
      kind: 'job',
      title: 'First cut',
      start_date: '2026-11-02',
      end_date: '2026-11-02',
      assigned_to: [driver.id],
    });
    await owner
      .from('checklist_templates')
      .insert({ id: CHECKLIST, user_id: owner.id, name: 'Tractor', items: CHECKLIST_ITEMS });
    await driver.from('checklist_completions').insert({
      id: crypto.randomUUID(),
      user_id: owner.id,
      template_id: CHECKLIST,
      version: 1,
      items: CHECKLIST_ITEMS,
      answers: [{ value: 'ok', comment: '', photos: [] }],
      started_at: new Date().toISOString(),
      completed_at: new Date().toISOString(),
    });
    await owner.rpc('invite_employee', { p_email: 'new.driver@example.test' });
    await owner.from('customers').update({ town: 'Exeter' }).eq('name', 'Hill Farm');
  });

  const rows = async (account: string) => {
    const [row] = await backend.sql<{ tables: string[] }>(
      `select array_agg(c.relnamespace::regnamespace || '.' || c.relname order by 1) as tables
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where a.attname = 'user_id' and c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    );
    const counts: Record<string, unknown> = {};
    for (const table of row?.tables ?? []) {
      const [count] = await backend.sql(`select count(*)::int as n from ${table} where user_id = $1`, [account]);
      counts[table] = count?.['n'];
    }
    return counts;
  };

  test('that is deleted takes every row along, and its employees have no account', async () => {
    const before = await rows(owner.id);
    expect(Object.values(before)).not.toContain(0);
    await backend.sql('delete from auth.users where id = $1', [owner.id]);
    expect(Object.values(await rows(owner.id)).every((count) => count === 0)).toBe(true);
    expect((await driver.from('profiles').select('role, admin_id')).data).toEqual([
      { role: 'employee', admin_id: null },
    ]);
    expect((await driver.from('works').select('*')).data).toEqual([]);
  });

  test('keeps the entries of a deleted person, under their name', async () => {
    const before = await rows(owner.id);
    await backend.sql('delete from auth.users where id = $1', [driver.id]);
    expect(await rows(owner.id)).toMatchObject({
      'public.works': before['public.works'],
      'public.invoices': before['public.invoices'],
    });
    const { data } = await owner.from('works').select('employee_id, created_by_name').like('created_by_name', 'Pat%');
    expect(data?.every((row) => row.employee_id === null)).toBe(true);
    expect(new Set(data?.map((row) => row.created_by_name)).size).toBe(2);
  });

  test('that has lapsed can still read and export everything', async () => {
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
    ] as const)
      expect((await rest(backend, driver)('GET', `/rest/v1/${table}`)).body, table).toEqual([]);
    for (const table of ['customers', 'tasks'] as const)
      expect(await rest(backend, driver)('POST', `/rest/v1/${table}`, { name: 'x' })).toMatchObject({ status: 403 });
    expect((await driver.from('works').insert(JOB)).error?.code).toBe('42501');
  });
});
