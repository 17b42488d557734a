// Merging customers: what moves, what keeps its printed name, which details are filled in, and who is refused.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let stranger: Person;
let account: InvoicingAccount;
let smith: string;
let son: string;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  stranger = await backend.user({ firstName: 'Bob' });
  account = await setUpInvoicing(backend, owner);
});
beforeEach(async () => {
  for (const table of ['prices', 'works', 'invoices', 'customers', 'tasks'])
    await backend.sql(`delete from public.${table}`);
  smith = await account.addCustomer('Smith');
  son = await account.addCustomer('Smith & Son');
});
afterAll(() => backend.close());

const merge = (from: string, into: string, { by = owner, fill = false, requestId = crypto.randomUUID() } = {}) =>
  by.rpc('merge_customers', { p_request_id: requestId, p_from: from, p_into: into, p_fill_empty: fill });
async function expectMerged(from: string, into: string, more: { fill?: boolean } = {}) {
  const { data, error } = await merge(from, into, more);
  expect(error).toBeNull();
  expect(data).toBe(into);
}
const customers = () => backend.sql('select name, active, merged_into from public.customers order by name');
const works = async () => {
  const rows = await backend.sql('select id, customer, customer_id from public.works');
  return new Map(rows.map((row) => [row['id'], [row['customer'], row['customer_id']]]));
};
/** Everything that a refused merge must not change. */
const everything = () =>
  backend.sql(`select (select jsonb_agg(c order by id) from public.customers c) as customers,
    (select jsonb_agg(w order by id) from public.works w) as works, (select jsonb_agg(i order by id) from public.invoices i) as invoices,
    (select count(*)::int from public.audit_log) as log, (select count(*)::int from private.requests) as requests`);

describe('merging (case 57)', () => {
  test('gives unbilled work the target’s name; billed work and invoices keep theirs', async () => {
    const [billed = ''] = await account.addWorks([100], { to: 'Smith' });
    const [other = ''] = await account.addWorks([40], { to: 'Smith & Son' });
    const [unbilled = ''] = await account.addWorks([60], { to: 'Smith' });
    const { data: invoice } = await account.issue([billed], { to: smith });
    const frozen = await backend.sql('select lines, customer_snapshot, supplier_snapshot, total from public.invoices');
    expect((await owner.rpc('merge_preview', { p_from: smith, p_into: son })).data).toEqual([
      { unbilled: 1, billed: 1, invoices: 1, prices_moved: 0, prices_kept: 0 },
    ]);
    await expectMerged(smith, son);
    expect(await works()).toEqual(
      new Map([
        [billed, ['Smith', son]],
        [other, ['Smith & Son', son]],
        [unbilled, ['Smith & Son', son]],
      ]),
    );
    expect(await backend.sql('select id, customer_id from public.invoices')).toEqual([
      { id: invoice?.id, customer_id: son },
    ]);
    expect(await backend.sql('select lines, customer_snapshot, supplier_snapshot, total from public.invoices')).toEqual(
      frozen,
    );
    expect(frozen).toMatchObject([{ customer_snapshot: { id: smith, name: 'Smith' } }]);
    expect(await customers()).toEqual([
      { name: 'Smith', active: false, merged_into: son },
      { name: 'Smith & Son', active: true, merged_into: null },
    ]);
    // The list and the sums of the target include both names.
    const { data: listed } = await owner.from('works').select('customer').eq('customer_id', son).order('customer');
    expect(listed?.map(({ customer }) => customer)).toEqual(['Smith', 'Smith & Son', 'Smith & Son']);
    const { data: recent } = await driver.rpc('recent_jobs');
    expect(recent?.map((job) => job.customer)).toEqual(['Smith & Son']);
    expect((await owner.rpc('customer_summary')).data).toMatchObject([
      { customer_id: son, entries: 3, unbilled: 100, outstanding: 120 },
    ]);
  });

  test('work that is taken off its invoice later takes the target’s name', async () => {
    const [billed = ''] = await account.addWorks([100], { to: 'Smith' });
    const { data: invoice } = await account.issue([billed], { to: smith });
    await expectMerged(smith, son);
    expect((await account.withdraw(invoice?.id ?? '')).error).toBeNull();
    expect(await works()).toEqual(new Map([[billed, ['Smith & Son', son]]]));
  });

  test('an archived customer can be merged too', async () => {
    await owner.from('customers').update({ active: false }).eq('id', smith);
    await expectMerged(smith, son);
    expect(await customers()).toContainEqual({ name: 'Smith', active: false, merged_into: son });
  });

  test('a repeated request changes nothing; one with other arguments is refused', async () => {
    const hill = await account.addCustomer('Hill Farm');
    const requestId = crypto.randomUUID();
    expect((await merge(smith, son, { requestId })).data).toBe(son);
    const before = await everything();
    expect((await merge(smith, son, { requestId })).data).toBe(son);
    expect((await merge(hill, son, { requestId })).error?.message).toBe(
      'This request was used for something else. Try again.',
    );
    expect(await everything()).toEqual(before);
  });

  test('is logged on both customers with its author', async () => {
    await expectMerged(smith, son);
    const { data } = await owner
      .from('audit_log')
      .select('row_id, changed, actor, actor_name')
      .in('row_id', [smith, son])
      .order('id');
    const author = { actor: owner.id, actor_name: 'Ann Owner' };
    expect(data).toEqual([
      {
        row_id: smith,
        changed: { active: { old: true, new: false }, merged_into: { old: null, new: son } },
        ...author,
      },
      { row_id: son, changed: { merged_from: { old: null, new: 'Smith' } }, ...author },
    ]);
  });
});

describe('empty details', () => {
  const DETAILS = {
    address_line1: '1 Lane',
    town: 'Evesham',
    phone: '01632 960221',
    hazards: 'Loose collie',
    lat: 52.1,
    lng: -3,
  };

  test('stay empty unless requested', async () => {
    await owner
      .from('customers')
      .update({ ...DETAILS, phone2: '1' })
      .eq('id', smith);
    await expectMerged(smith, son);
    const { data } = await owner.from('customers').select('phone, town, hazards, lat').eq('id', son).single();
    expect(data).toEqual({ phone: null, town: null, hazards: null, lat: null });
  });

  test('are filled on request without overwriting anything; the address only as a whole', async () => {
    await owner
      .from('customers')
      .update({ ...DETAILS, address_line2: 'Old Lane', email: 'old@smith.test', notes: 'Old', payment_terms_days: 7 })
      .eq('id', smith);
    await owner.from('customers').update({ email: 'new@smith.test', address_line1: '2 Road' }).eq('id', son);
    await expectMerged(smith, son, { fill: true });
    const { data } = await owner.from('customers').select('*').eq('id', son).single();
    expect(data).toMatchObject({
      name: 'Smith & Son',
      email: 'new@smith.test',
      phone: '01632 960221',
      hazards: 'Loose collie',
      lat: 52.1,
      lng: -3,
      address_line1: '2 Road',
      address_line2: null,
      town: null,
      notes: null,
      payment_terms_days: null,
    });
    const empty = await account.addCustomer('Smith Bros', null);
    const other = await account.addCustomer('Smith Brothers');
    await expectMerged(other, empty, { fill: true });
    expect((await owner.from('customers').select('address_line1').eq('id', empty).single()).data).toEqual({
      address_line1: '1 Lane',
    });
  });
});

describe('prices with dates', () => {
  const price = (customer: string, from: string, to: string | null, rate: number, unit = 'acre') => ({
    user_id: owner.id,
    task_id: task,
    customer_id: customer,
    chargeable_unit: unit,
    valid_from: from,
    valid_to: to,
    rate,
  });
  let task: string;

  test('move if the target has none for those days, and stay if it has', async () => {
    const { data } = await owner.from('tasks').insert({ user_id: owner.id, name: 'Ploughing' }).select('id').single();
    task = data?.id ?? '';
    const { error } = await owner
      .from('prices')
      .insert([
        price(smith, '2026-01-01', '2026-03-31', 10),
        price(smith, '2026-04-01', null, 11),
        price(smith, '2026-04-01', null, 12, 'hour'),
        price(son, '2026-06-01', null, 20),
      ]);
    expect(error).toBeNull();
    expect((await owner.rpc('merge_preview', { p_from: smith, p_into: son })).data).toMatchObject([
      { prices_moved: 2, prices_kept: 1 },
    ]);
    await expectMerged(smith, son);
    const rows = await backend.sql('select customer_id, rate::float8 as rate from public.prices order by rate');
    expect(rows).toEqual([
      { customer_id: son, rate: 10 },
      { customer_id: smith, rate: 11 },
      { customer_id: son, rate: 12 },
      { customer_id: son, rate: 20 },
    ]);
  });
});

describe('a merge is refused', () => {
  test.each<[string, () => [string, string] | Promise<[string, string]>, string]>([
    ['into itself', () => [smith, smith], 'Choose another customer: this is the same one.'],
    [
      'from an unknown customer',
      () => [crypto.randomUUID(), son],
      'Choose the customer again: this one is no longer there.',
    ],
    [
      'into an unknown customer',
      () => [smith, crypto.randomUUID()],
      'Choose the customer again: this one is no longer there.',
    ],
    [
      'into an archived one',
      async () => {
        await owner.from('customers').update({ active: false }).eq('id', son);
        return [smith, son];
      },
      'Smith & Son is archived. Bring it back first.',
    ],
    [
      'into a merged one',
      async () => {
        await expectMerged(smith, son);
        return [await account.addCustomer('Hill Farm'), smith];
      },
      'Smith was merged into another customer. Choose that one.',
    ],
    [
      'from a merged one',
      async () => {
        await expectMerged(smith, son);
        return [smith, await account.addCustomer('Hill Farm')];
      },
      'Smith was merged already.',
    ],
  ])('a merge %s is refused', async (_, choose, sentence) => {
    const [from, into] = await choose();
    await account.addWorks([1], { to: 'Hill Farm' });
    const before = await everything();
    expect((await merge(from, into)).error).toMatchObject({ code: '23514', message: sentence });
    expect(await everything()).toEqual(before);
  });

  test('for employees, other accounts and a lapsed one', async () => {
    const lapsed = await backend.user();
    const created = await lapsed
      .from('customers')
      .insert([
        { user_id: lapsed.id, name: 'A' },
        { user_id: lapsed.id, name: 'B' },
      ])
      .select('id');
    await backend.lapse(lapsed);
    const before = await everything();
    expect((await merge(smith, son, { by: driver })).error).toMatchObject({
      code: '42501',
      message: 'Only the main account holder can do this.',
    });
    expect((await merge(smith, son, { by: stranger })).error?.message).toBe(
      'Choose the customer again: this one is no longer there.',
    );
    const [a, b] = created.data ?? [];
    expect((await merge(a?.id ?? '', b?.id ?? '', { by: lapsed })).error?.message).toBe(
      'Your account can read but not write at the moment.',
    );
    expect((await stranger.rpc('merge_preview', { p_from: smith, p_into: son })).data).toEqual([
      { unbilled: 0, billed: 0, invoices: 0, prices_moved: 0, prices_kept: 0 },
    ]);
    expect(await everything()).toEqual(before);
  });

  test('clients can’t write merged_into', async () => {
    for (const by of [owner, driver]) {
      // Not a column that clients may write; the types exclude it too.
      const change = { merged_into: son } as object;
      expect((await by.from('customers').update(change).eq('id', smith)).error?.code).toBe('42501');
      expect((await by.from('customers').insert({ ...change, name: 'X' })).error?.code).toBe('42501');
    }
  });

  test('an invoice for a merged customer is refused', async () => {
    const ids = await account.addWorks([1], { to: 'Smith' });
    await expectMerged(smith, son);
    expect((await account.issue(ids, { to: smith })).error?.message).toBe(
      'Smith was merged into another customer. Choose that one.',
    );
    const { data } = await account.issue(ids, { to: son });
    const fields = ['address_line1', 'id', 'name', 'po_required'];
    expect(Object.keys((data?.customer_snapshot ?? {}) as object).sort()).toEqual(fields);
  });
});
