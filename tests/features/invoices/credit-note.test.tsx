import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
let id: string;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  account = await setUpInvoicing(backend, owner);
  const items = [{ id: crypto.randomUUID(), description: 'Fuel surcharge', amount: 25 }];
  const { data } = await account.issue(await account.addWorks([330, 400.75, 534.92]), { items });
  id = data?.id ?? '';
});
afterAll(() => backend.close());

const open = (number = 'INV-0001') => renderPage(`/invoices?number=${number}`, { backend, person: owner });
/** The buttons that change the state of an invoice. */
const CHANGE_BUTTONS = /^(Mark|Clear|Withdraw|Credit)/;
const progress = async () => within(await screen.findByRole('region', { name: 'Progress' }));
const expectBadge = async (word: string) =>
  waitFor(async () => expect((await progress()).getByText(word, { selector: '.state' })).toBeVisible());
const fact = async (label: string) => (await progress()).getByText(label, { selector: 'dt' }).nextElementSibling;
const creditNotes = () =>
  backend.sql(`select reason from public.invoices where user_id = $1 and kind = 'credit_note'`, [owner.id]);

/** Opens the dialog from the invoice's page. */
async function openDialog() {
  const { user, address } = await open();
  await user.click((await progress()).getByRole('button', { name: 'Credit note' }));
  return { user, address, dialog: within(await screen.findByRole('dialog', { name: 'Credit note for INV-0001' })) };
}

test('an unpaid invoice is credited with a reason: its credit note has its lines, negative, and can be sent, not refunded', async () => {
  await account.mark([id], 'sent');
  const { user, address, dialog } = await openDialog();
  expect(dialog.getByText('It takes the whole invoice back: £1,548.80.')).toBeVisible();
  expect(dialog.getByText('Its 3 entries become free to be changed and invoiced again.')).toBeVisible();
  expect(dialog.getByText('The invoice was not paid: nothing is owed on it any more.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Issue credit note' }));
  expect(await dialog.findByText('Say why the invoice is credited.')).toBeVisible();
  await user.click(dialog.getByLabelText('Reason'));
  await user.paste('x'.repeat(301));
  expect(await dialog.findByText('The reason is too long (300 characters at most).')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep the invoice' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await creditNotes()).toEqual([]);

  const button = (await progress()).getByRole('button', { name: 'Credit note' });
  expect(button).toBeEnabled();
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  globalThis.dispatchEvent(new Event('offline'));
  await waitFor(() => expect(button).toBeDisabled());
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
  globalThis.dispatchEvent(new Event('online'));
  await waitFor(() => expect(button).toBeEnabled());

  await user.click(button);
  const again = within(await screen.findByRole('dialog', { name: 'Credit note for INV-0001' }));
  const suggestions = within(again.getByRole('group', { name: 'Usual reasons' }));
  await user.click(suggestions.getByRole('button', { name: 'Wrong rate' }));
  expect(again.getByLabelText('Reason')).toHaveValue('Wrong rate');
  await user.click(again.getByRole('button', { name: 'Issue credit note' }));
  await screen.findByText('Credit note issued!');
  const sheetView = within(await screen.findByRole('article', { name: 'VAT credit note CN-0001' }));
  expect(address()).toBe('/invoices?number=CN-0001');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await creditNotes()).toEqual([{ reason: 'Wrong rate' }]);
  await expectBadge('Credit');
  expect(await fact('Reason')).toHaveTextContent('Wrong rate');
  expect(await fact('Corrects')).toHaveTextContent('INV-0001');
  expect(sheetView.getByText(/^Corrects invoice INV-0001 of \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  expect(sheetView.getByText('Reason: Wrong rate')).toBeVisible();
  expect(sheetView.getByText('Total credited').nextElementSibling).toHaveTextContent('−£1,548.80');
  expect(sheetView.getByText('−£330.00')).toBeVisible();
  expect(sheetView.queryByText(/^Pay by/)).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Credit note CN-0001' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Download PDF' })).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();

  await user.click((await progress()).getByRole('link', { name: 'INV-0001' }));
  await screen.findByRole('article', { name: 'VAT invoice INV-0001' });
  await expectBadge('Credited');
  expect(await fact('Work')).toHaveTextContent('3 entries, taken off again');
  expect((await progress()).queryByRole('button', { name: CHANGE_BUTTONS })).toBeNull();
  expect((await progress()).queryByText('Due')).toBeNull();
  expect((await progress()).getByText('CN-0001 takes this invoice back. Nothing is owed on either.')).toBeVisible();
  await user.click((await progress()).getByRole('link', { name: 'CN-0001' }));
  await screen.findByRole('article', { name: 'VAT credit note CN-0001' });
  const facts = await progress();
  expect(facts.queryByRole('button', { name: 'Mark refunded' })).toBeNull();
  expect(facts.queryByRole('button', { name: 'Credit note' })).toBeNull();
  await user.click(facts.getByRole('button', { name: 'Mark sent' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark sent' }));
  await screen.findByText('Status updated!');
  await waitFor(async () => expect((await progress()).getByText('Sent')).toBeVisible());
  expect((await progress()).queryByRole('button', { name: 'Mark sent' })).toBeNull();
});

test('the credit note of a paid invoice is to be refunded, and marked refunded on a date; the invoice stays paid', async () => {
  await account.mark([id], 'paid');
  const { user, dialog: question } = await openDialog();
  expect(question.getByText('The invoice was paid: £1,548.80 has to go back to Hill Farm.')).toBeVisible();
  await user.type(question.getByLabelText('Reason'), 'Wrong');
  await user.click(question.getByRole('button', { name: 'Issue credit note' }));
  await screen.findByRole('article', { name: 'VAT credit note CN-0001' });
  await expectBadge('To refund');
  await user.click((await progress()).getByRole('button', { name: 'Mark refunded' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark refunded: CN-0001' }));
  expect(dialog.getByLabelText('Refunded on')).toHaveValue(account.today);
  await user.click(dialog.getByRole('button', { name: 'Mark refunded' }));
  await expectBadge('Refunded');
  await user.click((await progress()).getByRole('button', { name: 'Clear status' }));
  await expectBadge('To refund');
  await user.click((await progress()).getByRole('link', { name: 'INV-0001' }));
  await screen.findByRole('article', { name: 'VAT invoice INV-0001' });
  await expectBadge('Credited');
  const facts = await progress();
  expect(facts.getByText('Paid')).toBeVisible();
  expect(facts.getByText('CN-0001 takes this invoice back, and the payment with it.')).toBeVisible();
  expect(facts.queryByRole('button', { name: CHANGE_BUTTONS })).toBeNull();
});

test('an invoice credited in another tab meanwhile is reported, and gets no second credit note', async () => {
  // The refusal is expected; the query library logs it.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await account.mark([id], 'sent');
  const { user, dialog } = await openDialog();
  await account.credit(id, 'By the other tab');
  await user.type(dialog.getByLabelText('Reason'), 'By this tab');
  await user.click(dialog.getByRole('button', { name: 'Issue credit note' }));
  await screen.findByText('Invoice INV-0001 has a credit note already.');
  expect(await creditNotes()).toEqual([{ reason: 'By the other tab' }]);
});
