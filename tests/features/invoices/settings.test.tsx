import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
});
afterAll(() => backend.close());

const open = () => renderPage('/invoice-settings', { backend, person: owner });
const fill = async (user: UserEvent, label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  if (text === '') return;
  await user.click(field);
  await user.paste(text);
};
// The button says "Saving..." until the settings that were saved before are read again.
const save = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Save settings' }));
const stored = async () =>
  (await backend.sql('select * from public.invoice_settings where user_id = $1', [owner.id]))[0];

describe('invoice settings', () => {
  test('are saved for the first time, normalised where the table requires it; the bar says whether changes are saved', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Bank details' }));
    expect(screen.getByRole('heading', { name: 'Bank details' })).toHaveFocus();
    const unsaved = 'Not saved yet.';
    expect(screen.queryByText(unsaved)).toBeNull();
    await fill(user, 'Business name', ' Alex Marsh ');
    expect(await screen.findByText(unsaved)).toBeVisible();
    // Wrong values are reported beside their fields, and nothing is saved.
    await fill(user, 'VAT number', 'GB12');
    await fill(user, 'Sort code', '1234');
    await fill(user, 'Payment terms', '121');
    await save(user);
    for (const [label, message] of [
      ['VAT number', "That doesn't look like a VAT number."],
      ['Sort code', 'A sort code has 6 digits.'],
      ['Payment terms', 'Enter a whole number from 0 to 120.'],
    ] as const)
      await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(message)));
    expect(await stored()).toBeUndefined();

    await fill(user, 'VAT number', '');
    await fill(user, 'Sort code', '20-00 00');
    await fill(user, 'Account number', '5577 9911');
    await fill(user, 'BIC (optional)', 'nwbkgb2l');
    await fill(user, 'Payment terms', '14');
    await user.selectOptions(screen.getByLabelText('Group lines'), 'By task');
    await user.click(screen.getByLabelText('Who did the work'));
    await save(user);
    await screen.findByText('Invoice settings saved!');
    await waitFor(() => expect(screen.queryByText(unsaved)).toBeNull());
    expect(await stored()).toMatchObject({
      business_name: 'Alex Marsh',
      trading_name: null,
      sort_code: '200000',
      account_number: '55779911',
      bic: 'NWBKGB2L',
      payment_terms_days: 14,
      group_lines_by: 'task',
      show_person: true,
      next_number: 1,
      currency: 'GBP',
      email: owner.email,
    });
    await waitFor(() => expect(screen.getByLabelText('Sort code')).toHaveValue('20-00-00'));

    expect(await screen.findByText('Still missing on your invoices: address and VAT number.')).toBeInTheDocument();
    await fill(user, 'Address', 'The Old Dairy');
    await fill(user, 'VAT number', 'GB 123 4567 89');
    await fill(user, 'IBAN (optional)', 'gb29 nwbk 6016 1331 9268 19');
    await save(user);
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ vat_number: 'GB 123 4567 89', iban: 'GB29NWBK60161331926819' }),
    );
    await waitFor(() => expect(screen.queryByText(/Still missing/)).not.toBeInTheDocument());
  });

  test('ask for the country before they are saved for the first time: Ireland sets euros and its VAT', async () => {
    const { user } = await open();
    await user.selectOptions(await screen.findByLabelText('Where is your business?'), 'Ireland');
    await waitFor(() => expect(screen.getByLabelText('Currency')).toHaveDisplayValue('Euros (€)'));
    expect(screen.getByLabelText('VAT rate')).toHaveValue('13.5');
    expect(await screen.findByLabelText('IBAN')).toBeInTheDocument();
    // Prices use the currency of the farm settings before any invoice exists, so it changes at once.
    const farmCurrency = () => backend.sql('select currency from public.farm_settings where user_id = $1', [owner.id]);
    expect(await farmCurrency()).toEqual([{ currency: 'EUR' }]);
    expect(
      await screen.findByText(
        /^13\.5 %: agricultural contracting services, 23 %: standard rate\. Check with your adviser.*revenue\.ie/,
      ),
    ).toBeInTheDocument();
    await fill(user, 'Business name', 'Headland');
    await save(user);
    await screen.findByText('Invoice settings saved!');
    expect(await stored()).toMatchObject({
      ...{ business_name: 'Headland', currency: 'EUR', vat_rate: 13.5, email: owner.email },
    });
    const [farm] = await backend.sql('select * from public.farm_settings where user_id = $1', [owner.id]);
    expect(farm).toMatchObject({ region: 'ireland', time_zone: 'Europe/Dublin', currency: 'EUR' });
    await waitFor(() => expect(screen.queryByLabelText('Where is your business?')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Use 23 %' }));
    expect(screen.getByLabelText('VAT rate')).toHaveValue('23');
  });

  test('the page shows the next number, the sheet and the mail as they will be, and the address for answers', async () => {
    const { user } = await open();
    await fill(user, 'Next number', '42');
    expect(await screen.findByText('INV-0042', { selector: 'b' })).toBeVisible();
    await fill(user, 'Before the number', 'HC');
    await fill(user, 'Digits at least', '0');
    expect(await screen.findByText('HC42', { selector: 'b' })).toBeVisible();
    await fill(user, 'Business name', 'Headland');
    const sheet = within(screen.getByRole('region', { name: 'Example' }));
    expect(await sheet.findByText('Headland')).toBeInTheDocument();
    expect(sheet.getByText('VAT invoice')).toBeInTheDocument();

    const mail = within(await screen.findByRole('region', { name: 'Example of the e-mail' }));
    expect(mail.getByText('Invoice HC42 from Headland')).toBeVisible();
    expect(mail.getByText(/^Hello,\s+Invoice HC42 of \d.* for £.* is attached\. It is due on /)).toBeVisible();
    await fill(user, 'Subject (optional)', 'Bill {number}');
    await fill(user, 'Text (optional)', '{customer}, please pay {totl}.');
    expect(mail.getByText('Bill HC42')).toBeVisible();
    await save(user);
    expect(await screen.findByText(/^There is no \{totl\}\. These can be filled in: \{number\}, /)).toBeVisible();
    await fill(user, 'Text (optional)', '{customer}, please pay {total}.');
    expect(mail.getByText(/Example customer, please pay £1,518\.80\./)).toBeVisible();

    const email = await screen.findByLabelText('Email (optional)');
    expect(email).toHaveValue(owner.email);
    expect(email).toHaveAccessibleDescription(
      `Printed on your invoices. Answers to your mails come to ${owner.email}, with which you sign in.`,
    );
    await fill(user, 'Email (optional)', 'office@hill.example');
    await save(user);
    await screen.findByText('Invoice settings saved!');
    expect(await stored()).toMatchObject({
      email: 'office@hill.example',
      email_subject: 'Bill {number}',
      email_body: '{customer}, please pay {total}.',
    });
    await fill(user, 'Email (optional)', '');
    await save(user);
    await waitFor(async () => expect(await stored()).toMatchObject({ email: null }));
    const [answers] = await backend.sql('select private.answers_to($1) as email', [owner.id]);
    expect(answers).toEqual({ email: owner.email });

    await user.click(screen.getByLabelText('VAT registered'));
    expect(sheet.queryByText('VAT invoice')).toBeNull();
    expect(screen.queryByLabelText('VAT number')).toBeNull();
  });

  test('a number used meanwhile is not reset, and a used one is reported beside the field with the database’s message (case 44)', async () => {
    const account = await setUpInvoicing(backend, owner);
    await account.saveSettings({ next_number: 42 });
    const { user } = await open();
    await fill(user, 'Town', 'Pershore');
    await user.click(await screen.findByText('Advanced'));
    await fill(user, 'VAT rate', '13,5');
    await account.issue(await account.addWorks([1]));
    await save(user);
    await screen.findByText('Invoice settings saved!');
    expect(await stored()).toMatchObject({ town: 'Pershore', next_number: 43, vat_rate: 13.5 });
    await waitFor(() => expect(screen.getByLabelText('Next number')).toHaveValue('43'));

    await fill(user, 'Next number', '5');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await save(user);
    const message = 'INV-0042 is already used. The next number must be 43 or more.';
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Next number')).toHaveAccessibleDescription(message);
    await screen.findByText('Could not save invoice settings.');
    await fill(user, 'Next number', '50');
    expect(screen.queryByText(message)).toBeNull();
    await save(user);
    await waitFor(async () => expect(await account.nextNumber()).toBe(50));
  });

  test('reminders are off until they are switched on, by default a week late; the surcharge is typed in pence, stored in pounds', async () => {
    const { user } = await open();
    await fill(user, 'Business name', 'Alex Marsh');
    const box = await screen.findByLabelText('Remind customers of late invoices');
    expect(box).not.toBeChecked();
    expect(screen.queryByLabelText('First reminder')).toBeNull();
    await user.click(box);
    expect(screen.getByLabelText('First reminder')).toHaveValue('7');
    await fill(user, 'Second reminder', '5');
    await user.click(await screen.findByLabelText('Charge for dearer diesel'));
    await save(user);
    expect(await screen.findByText('The second reminder comes after the first.')).toBeVisible();
    expect(screen.getAllByText('Enter the price of a litre like 82.5.')).toHaveLength(2);
    expect(await stored()).toBeUndefined();
    await fill(user, 'Second reminder', '');
    await fill(user, 'First reminder', '10');
    await fill(user, 'Base price', '70');
    await fill(user, 'Diesel now', '82.5');
    await fill(user, 'Share of fuel', '30');
    expect(
      screen.getByText(
        'An example: of £1,000.00 of work 30 % is fuel, £300.00. Diesel at 82.5p is 17.86 % dearer than 70p. That makes a surcharge of £53.57.',
      ),
    ).toBeVisible();
    await save(user);
    await screen.findByText('Invoice settings saved!');
    expect(await stored()).toMatchObject({
      ...{ reminders_on: true, reminder_first: 10, reminder_second: null },
      ...{ surcharge_on: true, fuel_base_price: 0.7, fuel_current_price: 0.825, fuel_share: 30 },
    });
    expect(screen.getByLabelText('Diesel now')).toHaveValue('82.5');
    await fill(user, 'Diesel now', '65');
    expect(screen.getByText('Diesel at 65p is not above the base of 70p: no surcharge.')).toBeVisible();
  });
});
