import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
// New ids for each test: a deleted id can't be used again.
let HILL: string;
let EMPTY: string;
let MILL: string;

const stored = async (customer: string) => {
  const [row] = await backend.sql('select * from public.customers where id = $1', [customer]);
  return row;
};

const today = new Date().toISOString().slice(0, 10);

async function addWork(customer: string) {
  const { data, error } = await owner
    .from('works')
    .insert({
      user_id: owner.id,
      customer,
      task_name: 'Baling',
      chargeable_unit: 'bale',
      rate: 40,
      quantity: 10,
      work_date: today,
    })
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
});
beforeEach(async () => {
  await backend.sql('delete from public.works');
  await backend.sql('delete from public.invoices');
  await backend.sql('delete from public.customers');
  [HILL, EMPTY, MILL] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const { error } = await owner.from('customers').insert([
    { id: HILL, user_id: owner.id, name: 'Hill Farm', active: true, po_required: false },
    { id: EMPTY, user_id: owner.id, name: 'Bryn Dairy', active: true, po_required: false },
    { id: MILL, user_id: owner.id, name: 'Old Mill Farm', active: false, po_required: true, phone: '01632 960221' },
  ]);
  if (error) throw error;
});
afterAll(() => backend.close());

async function choose(user: UserEvent, customer: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${customer}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}
const save = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Save customer' }));
async function type(user: UserEvent, label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

describe('a new customer', () => {
  const NAME = `=HYPERLINK("x") 🐄 O'Brien & Siân <b>`;

  test('needs a name that no active customer has, and a wrong value is refused beside its field', async () => {
    const { user } = await renderPage('/customers?new=1', { backend, person: owner });
    await screen.findByRole('heading', { name: 'New customer' });
    await save(user);
    expect(await screen.findByText("Enter the customer's name.")).toBeVisible();
    await type(user, 'Name', ' HILL farm');
    expect(await screen.findByText('You already have a customer called HILL farm.')).toBeVisible();
    await type(user, 'Name', 'Tŷ Gwyn');
    await type(user, 'E-mail', 'sian@');
    await type(user, 'Position of the gate', '95, 3');
    await save(user);
    expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
    expect(screen.getByText('Enter latitude and longitude, like 52.1986, -3.0321.')).toBeVisible();
    expect(await backend.sql(`select 1 from public.customers where name = 'Tŷ Gwyn'`)).toEqual([]);
  });

  test('saves every field as typed, also a name that looks like code (case 64), or normalised where a rule says so', async () => {
    const { user, address } = await renderPage('/customers?new=1', { backend, person: owner });
    const typed: Record<string, string> = {
      Name: `  ${NAME} `,
      'Contact person': 'Siân Powell',
      Phone: '07700 900137',
      'Second phone': '01632 960137',
      'E-mail': ' sian@tygwyn.test ',
      'Address line 1': 'Tŷ Gwyn',
      'Address line 2': 'Llanbadarn Fynydd',
      'Address line 3': 'Over the ford',
      Town: 'Llandrindod',
      County: 'Powys',
      Postcode: 'LD1 9ZC',
      Country: 'United Kingdom',
      'E-mail for invoices': 'bills@tygwyn.test',
      'Payment terms': '14',
      'VAT number': 'gb 123 4567 89',
      'Account reference': 'TYG01',
      Notes: 'Tea at ten.',
      Hazards: 'Open lagoon',
      Directions: 'Turn at the milk stand.',
      what3words: '///Lane.parlour.grid',
      'Position of the gate': '52.30123456, −3.2',
    };
    for (const [label, text] of Object.entries(typed)) await type(user, label, text);
    await user.selectOptions(screen.getByLabelText('Usual unit'), 'per acre');
    await user.click(screen.getByLabelText('Needs an order number on each invoice'));
    await save(user);
    await screen.findByText('New customer saved!');
    await waitFor(() => expect(address()).toBe('/customers'));
    expect(await screen.findByRole('link', { name: NAME })).toBeVisible();
    const [row] = await backend.sql('select * from public.customers where name = $1', [NAME]);
    expect(row).toMatchObject({
      contact_name: 'Siân Powell',
      phone: '07700 900137',
      phone2: '01632 960137',
      email: 'sian@tygwyn.test',
      address_line1: 'Tŷ Gwyn',
      address_line2: 'Llanbadarn Fynydd',
      address_line3: 'Over the ford',
      town: 'Llandrindod',
      county: 'Powys',
      postcode: 'LD1 9ZC',
      country: 'United Kingdom',
      billing_email: 'bills@tygwyn.test',
      payment_terms_days: 14,
      vat_number: 'GB123456789',
      account_ref: 'TYG01',
      notes: 'Tea at ten.',
      hazards: 'Open lagoon',
      directions: 'Turn at the milk stand.',
      w3w: 'lane.parlour.grid',
      chargeable_unit: 'acre',
      po_required: true,
      active: true,
    });
    expect([Number(row?.['lat']), Number(row?.['lng'])]).toEqual([52.301235, -3.2]);
  });

  test('adding the name of an archived customer restores that customer, and adds the new details (case 56)', async () => {
    const { user } = await renderPage('/customers?new=1', { backend, person: owner });
    await type(user, 'Name', 'old mill farm');
    expect(await screen.findByText('Old Mill Farm is archived. Saving brings it back.')).toBeVisible();
    await type(user, 'Town', 'Eardisley');
    await save(user);
    await screen.findByText('old mill farm was archived and is back.');
    expect(await backend.sql(`select count(*) as n from public.customers where lower(name) = 'old mill farm'`)).toEqual(
      [{ n: 1 }],
    );
    expect(await stored(MILL)).toMatchObject({
      active: true,
      town: 'Eardisley',
      phone: '01632 960221',
      po_required: true,
    });
  });
});

describe('an existing customer', () => {
  test('opens with its values, and a cleared field becomes null', async () => {
    const { user, address } = await renderPage(`/customers?edit=${MILL}&show=archived`, {
      backend,
      person: owner,
    });
    expect(await screen.findByLabelText('Phone')).toHaveValue('01632 960221');
    expect(screen.getByLabelText('Needs an order number on each invoice')).toBeChecked();
    await user.clear(screen.getByLabelText('Phone'));
    await save(user);
    await screen.findByText('Customer updated!');
    await waitFor(() => expect(address()).toBe(`/customers?show=archived&id=${MILL}`));
    expect(await stored(MILL)).toMatchObject({ phone: null, po_required: true, active: false });
  });

  test('a new name is copied to uninvoiced work, but not to invoiced work (case 57)', async () => {
    const billed = await addWork('Hill Farm');
    await owner
      .from('invoice_settings')
      .upsert({ user_id: owner.id, business_name: 'Headland', address_line1: 'Forge', vat_registered: false });
    const { error } = await owner.rpc('issue_invoice', {
      p_request_id: crypto.randomUUID(),
      p_customer_id: HILL,
      p_work_ids: [billed],
    });
    expect(error).toBeNull();
    const unbilled = await addWork('Hill Farm');
    const { user } = await renderPage(`/customers?edit=${HILL}`, { backend, person: owner });
    await type(user, 'Name', 'Hill Farm (Price)');
    expect(
      await screen.findByText('Entries that are not invoiced yet get the new name. Invoices keep the old one.'),
    ).toBeVisible();
    await save(user);
    await screen.findByText('Customer updated!');
    const rows = await backend.sql('select id, customer, customer_id from public.works');
    expect(new Map(rows.map((row) => [row['id'], row['customer']]))).toEqual(
      new Map([
        [billed, 'Hill Farm'],
        [unbilled, 'Hill Farm (Price)'],
      ]),
    );
    expect(new Set(rows.map((row) => row['customer_id']))).toEqual(new Set([HILL]));
  });

  test('shows its totals and latest work; with work it can’t be deleted, and archiving is offered instead (case 56)', async () => {
    await addWork('Hill Farm');
    await addWork('Hill Farm');
    const { user } = await renderPage(`/customers?id=${HILL}`, { backend, person: owner });
    await screen.findAllByText('Baling');
    await waitFor(() => {
      expect(screen.getByText('Uninvoiced').parentElement).toHaveTextContent('£800.00');
      expect(screen.getByText('Outstanding').parentElement).toHaveTextContent('£0.00');
    });
    expect(await screen.findByText('2 entries')).toBeVisible();
    expect(screen.getAllByText('£400.00')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'All work' })).toHaveAttribute('href', `/works-list?customer=${HILL}`);
    expect(screen.getByRole('link', { name: 'Invoices' })).toHaveAttribute('href', `/view-invoices?customer=${HILL}`);
    expect(screen.getByRole('link', { name: 'Create invoice' })).toHaveAttribute('href', `/invoices?customer=${HILL}`);
    await choose(user, 'Hill Farm', 'Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Hill Farm has 2 work entries. Archive instead?' });
    await user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    await screen.findByText('Hill Farm is archived.');
    expect(await stored(HILL)).toMatchObject({ active: false });
    await choose(user, 'Hill Farm', 'Bring back');
    await screen.findByText('Hill Farm is back.');
    expect(await stored(HILL)).toMatchObject({ active: true });
    cleanup();
    await renderPage(`/customers?id=${crypto.randomUUID()}`, { backend, person: owner });
    expect(await screen.findByText('This customer is not there.')).toBeVisible();
  });

  test('is deleted after a confirmation if it has no work', async () => {
    const { user } = await renderPage(`/customers?id=${EMPTY}`, { backend, person: owner });
    await choose(user, 'Bryn Dairy', 'Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete Bryn Dairy?' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
    expect(await stored(EMPTY)).toBeDefined();
    await choose(user, 'Bryn Dairy', 'Delete');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Customer deleted.');
    expect(await stored(EMPTY)).toBeUndefined();
    expect(await screen.findByRole('table', { name: 'Customers' })).toBeVisible();
  });

  test('a customer whose work arrived only a moment ago is not deleted: the database refuses (case 56)', async () => {
    // The backend logs the refusal, which is expected here.
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await renderPage('/customers', { backend, person: owner });
    await screen.findByRole('region', { name: 'Totals' });
    await addWork('Bryn Dairy');
    await choose(user, 'Bryn Dairy', 'Delete');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bryn Dairy has 1 work entry. Archive instead?' });
    await user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    await screen.findByText('Bryn Dairy is archived.');
    expect(await stored(EMPTY)).toMatchObject({ active: false });
    expect(logged).toHaveBeenCalledTimes(1);
  });
});
