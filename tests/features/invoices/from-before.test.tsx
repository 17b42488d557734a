// The card of invoices from before, above the register.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '@/domain/core/time';
import { addFromBefore } from '@tests/support/account-data/from-before';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  account = await setUpInvoicing(backend, owner);
});
afterAll(() => backend.close());

const open = (query = '') => renderPage(`/view-invoices${query}`, { backend, person: owner });
const texts = async () =>
  within(await screen.findByRole('list', { name: 'Invoices from before' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const add = (more: { number?: string; due?: string; customer?: string } = {}) =>
  addFromBefore(backend, owner, { customer: account.hillFarm, ...more });
const paidOn = async () => (await owner.from('opening_balances').select('paid_on')).data?.map(({ paid_on }) => paid_on);

test('the open ones are listed by due date with what is still owed, and those overdue are marked', async () => {
  await add({ number: 'B2', due: addDays(account.today, 3) });
  await add({ number: 'B1', due: addDays(account.today, -12), customer: await account.addCustomer('Dale') });
  await open();
  // The names of the customers are loaded separately.
  await waitFor(async () =>
    expect(await texts()).toEqual([
      expect.stringMatching(/^DaleB1, was due .*Overdue 12 days£379\.99Mark as paid$/),
      expect.stringMatching(/^Hill FarmB2, due (?!.*Overdue).*£379\.99Mark as paid$/),
    ]),
  );
  expect(screen.getByText('2 open, £759.98, 1 overdue')).toBeVisible();
});

test('only those of the chosen customer are listed', async () => {
  await add();
  await open(`?customer=${await account.addCustomer('Dale')}`);
  await screen.findByText('No invoices match these filters.');
  expect(screen.queryByText('Invoices from before')).not.toBeInTheDocument();
});

test('one is marked as paid today, which can be undone', async () => {
  await add();
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Mark as paid: 2026-114' }));
  await waitFor(async () => expect(await paidOn()).toEqual([account.today]));
  // The message stays as long as the pointer is on it.
  await user.hover(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 invoice')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await paidOn()).toEqual([null]));
  expect(await screen.findByText('1 open, £379.99, 1 overdue')).toBeVisible();
});

test('one that was paid stays on the card, and can be opened again', async () => {
  const id = await add();
  await backend.sql('update public.opening_balances set paid_on = due_on where id = $1', [id]);
  const { user } = await open();
  await waitFor(async () =>
    expect(await texts()).toEqual([expect.stringMatching(/^Hill Farm2026-114, paid .*Paid£379\.99Not paid$/)]),
  );
  await user.click(screen.getByRole('button', { name: 'Not paid: 2026-114' }));
  await waitFor(async () => expect(await paidOn()).toEqual([null]));
});

test('one is deleted after a question, and then the card is gone', async () => {
  await add();
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Delete 2026-114' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2026-114?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Invoices from before')).not.toBeInTheDocument());
  expect(await paidOn()).toEqual([]);
});
