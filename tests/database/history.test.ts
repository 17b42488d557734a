// History: what the log keeps of each change, its author, and who may read it.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyQuery } from '@/data/history';
import { historyLines } from '@/domain/history/history';
import { HISTORY_COLUMNS } from '@/widgets/history/history-columns';
import { testBackend, type Person, type TestBackend, type TestClient } from '@tests/support/embedded/backend';
import { setUpInvoicing, SENDER, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { current } from '@tests/support/mock-supabase';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let stranger: Person;
let account: InvoicingAccount;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  stranger = await backend.user({ firstName: 'Bob' });
  account = await setUpInvoicing(backend, owner);
});
afterAll(() => backend.close());

async function readHistory(table: keyof typeof HISTORY_COLUMNS, id: string, by: TestClient = owner, pages = 1) {
  current.client = by;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return (await queries.infiniteQuery({ ...historyQuery(owner.id, table, id), pages })).pages;
}
const linesOf = async (table: keyof typeof HISTORY_COLUMNS, id: string) => {
  const [entries = []] = await readHistory(table, id);
  const context = {
    currency: 'GBP',
    zone: 'Europe/London',
    postcodeName: 'Postcode',
    unit: 'each',
    times: null,
    name: 'X',
    creditNote: false,
  } as const;
  return historyLines(HISTORY_COLUMNS[table], entries, { ...context, customerName: () => null }).map(
    ({ actor, words }) => [actor, ...words],
  );
};
const today = () =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(`${account.today}T12:00:00Z`),
  );

test('the history of an entry lists each change with its author, newest first, through an invoice and back', async () => {
  const { data } = await driver
    .from('works')
    .insert({
      customer: 'Hill Farm',
      task_name: 'Hedges',
      chargeable_unit: 'each',
      quantity: 12,
      work_date: account.today,
    })
    .select('id')
    .single();
  const id = data?.id ?? '';
  await driver.from('works').update({ quantity: 14 }).eq('id', id);
  await owner.from('works').update({ rate: 10 }).eq('id', id);
  const { data: invoice } = await account.issue([id], {
    items: [{ id: crypto.randomUUID(), description: 'Fuel', amount: 5 }],
  });
  await account.mark([invoice?.id ?? ''], 'paid');
  await account.mark([invoice?.id ?? ''], 'clear');
  await account.withdraw(invoice?.id ?? '');
  const number = invoice?.invoice_number ?? '';
  expect(await linesOf('works', id)).toEqual([
    ['Ann Owner', `Taken off invoice ${number}`],
    ['Ann Owner', 'Mark “paid” taken back'],
    ['Ann Owner', `Marked paid on ${today()}`],
    ['Ann Owner', `Put on invoice ${number}`],
    ['Ann Owner', 'Rate added: £10.00 each', 'Value £140.00'],
    ['Sam Driver', 'Quantity 12 → 14 each'],
  ]);
  expect(await linesOf('invoices', invoice?.id ?? '')).toEqual([
    ['Ann Owner', 'Withdrawn'],
    ['Ann Owner', 'Mark “paid” taken back'],
    ['Ann Owner', `Marked paid on ${today()}`],
  ]);
});

test('a merge is in the history of the entry, the invoice and both customers', async () => {
  const smith = await account.addCustomer('Smith');
  const son = await account.addCustomer('Smith & Son');
  const [unbilled = '', billed = ''] = await account.addWorks([1, 2], { to: 'Smith' });
  const { data: invoice } = await account.issue([billed], { to: smith });
  await owner.rpc('merge_customers', { p_request_id: crypto.randomUUID(), p_from: smith, p_into: son });
  const printedName = 'with the name it was printed with';
  expect(await linesOf('works', unbilled)).toEqual([['Ann Owner', 'Customer Smith → Smith & Son']]);
  expect((await linesOf('works', billed))[0]).toEqual([
    'Ann Owner',
    `Now an entry of another customer, ${printedName}`,
  ]);
  expect(await linesOf('invoices', invoice?.id ?? '')).toEqual([
    ['Ann Owner', `Now an invoice of another customer, ${printedName}`],
  ]);
  expect(await linesOf('customers', smith)).toEqual([['Ann Owner', 'Merged into another customer']]);
  expect(await linesOf('customers', son)).toEqual([['Ann Owner', 'Merged Smith into X']]);
});

test('a change without a session is attributed to the system', async () => {
  const mill = await account.addCustomer('Old Mill');
  await backend.service().from('customers').update({ town: 'Evesham' }).eq('id', mill);
  expect(await linesOf('customers', mill)).toEqual([['the system', 'Town added: Evesham']]);
});

test('a customer’s author is known, also if a job created it', async () => {
  await driver
    .from('works')
    .insert({ customer: 'Bryn Dairy', task_name: 'A', chargeable_unit: 'hour', work_date: account.today });
  const { data } = await owner
    .from('customers')
    .select('name, created_by_name')
    .in('name', ['Hill Farm', 'Bryn Dairy'])
    .order('name');
  expect(data).toEqual([
    { name: 'Bryn Dairy', created_by_name: 'Sam Driver' },
    { name: 'Hill Farm', created_by_name: 'Ann Owner' },
  ]);
});

test('history can be read by the account holder only', async () => {
  const mill = await account.addCustomer('Mill');
  await owner.from('customers').update({ town: 'Evesham' }).eq('id', mill);
  expect((await readHistory('customers', mill)).flat()).toHaveLength(1);
  for (const by of [driver, stranger]) expect((await readHistory('customers', mill, by)).flat()).toEqual([]);
  expect((await readHistory('works', mill)).flat()).toEqual([]);
});

test('history is complete across pages, also if many changes have the same instant', async () => {
  const customer = await account.addCustomer('Long Farm');
  await backend.sql(
    `insert into public.audit_log (user_id, table_name, row_id, action, changed, at)
     select $1, 'customers', $2, 'update', jsonb_build_object('town', jsonb_build_object('old', null, 'new', n::text)),
            now() - (n / 25) * interval '1 minute' from generate_series(1, 70) n`,
    [owner.id, customer],
  );
  const pages = await readHistory('customers', customer, owner, 5);
  expect(pages.map((page) => page.length)).toEqual([30, 30, 10]);
  const entries = pages.flat();
  expect(new Set(entries.map(({ id }) => id)).size).toBe(70);
  const keys = entries.map(({ at, id }) => `${at} ${String(id).padStart(9, '0')}`);
  expect(keys).toEqual(keys.toSorted().reverse());
});

test('calculated columns are not logged, neither as a change nor with a deletion', async () => {
  const generated = await backend.sql<{ name: string }>(
    `select distinct column_name as name from information_schema.columns
     where table_schema = 'public' and is_generated = 'ALWAYS' and table_name not in
       (select table_name from information_schema.views where table_schema = 'public')`,
  );
  const [id = ''] = await account.addWorks([null]);
  await owner.from('works').update({ rate: 3, notes: 'Wet' }).eq('id', id);
  await owner.from('works').delete().eq('id', id);
  const rows = await backend.sql<{ changed: object }>(
    'select changed from public.audit_log where row_id = $1 order by id',
    [id],
  );
  expect(Object.keys(rows[0]?.changed ?? {}).sort()).toEqual(['notes', 'rate', 'total_value']);
  expect(Object.keys(rows[1]?.changed ?? {})).toContain('task_name');
  for (const { name } of generated) expect(Object.keys(rows[1]?.changed ?? {})).not.toContain(name);
  expect(generated.map(({ name }) => name)).toContain('progress');
});

test('a next invoice number raised by an invoice is not logged; one raised by a person is', async () => {
  const numbers = async () =>
    (
      await backend.sql<{ changed: Record<string, { new: unknown }>; actor_name: string }>(
        `select changed, actor_name from public.audit_log where user_id = $1 and table_name = 'invoice_settings'
         and changed ? 'next_number' order by id`,
        [owner.id],
      )
    ).map(({ changed, actor_name }) => [actor_name, changed['next_number']?.new]);
  const before = await numbers();
  const next = await account.nextNumber();
  expect((await account.issue(await account.addWorks([7]))).error).toBeNull();
  expect(await account.nextNumber()).toBe(next + 1);
  expect(await numbers()).toEqual(before);
  await account.saveSettings({ ...SENDER, next_number: next + 50 });
  expect(await numbers()).toEqual([...before, ['Ann Owner', next + 50]]);
});

test('the updates of every table are logged, except the listed ones', async () => {
  const rows = await backend.sql<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
       select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.write_audit'::regproc
         and t.tgtype & 16 = 16) order by 1`,
  );
  // The log itself; versions, confirmations, invitations, imports and mails, which are not edited; people and their names on
  // a farm, whose changes private.log_person logs; and saved filters, messages and devices, which are private.
  expect(rows.map(({ name }) => name)).toEqual([
    'audit_log',
    'checklist_versions',
    'employee_invites',
    'farm_people',
    'imports',
    'invoice_mails',
    'notice_reads',
    'profiles',
    'push_messages',
    'push_subscriptions',
    'saved_filters',
  ]);
});
