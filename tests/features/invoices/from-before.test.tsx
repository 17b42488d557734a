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
const paidOn = async () =>
  (await owner.from('opening_balances').select('paid_on').order('number', { ascending: false })).data?.map(
    ({ paid_on }) => paid_on,
  );

test('the open ones are listed by due date; one is marked as paid, which can be undone, opened again, and deleted', async () => {
  await add({ number: 'B2', due: addDays(account.today, 3) });
  await add({ number: 'B1', due: addDays(account.today, -12), customer: await account.addCustomer('Dale') });
  const { user } = await open();
  // The names of the customers are loaded separately.
  await waitFor(async () =>
    expect(await texts()).toEqual([
      expect.stringMatching(/^DaleB1, was due .*Overdue 12 days£379\.99Mark as paid$/),
      expect.stringMatching(/^Hill FarmB2, due (?!.*Overdue).*£379\.99Mark as paid$/),
    ]),
  );
  expect(screen.getByText('2 open, £759.98, 1 overdue')).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Mark as paid: B1' }));
  await waitFor(async () => expect(await paidOn()).toEqual([null, account.today]));
  // The message stays as long as the pointer is on it.
  await user.hover(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 open, £379.99')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await paidOn()).toEqual([null, null]));
  expect(await screen.findByText('2 open, £759.98, 1 overdue')).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Mark as paid: B1' }));
  await waitFor(async () =>
    expect(await texts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^DaleB1, paid .*Paid£379\.99Not paid$/)]),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Not paid: B1' }));
  await waitFor(async () => expect(await paidOn()).toEqual([null, null]));

  for (const number of ['B1', 'B2']) {
    await user.click(await screen.findByRole('button', { name: `Delete ${number}` }));
    const dialog = await screen.findByRole('dialog', { name: `Delete ${number}?` });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
  await waitFor(() => expect(screen.queryByText('Invoices from before')).not.toBeInTheDocument());
  expect(await paidOn()).toEqual([]);
});

test('only those of the chosen customer are listed', async () => {
  await add();
  await open(`?customer=${await account.addCustomer('Dale')}`);
  await screen.findByText('No invoices match these filters.');
  expect(screen.queryByText('Invoices from before')).not.toBeInTheDocument();
});
