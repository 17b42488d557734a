import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';
import { pendingRequests } from '@tests/support/test-network';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let account: InvoicingAccount;
let smith: string;
let son: string;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  account = await setUpInvoicing(backend, owner);
});
beforeEach(async () => {
  for (const table of ['works', 'invoices', 'customers']) await backend.sql(`delete from public.${table}`);
  smith = await account.addCustomer('Smith');
  son = await account.addCustomer('Smith & Son', null);
  await account.addCustomer('Bryn Dairy');
  await owner.from('customers').update({ phone: '01632 960221' }).eq('id', smith);
});
afterAll(() => backend.close());

async function choose(user: UserEvent, customer: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${customer}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}
const openDialog = () => screen.findByRole('dialog');
const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await within(await openDialog()).findByRole('button', { name }));
const stored = async (id: string) => {
  const [row] = await backend.sql(
    'select name, active, merged_into, phone, address_line1 from public.customers where id = $1',
    [id],
  );
  return row;
};

describe('merging a customer into another', () => {
  test('previews, merges, and opens the target with the work of both (case 57)', async () => {
    const [billed = ''] = await account.addWorks([10, 20], { to: 'Smith' });
    await account.issue([billed], { to: smith });
    await account.addWorks([5], { to: 'Smith & Son' });
    const { user, address } = await renderPage(`/customers?id=${smith}`, { backend, person: owner });
    await choose(user, 'Smith', 'Merge into another customer…');
    const dialog = await screen.findByRole('dialog', { name: 'Merge Smith into which customer?' });
    // The likeliest target comes first, and the customer itself is left out.
    const names = await within(dialog).findAllByRole('button', { name: /Smith|Bryn/ });
    expect(names.map((one) => one.textContent)).toEqual(['Smith & Son', 'Bryn Dairy']);
    await user.type(within(dialog).getByRole('searchbox'), 'son');
    expect(within(dialog).queryByRole('button', { name: 'Bryn Dairy' })).toBeNull();
    await press(user, 'Smith & Son');
    const confirm = await screen.findByRole('dialog', { name: 'Merge Smith into Smith & Son?' });
    await within(confirm).findByText("This can't be undone.");
    expect(
      within(confirm)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      '1 unbilled entry takes the name Smith & Son.',
      '1 billed entry and 1 invoice go to Smith & Son and keep the name they were printed with.',
      'Smith is archived. Whoever types that name gets Smith & Son.',
    ]);
    expect(within(confirm).getByText('Smith & Son has no phone or address yet.')).toBeVisible();
    await press(user, 'Merge');
    await screen.findByText('Smith was merged into Smith & Son.');
    await screen.findByRole('heading', { level: 1, name: 'Smith & Son' });
    expect(address()).toBe(`/customers?id=${son}`);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await stored(smith)).toMatchObject({ active: false, merged_into: son });
    expect(await stored(son)).toMatchObject({ phone: null, address_line1: null });
    expect(screen.getByText('Earlier also Smith')).toBeVisible();
    expect(await screen.findByText('3 entries')).toBeVisible();
    await waitFor(() => {
      expect(screen.getByText('Uninvoiced').parentElement).toHaveTextContent('£25.00');
      expect(screen.getByText('Outstanding').parentElement).toHaveTextContent('£12.00');
    });
    const rows = await backend.sql('select customer from public.works where customer_id = $1 order by rate', [son]);
    expect(rows.map((row) => row['customer'])).toEqual(['Smith & Son', 'Smith', 'Smith & Son']);
  });

  test('can be cancelled at every step; refused it says why; empty details are filled only if the box is ticked', async () => {
    // The backend logs the refusal, which is expected here.
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await renderPage(`/customers?id=${smith}`, { backend, person: owner });
    await choose(user, 'Smith', 'Merge into another customer…');
    await user.type(await screen.findByRole('searchbox', { name: 'Search customers' }), 'bryn');
    await press(user, 'Bryn Dairy');
    await screen.findByRole('dialog', { name: 'Merge Smith into Bryn Dairy?' });
    // Only the phone number is missing: Bryn Dairy has an address.
    await screen.findByText('Bryn Dairy has no phone yet.');
    await press(user, 'Back');
    await screen.findByRole('dialog', { name: 'Merge Smith into which customer?' });
    expect(screen.getByRole('searchbox', { name: 'Search customers' })).toHaveValue('bryn');
    await press(user, 'Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await stored(smith)).toMatchObject({ active: true, merged_into: null });

    await choose(user, 'Smith', 'Merge into another customer…');
    await press(user, 'Smith & Son');
    await within(await openDialog()).findByText("This can't be undone.");
    await owner.from('customers').update({ active: false }).eq('id', son);
    await press(user, 'Merge');
    expect(await within(await openDialog()).findByText('Smith & Son is archived. Bring it back first.')).toBeVisible();
    expect(await stored(smith)).toMatchObject({ active: true, merged_into: null });
    logged.mockRestore();

    await owner.from('customers').update({ active: true }).eq('id', son);
    await user.click(await screen.findByRole('checkbox', { name: 'Fill empty details from Smith' }));
    expect(within(await openDialog()).getByText('Smith has no work and no invoices.')).toBeVisible();
    await press(user, 'Merge');
    await screen.findByText('Smith was merged into Smith & Son.');
    expect(await stored(son)).toMatchObject({ name: 'Smith & Son', phone: '01632 960221', address_line1: '1 Lane' });
  });
});

describe('a merged customer', () => {
  beforeEach(async () => {
    await owner.rpc('merge_customers', { p_request_id: crypto.randomUUID(), p_from: smith, p_into: son });
  });

  test('is listed among the archived ones with its target, links to it, and can only be deleted', async () => {
    const { user } = await renderPage('/customers?show=archived', { backend, person: owner });
    expect(await screen.findByText('Merged into Smith & Son')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Smith' }));
    const link = await screen.findByRole('link', { name: 'Smith & Son' });
    expect(link.parentElement).toHaveTextContent('Merged into Smith & Son');
    expect(link).toHaveAttribute('href', `/customers?show=archived&id=${son}`);
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More for Smith' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  });

  test('links to its target for employees too', async () => {
    await renderPage(`/customers?id=${smith}`, { backend, person: driver });
    expect((await screen.findByRole('link', { name: 'Smith & Son' })).parentElement).toHaveTextContent(
      'Merged into Smith & Son',
    );
  });

  test('has a name that neither the holder nor an employee can use again (case 56)', async () => {
    for (const [path, person, button] of [
      ['/customers?new=1', owner, 'Save customer'],
      ['/customers?new=1', driver, 'Save'],
    ] as const) {
      const { user, view } = await renderPage(path, { backend, person });
      await user.type(await screen.findByLabelText('Name'), 'smith');
      // The customers have to be read: until then only the database knows the name.
      await waitFor(() => expect(pendingRequests()).toBe(0));
      await user.click(await screen.findByRole('button', { name: button }));
      expect(await screen.findByText('smith was merged into Smith & Son and leads there.')).toBeVisible();
      view.unmount();
    }
    expect(await backend.sql(`select 1 from public.customers where lower(name) = 'smith'`)).toHaveLength(1);
  });
});
