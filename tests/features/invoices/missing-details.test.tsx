// Missing details are typed on the invoice, saved in the settings or with the customer, and the same press generates it.
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readDeviceData } from '@/offline/outbox/restore/device-data';
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
  await account.addWorks([100]);
});
afterAll(() => backend.close());

const open = () => renderPage(`/invoices?customer=${account.hillFarm}`, { backend, person: owner });
const sheet = async () => within(await screen.findByRole('article', { name: /invoice/i }));
const missing = async () => within(await screen.findByRole('region', { name: 'Missing on this invoice' }));
const group = async (name: string) => within(await (await missing()).findByRole('group', { name }));
const generateButton = () => screen.findByRole('button', { name: 'Generate invoice' });
const settings = async () =>
  (await backend.sql('select * from public.invoice_settings where user_id = $1', [owner.id]))[0];
const customer = async () => (await owner.from('customers').select('*').eq('id', account.hillFarm).single()).data;
const invoices = async () =>
  (await owner.from('invoices').select('invoice_number, supplier_snapshot, customer_snapshot').order('sequence_no'))
    .data;
const removeAddress = () => owner.from('customers').update({ address_line1: null }).eq('id', account.hillFarm);
/** A new account: no invoice settings at all. */
const removeSettings = () => backend.sql('delete from public.invoice_settings where user_id = $1', [owner.id]);

/** Types all of a text at once. */
async function enter(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

describe('details that an invoice needs', () => {
  test('are asked for on the invoice of a new account, shown by the preview at once, and saved by the press that generates it', async () => {
    await removeSettings();
    await removeAddress();
    const { user, address } = await open();
    await missing();
    expect(screen.queryByText('Enter your business name.')).toBeNull();
    await user.click(await generateButton());
    const business = await group('Your business');
    await waitFor(() => expect(business.getByLabelText('Business name')).toHaveFocus());
    expect(business.getByLabelText('Business name')).toHaveAccessibleDescription('Enter your business name.');
    expect(business.getByLabelText('Address')).toHaveAccessibleDescription('Enter your address.');
    const vatNumber = (await group('VAT')).getByLabelText('VAT number');
    expect(vatNumber).toHaveAccessibleDescription('Add your VAT number, or switch off VAT registered.');
    const customerAddress = await group('Address of Hill Farm');
    expect(customerAddress.getByLabelText('Address line 1')).toHaveAccessibleDescription(
      'Hill Farm has no address. A VAT invoice needs one.',
    );

    await enter(user, business.getByLabelText('Business name'), 'Alex Marsh');
    await enter(user, business.getByLabelText('Address'), 'The Old Dairy');
    expect(business.queryByText('Enter your address.')).toBeNull();
    await enter(user, business.getByLabelText('Postcode'), 'WR11 1AA');
    await enter(user, vatNumber, 'GB12');
    await enter(user, customerAddress.getByLabelText('Address line 1'), '1 Lane');
    await enter(user, customerAddress.getByLabelText('Town'), 'Pershore');
    await user.click(await generateButton());
    expect(await screen.findByText("That doesn't look like a VAT number.")).toBeVisible();
    expect(vatNumber).toHaveFocus();
    await enter(user, vatNumber, 'GB 123 4567 89');
    const sheetView = await sheet();
    for (const text of ['Alex Marsh', 'The Old Dairy', 'VAT no. GB 123 4567 89', '1 Lane', 'Pershore']) {
      expect(sheetView.getByText(text)).toBeVisible();
    }
    // Nothing is saved while it is typed, nor by a press that is refused.
    expect(await settings()).toBeUndefined();
    expect(await invoices()).toEqual([]);
    await user.click(await generateButton());
    await waitFor(() => expect(address()).toBe('/invoices?number=INV-0001'));
    expect(await settings()).toMatchObject({
      business_name: 'Alex Marsh',
      address_line1: 'The Old Dairy',
      town: null,
      postcode: 'WR11 1AA',
      vat_registered: true,
      vat_number: 'GB 123 4567 89',
      currency: 'GBP',
      vat_rate: 20,
    });
    expect(await customer()).toMatchObject({ address_line1: '1 Lane', town: 'Pershore', postcode: null });
    expect(await invoices()).toMatchObject([
      {
        supplier_snapshot: { business_name: 'Alex Marsh', vat_number: 'GB 123 4567 89' },
        customer_snapshot: { address_line1: '1 Lane', town: 'Pershore' },
      },
    ]);
    await waitFor(async () => expect((await readDeviceData(owner.id)).drafts).toEqual([]));
  });

  test('an account in Ireland gets euros and its VAT rate with the first details', async () => {
    await removeSettings();
    await backend.sql(
      `update public.farm_settings set region = 'ireland', time_zone = 'Europe/Dublin' where user_id = $1`,
      [owner.id],
    );
    const { user, address } = await open();
    const business = await group('Your business');
    expect(business.getByLabelText('Where is your business?')).toHaveDisplayValue('Ireland');
    await enter(user, business.getByLabelText('Business name'), 'Alex Marsh');
    await enter(user, business.getByLabelText('Address'), 'The Old Dairy');
    await enter(user, business.getByLabelText('Eircode'), 'P61 C996');
    await enter(user, (await group('VAT')).getByLabelText('VAT number'), 'IE1234567T');
    await user.click(screen.getByRole('button', { name: 'Add bank details' }));
    await enter(user, (await group('Where to pay')).getByLabelText('IBAN'), 'IE29 AIBK 9311 5212 3456 78');
    expect((await sheet()).getByText('€113.50')).toBeVisible();
    await user.click(await generateButton());
    await waitFor(() => expect(address()).toBe('/invoices?number=INV-0001'));
    expect(await settings()).toMatchObject({ currency: 'EUR', vat_rate: 13.5, iban: 'IE29AIBK93115212345678' });
  });
});

describe('details that an invoice does not need', () => {
  test('without VAT neither the number nor the customer’s address is needed (case 50); bank details and the address are offered, and saved', async () => {
    await account.saveSettings({ vat_number: null });
    await removeAddress();
    const first = await open();
    await group('VAT');
    const card = await missing();
    // What is not missing is not asked for.
    expect(card.queryByRole('group', { name: 'Your business' })).toBeNull();
    expect(card.getByRole('link', { name: 'Invoice Settings' })).toHaveAttribute('href', '/invoice-settings');
    await first.user.click((await group('VAT')).getByLabelText('VAT registered'));
    expect(screen.queryByRole('group', { name: 'Address of Hill Farm' })).toBeNull();
    expect(screen.getByText('Hill Farm has no address.')).toBeVisible();
    expect((await sheet()).getByText('Total to pay').nextElementSibling).toHaveTextContent('£100.00');
    const message = 'This invoice does not say where to pay: your bank details are missing.';
    expect(await screen.findByText(message)).toBeVisible();
    await first.user.click(await generateButton());
    await waitFor(() => expect(first.address()).toBe('/invoices?number=INV-0001'));
    expect(await settings()).toMatchObject({ vat_registered: false, vat_number: null });
    first.view.unmount();

    await account.addWorks([50]);
    const { user, address } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add the address' }));
    await enter(user, (await group('Address of Hill Farm')).getByLabelText('Address line 1'), '1 Lane');
    await user.click(screen.getByRole('button', { name: 'Add bank details' }));
    expect(screen.queryByText(message)).toBeNull();
    const bank = await group('Where to pay');
    expect(bank.getByLabelText('Account name')).toHaveFocus();
    await enter(user, bank.getByLabelText('Account name'), 'Headland');
    await enter(user, bank.getByLabelText('Sort code'), '20-00-00');
    await user.click(await generateButton());
    expect(await screen.findByText('Enter the account number too.')).toBeVisible();
    await enter(user, bank.getByLabelText('Account number'), '5577 9911');
    expect((await sheet()).getByText(/Sort code 20-00-00/)).toBeVisible();
    await user.click(await generateButton());
    await waitFor(() => expect(address()).toBe('/invoices?number=INV-0002'));
    expect(await settings()).toMatchObject({
      account_name: 'Headland',
      sort_code: '200000',
      account_number: '55779911',
    });
    expect(await customer()).toMatchObject({ address_line1: '1 Lane' });
    // An invoice that was issued before stays as it is.
    const [before, after] = (await invoices()) ?? [];
    expect(before?.supplier_snapshot).not.toHaveProperty('sort_code');
    expect(after?.supplier_snapshot).toMatchObject({ sort_code: '200000' });
  });
});

describe('typed details', () => {
  test('stay for another customer, when the app closes, without signal, and when saving fails; then one invoice is issued', async () => {
    await account.saveSettings({ address_line1: null });
    await removeAddress();
    await account.addCustomer('Glen');
    await account.addWorks([5], { to: 'Glen' });
    const first = await open();
    await enter(first.user, (await group('Your business')).getByLabelText('Address'), 'The Old Dairy');
    await enter(first.user, (await group('Address of Hill Farm')).getByLabelText('Address line 1'), '1 Lane');
    // Saved 300 ms after the last keystroke.
    await waitFor(async () => expect((await readDeviceData(owner.id)).drafts).toHaveLength(2));
    await first.user.selectOptions(screen.getByLabelText('Customer'), 'Glen');
    await screen.findByRole('heading', { name: 'Invoice for Glen' });
    expect((await group('Your business')).getByLabelText('Address')).toHaveValue('The Old Dairy');
    first.view.unmount();

    const { user, address } = await open();
    const ours = (await group('Your business')).getByLabelText('Address');
    expect(ours).toHaveValue('The Old Dairy');
    expect((await group('Address of Hill Farm')).getByLabelText('Address line 1')).toHaveValue('1 Lane');
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    expect(await screen.findByText('You need signal to change this.')).toBeVisible();
    expect(await generateButton()).toBeDisabled();
    await enter(user, ours, 'The New Dairy');
    expect((await sheet()).getByText(/The New Dairy/)).toBeVisible();
    onLine.mockRestore();
    window.dispatchEvent(new Event('online'));
    await waitFor(async () => expect(await generateButton()).toBeEnabled());
    expect(ours).toHaveValue('The New Dairy');

    const realFetch = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.method !== 'PATCH' || !request.url.includes('/customers')) return realFetch(input, init);
      globalThis.fetch = realFetch;
      throw new TypeError('Failed to fetch');
    };
    await user.click(await generateButton());
    await waitFor(async () => expect(await settings()).toMatchObject({ address_line1: 'The New Dairy' }));
    await waitFor(async () => expect(await generateButton()).not.toHaveAttribute('aria-busy'));
    expect(await account.nextNumber()).toBe(1);
    expect((await group('Address of Hill Farm')).getByLabelText('Address line 1')).toHaveValue('1 Lane');
    await user.click(await generateButton());
    await waitFor(() => expect(address()).toBe('/invoices?number=INV-0001'));
    expect(await customer()).toMatchObject({ address_line1: '1 Lane' });
  });

  test('do not replace values saved elsewhere meanwhile: the preview shows those, and no invoice is issued', async () => {
    await account.saveSettings({ address_line1: null });
    const { user, address } = await open();
    await enter(user, (await group('Your business')).getByLabelText('Address'), 'The Old Dairy');
    await account.saveSettings({ address_line1: 'New Barn' });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await user.click(await generateButton());
    await screen.findByText('Some of these details were saved elsewhere meanwhile. Check the preview again.');
    expect((await sheet()).getByText(/New Barn/)).toBeVisible();
    expect(await settings()).toMatchObject({ address_line1: 'New Barn' });
    expect(await account.nextNumber()).toBe(1);
    await user.click(await generateButton());
    await waitFor(() => expect(address()).toBe('/invoices?number=INV-0001'));
  });
});
