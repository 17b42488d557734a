import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex' });
  account = await setUpInvoicing(backend, owner);
});
afterAll(() => backend.close());

const SURCHARGE = { surcharge_on: true, fuel_base_price: 0.7, fuel_current_price: 0.825, fuel_share: 30 };
const NAME = 'Fuel surcharge (diesel 82.5p, base 70p, 30 % of the work)';
const items = async () => within(await screen.findByRole('region', { name: 'Additional items' }));
const sheet = async () => within(await screen.findByRole('article', { name: /invoice/i }));
const issuedInvoice = async () =>
  (await owner.from('invoices').select('subtotal, additional_items, supplier_snapshot').single()).data;

const open = () => renderPage(`/invoices?customer=${account.hillFarm}`, { backend, person: owner });

test('the surcharge follows the ticked work, and is stored once with the invoice', async () => {
  await account.saveSettings(SURCHARGE);
  await account.addWorks([1000, 265.67]);
  const { user } = await open();
  // 30 % of 1,265.67, times 12.5 / 70.
  expect(await (await items()).findByText('£67.80')).toBeVisible();
  expect((await items()).getByText('Follows the ticked work.')).toBeVisible();
  expect(await (await sheet()).findByText(NAME)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /£265\.67/ }));
  expect(await (await items()).findByText('£53.57')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /£1,000\.00/ }));
  await waitFor(() => expect(screen.queryByText('Follows the ticked work.')).toBeNull());
  await user.click(screen.getByRole('checkbox', { name: /£1,000\.00/ }));
  await user.click(screen.getByRole('button', { name: 'Generate invoice' }));
  await screen.findByText('Invoice generated!');
  const invoice = await issuedInvoice();
  expect(invoice).toMatchObject({ subtotal: 1053.57, additional_items: [{ description: NAME, amount: 53.57 }] });
  expect(invoice?.additional_items).toHaveLength(1);
  expect(JSON.stringify(invoice?.supplier_snapshot)).not.toMatch(/fuel|surcharge/);
  expect(JSON.stringify(invoice?.supplier_snapshot)).toContain('Headland');
  const works = await owner.from('works').select('additional_items').not('invoice_number', 'is', null);
  expect(works.data).toEqual([{ additional_items: invoice?.additional_items }]);
});

test('a removed surcharge stays off, until it is put back; an edited one stays as typed, as one item', async () => {
  await account.saveSettings(SURCHARGE);
  await account.addWorks([1000, 265.67]);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: `Remove ${NAME}` }));
  expect(await screen.findByText('No fuel surcharge on this invoice.')).toBeVisible();
  expect((await sheet()).queryByText(NAME)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Put it back' }));
  expect(await (await items()).findByText('£67.80')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: `Edit ${NAME}` }));
  const amount = await screen.findByLabelText('Amount');
  expect(amount).toHaveValue('67.8');
  await user.clear(amount);
  await user.type(amount, '50{Enter}');
  expect(await (await items()).findByText('£50.00')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /£265\.67/ }));
  expect((await items()).getByText('£50.00')).toBeVisible();
  expect(screen.queryByText('Follows the ticked work.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Generate invoice' }));
  await screen.findByText('Invoice generated!');
  expect(await issuedInvoice()).toMatchObject({
    subtotal: 1050,
    additional_items: [{ description: NAME, amount: 50 }],
  });
});

test('without a surcharge: a discount in percent follows the ticked work, and takes its share of the VAT off', async () => {
  await account.saveSettings({ ...SURCHARGE, surcharge_on: false });
  await account.addWorks([1000, 200]);
  const { user } = await open();
  expect(await (await sheet()).findByText('£1,440.00')).toBeVisible();
  expect(screen.queryByText(/Fuel surcharge/)).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Add item' }));
  await user.click(await screen.findByLabelText('Description'));
  await user.paste('Good customer');
  await user.type(screen.getByLabelText('Amount'), '5%{Enter}');
  expect(await (await items()).findByText('£60.00')).toBeVisible();
  // An edited item replaces the earlier one.
  await user.click(screen.getByRole('button', { name: 'Edit Good customer' }));
  expect(await screen.findByLabelText('Amount')).toHaveValue('5 %');
  await user.click(await screen.findByRole('radio', { name: 'Discount' }));
  await user.click(screen.getByRole('button', { name: 'Save item' }));
  expect(await (await items()).findByText('−£60.00')).toBeVisible();
  expect((await items()).getAllByText('Good customer')).toHaveLength(1);
  expect((await items()).getByText('5 % of the ticked work.')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /£200\.00/ }));
  expect(await (await items()).findByText('−£50.00')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Generate invoice' }));
  await screen.findByText('Invoice generated!');
  const { data } = await owner.from('invoices').select('subtotal, vat_amount, total, additional_items').single();
  expect(data).toMatchObject({ subtotal: 950, vat_amount: 190, total: 1140 });
  expect(data?.additional_items).toEqual([
    { id: expect.any(String) as string, description: 'Good customer', amount: -50 },
  ]);
});
