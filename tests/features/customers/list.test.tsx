import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ORIGIN, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function addWork(customer: string, workDate: string, rate: number | null = 40) {
  const { error } = await owner.from('works').insert({
    id: crypto.randomUUID(),
    user_id: owner.id,
    customer,
    task_name: 'Baling',
    chargeable_unit: 'bale',
    rate,
    quantity: 10,
    work_date: workDate,
  });
  if (error) throw error;
}

async function invoiceWork(customer: string) {
  const { data } = await owner.from('works').select('id, customer_id').eq('customer', customer).not('rate', 'is', null);
  const works = data ?? [];
  const { error } = await owner.rpc('issue_invoice', {
    p_request_id: crypto.randomUUID(),
    p_customer_id: works[0]?.customer_id ?? '',
    p_work_ids: works.map(({ id }) => id),
  });
  if (error) throw error;
}

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
});
beforeEach(async () => {
  await backend.sql('delete from public.works');
  await backend.sql('delete from public.invoices');
  await backend.sql('delete from public.customers');
  await owner.from('customers').insert([
    {
      user_id: owner.id,
      name: 'Hill Farm',
      contact_name: 'Megan',
      phone: '07700 900112',
      town: 'Kington',
      hazards: 'Loose collie',
    },
    { user_id: owner.id, name: 'Siân Ní Dhálaigh' },
    { user_id: owner.id, name: "O'Brien & Sons <b>" },
    { user_id: owner.id, name: 'Old Mill Farm', active: false, notes: 'sold up' },
  ]);
  await owner
    .from('invoice_settings')
    .upsert({ user_id: owner.id, business_name: 'Headland', address_line1: 'Forge', vat_registered: false });
  await addWork('Hill Farm', daysAgo(400));
  await invoiceWork('Hill Farm');
  await addWork("O'Brien & Sons <b>", daysAgo(3));
  await addWork("O'Brien & Sons <b>", daysAgo(2), null);
});
afterAll(() => backend.close());

const names = async () => {
  const table = await screen.findByRole('table', { name: 'Customers' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);
};

test('lists the active customers by name with uninvoiced and outstanding amounts', async () => {
  await renderPage('/customers', { backend, person: owner });
  expect(await names()).toEqual(['Hill Farm', "O'Brien & Sons <b>", 'Siân Ní Dhálaigh']);
  const hill = screen.getByRole('row', { name: /Hill Farm/ });
  expect(await within(hill).findByText('£400.00')).toBeVisible();
  expect(within(hill).getByRole('link', { name: '07700 900112' })).toHaveAttribute('href', 'tel:07700900112');
  // The entry without a rate has no value yet.
  expect(within(screen.getByRole('row', { name: /O'Brien/ })).getByText('£400.00')).toBeVisible();
  const totals = screen.getByRole('region', { name: 'Totals' });
  expect(totals).toHaveTextContent(/Customers\s*3/);
  expect(totals).toHaveTextContent(/Uninvoiced\s*£400\.00/);
  expect(totals).toHaveTextContent(/Outstanding\s*£400\.00/);
});

test('finds a name ignoring accents and case, filters and sorts; the address keeps it, until the filters are cleared', async () => {
  const { user, address } = await renderPage('/customers?q=SIAN', { backend, person: owner });
  expect(await names()).toEqual(['Siân Ní Dhálaigh']);
  const search = screen.getByRole('searchbox', { name: 'Search customers' });
  await user.clear(search);
  await user.type(search, 'sian dhal');
  expect(await names()).toEqual(['Siân Ní Dhálaigh']);
  expect(address()).toBe('/customers?q=sian+dhal');
  await user.type(search, 'z');
  await screen.findByText('No customer fits.');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await names()).toHaveLength(3);
  expect(address()).toBe('/customers');
  expect(search).toHaveValue('');

  await screen.findByRole('region', { name: 'Totals' });
  await user.click(screen.getByRole('button', { name: 'Owes money' }));
  expect(await names()).toEqual(['Hill Farm']);
  expect(address()).toBe('/customers?owes=1');
  await user.click(screen.getByRole('button', { name: 'Owes money' }));
  await user.click(screen.getByRole('button', { name: 'No work in 12 months' }));
  expect(await names()).toEqual(['Hill Farm', 'Siân Ní Dhálaigh']);
  await user.click(screen.getByRole('button', { name: 'No work in 12 months' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Balance');
  expect(await names()).toEqual(['Hill Farm', "O'Brien & Sons <b>", 'Siân Ní Dhálaigh']);
  expect(address()).toBe('/customers?sort=balance');
  cleanup();

  const again = await renderPage('/customers?sort=worked', { backend, person: owner });
  await screen.findByRole('region', { name: 'Totals' });
  expect(await names()).toEqual(["O'Brien & Sons <b>", 'Hill Farm', 'Siân Ní Dhálaigh']);
  await again.user.click(screen.getByRole('button', { name: 'Archived 1' }));
  expect(await names()).toEqual(['Old Mill Farm']);
  expect(again.address()).toBe('/customers?sort=worked&show=archived');
});

test('a new account gets a link to add its first customer', async () => {
  const newcomer = await backend.user();
  await renderPage('/customers', { backend, person: newcomer });
  await screen.findByText('No customers yet.');
  expect(screen.getByRole('link', { name: 'New customer' })).toHaveAttribute('href', '/customers?new=1');
});

test('an employee sees names and phone numbers, and no money', async () => {
  const paths: string[] = [];
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    paths.push((input instanceof Request ? input.url : String(input)).replace(ORIGIN, ''));
    return backend.fetch(input, init);
  };
  const { user } = await renderPage('/customers', { backend: { fetch }, person: driver });
  expect(await names()).toEqual(['Hill Farm', "O'Brien & Sons <b>", 'Siân Ní Dhálaigh']);
  expect(screen.queryByText(/£/)).toBeNull();
  expect(screen.queryByRole('button', { name: /More for/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Archived/ })).toBeNull();
  expect(paths.filter((path) => path.includes('customer_summary') || path.startsWith('/rest/v1/customers'))).toEqual(
    [],
  );
  await user.click(screen.getByRole('link', { name: 'Hill Farm' }));
  await screen.findByText('Loose collie');
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(screen.queryByText('Billing')).toBeNull();
  expect(paths.filter((path) => path.includes('customer_summary') || path.startsWith('/rest/v1/customers'))).toEqual(
    [],
  );
});

test('an employee adds a customer with only a name', async () => {
  const { user } = await renderPage('/customers?new=1', { backend, person: driver });
  const dialog = await screen.findByRole('dialog', { name: 'New customer' });
  expect(within(dialog).getAllByRole('textbox')).toHaveLength(1);
  expect(dialog).toHaveTextContent('Alex fills in the rest.');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText("Enter the customer's name.")).toBeVisible();
  await user.type(within(dialog).getByLabelText('Name'), ' hill farm ');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('You already have a customer called hill farm.')).toBeVisible();
  await user.clear(within(dialog).getByLabelText('Name'));
  await user.type(within(dialog).getByLabelText('Name'), 'Tŷ Gwyn');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('New customer saved!');
  await waitFor(async () => expect(await names()).toContain('Tŷ Gwyn'));
  expect(await backend.sql(`select user_id, created_by from public.customers where name = 'Tŷ Gwyn'`)).toEqual([
    { user_id: owner.id, created_by: driver.id },
  ]);
});
