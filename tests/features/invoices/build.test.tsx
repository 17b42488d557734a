import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '@/domain/core/time';
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
});
afterAll(() => backend.close());

const open = (state?: unknown, query = '') =>
  renderPage(`/invoices?customer=${account.hillFarm}${query}`, { backend, person: owner, state });
const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input));
const sheet = () => screen.findByRole('article', { name: /invoice/i });
const total = async () => within(await sheet()).getByText('Total to pay').nextElementSibling?.textContent;
const generateButton = () => screen.findByRole('button', { name: 'Generate invoice' });
async function addItem(user: UserEvent, kind: 'Charge' | 'Discount', description: string, amount: string) {
  await user.click(await screen.findByRole('button', { name: 'Add item' }));
  await user.click(await screen.findByRole('radio', { name: kind }));
  await user.click(screen.getByLabelText('Description'));
  await user.paste(description);
  await user.type(screen.getByLabelText('Amount'), `${amount}{Enter}`);
}

describe('creating an invoice', () => {
  test('goes from customer, work, items and preview to an invoice, whose number is in the URL; a draft stores nothing (case 42)', async () => {
    const [, , , unpriced = ''] = await account.addWorks([330, 400.75, 534.92, null, 50]);
    const { user, address } = await renderPage('/invoices', { backend, person: owner });
    await user.click(await screen.findByRole('link', { name: /Hill Farm/ }));
    expect(await screen.findByRole('heading', { name: 'Invoice for Hill Farm' })).toBeVisible();
    const workList = within(await screen.findByRole('group', { name: 'Work to invoice' }));
    expect(workList.getByText('Needs rate')).toBeVisible();
    expect(workList.getByRole('link', { name: /^Fix Hedges/ })).toHaveAttribute('href', `/works-list?edit=${unpriced}`);
    expect(await total()).toBe('£1,578.80');
    await user.click(workList.getByRole('button', { name: 'Untick all' }));
    expect(screen.getByText('Nothing to invoice.')).toBeVisible();
    expect(await generateButton()).toBeDisabled();
    await user.click(workList.getByRole('button', { name: 'Tick all' }));
    await user.click(workList.getByRole('checkbox', { name: /£50\.00/ }));
    expect(await total()).toBe('£1,518.80');

    await addItem(user, 'Discount', 'Goodwill discount', '50');
    expect(await total()).toBe('£1,458.80');
    expect(within(await sheet()).getByText('−£50.00')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add item' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Remove Goodwill discount' }));
    expect(await total()).toBe('£1,518.80');
    await addItem(user, 'Charge', 'Fuel surcharge', 'lots');
    expect(await screen.findByText('Enter a number like 12.50, or 5% of the work.')).toBeVisible();
    await user.clear(screen.getByLabelText('Amount'));
    await user.type(screen.getByLabelText('Amount'), '25{Enter}');

    const draft = within(await sheet());
    expect(draft.getByText('Draft, no number yet')).toBeVisible();
    expect(draft.getByText('£1,290.67')).toBeVisible();
    expect(draft.getByText('£258.13')).toBeVisible();
    expect(await total()).toBe('£1,548.80');
    expect(await account.nextNumber()).toBe(1);
    expect(await backend.sql('select id from public.invoices where user_id = $1', [owner.id])).toEqual([]);
    await user.click(await generateButton());
    await screen.findByText('Invoice generated!');
    await waitFor(() => expect(address()).toBe('/invoices?number=INV-0001'));
    expect(await screen.findByRole('article', { name: 'VAT invoice INV-0001' })).toHaveTextContent(
      'Fuel surcharge£25.00',
    );
    const { data } = await owner.from('invoices').select('total, additional_items').single();
    expect(data).toMatchObject({ total: 1548.8, additional_items: [{ description: 'Fuel surcharge', amount: 25 }] });
  });

  test('the form lists all of 1,100 uninvoiced entries, selects the oldest thousand, and says so', async () => {
    await backend.sql(
      `insert into public.works (id, user_id, customer, customer_id, task_name, chargeable_unit, rate, quantity, total_value,
         work_date, created_by_name)
       select gen_random_uuid(), c.user_id, c.name, c.id, 'Carting', 'load', 1, 1, 1, current_date - (1100 - n) / 10, 'Ann'
       from public.customers c cross join generate_series(1, 1100) n where c.user_id = $1 and c.name = 'Hill Farm'`,
      [owner.id],
    );
    await open();
    const workList = within(await screen.findByRole('group', { name: 'Work to invoice' }));
    expect(await workList.findByText('1000 of 1100 chosen')).toBeVisible();
    expect(workList.getAllByRole('checkbox')).toHaveLength(1100);
    expect(
      screen.getByText(/1,100 entries are ready, and one invoice holds 1,000 at most\. The oldest are chosen/),
    ).toBeVisible();
    expect(await total()).toBe('£1,200.00');
  });

  test('another period, which the URL keeps, leaves items, the focused field, and work chosen on another screen', async () => {
    const [one = ''] = await account.addWorks([100, 50]);
    await account.addWorks([7], { on: addDays(account.today, -200) });
    const { user, address } = await open({ workIds: [one] }, `&from=${addDays(account.today, -3)}`);
    await addItem(user, 'Charge', 'Fuel surcharge', '25');
    expect(await total()).toBe('£150.00');
    expect(screen.queryByRole('checkbox', { name: /£7\.00/ })).toBeNull();
    const from = screen.getByLabelText('From');
    fireEvent.change(from, { target: { value: '2020-01-01' } });
    expect(from).toHaveValue('2020-01-01');
    await waitFor(() => expect(address()).toContain('from=2020-01-01'));
    expect(await generateButton()).toBeDisabled();
    await waitFor(async () => expect(await generateButton()).toBeEnabled());
    expect(from).toBeInTheDocument();
    expect(await screen.findByRole('checkbox', { name: /£7\.00/ })).not.toBeChecked();
    expect(await total()).toBe('£150.00');
    const [, thisMonth] = within(screen.getByLabelText('Period')).getAllByRole('option');
    await user.selectOptions(screen.getByLabelText('Period'), thisMonth ?? '');
    await waitFor(() => expect(address()).toContain(`from=${account.today.slice(0, 8)}01`));
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /£7\.00/ })).toBeNull());
  });
});

describe('the order number', () => {
  test('that the customer requires is asked for, kept when the app closes, printed as typed, and stored', async () => {
    const field = () => screen.findByLabelText('Order number');
    await owner.from('customers').update({ po_required: true }).eq('id', account.hillFarm);
    await account.addWorks([100]);
    const { user, view } = await open();
    const message = 'Hill Farm needs an order number on each invoice. Enter it.';
    await field();
    expect(screen.queryByText(message)).toBeNull();
    await user.click(await generateButton());
    expect(await screen.findByText(message)).toBeVisible();
    expect(await field()).toHaveFocus();
    expect(await account.nextNumber()).toBe(1);
    await user.paste('9'.repeat(41));
    expect(screen.getByText('The order number is too long (40 characters at most).')).toBeVisible();
    await user.clear(await field());
    await user.type(await field(), ' PO-47 ');
    expect(within(await sheet()).getByText('Your order no.').nextElementSibling).toHaveTextContent('PO-47');
    // Saved 300 ms after the last keystroke.
    await waitFor(async () =>
      expect((await readDeviceData(owner.id)).drafts).toMatchObject([{ values: { orderNumber: ' PO-47 ' } }]),
    );
    view.unmount();
    const again = await open();
    expect(await field()).toHaveValue(' PO-47 ');
    await again.user.click(await generateButton());
    await screen.findByText('Invoice generated!');
    expect((await owner.from('invoices').select('order_number').single()).data).toEqual({ order_number: 'PO-47' });
    const issued = within(await screen.findByRole('article', { name: 'VAT invoice INV-0001' }));
    expect(issued.getByText('Your order no.').nextElementSibling).toHaveTextContent('PO-47');
    await waitFor(async () => expect((await readDeviceData(owner.id)).drafts).toEqual([]));
  });
});

describe('problems', () => {
  test('work of 50 days ago shows a warning, and its date is the tax point (case 48); chosen work of another customer is reported', async () => {
    await account.addCustomer('Glen');
    const [other = ''] = await account.addWorks([5], { to: 'Glen' });
    const [one = ''] = await account.addWorks([100], { on: addDays(account.today, -50) });
    await open({ workIds: [one, other] });
    expect(await screen.findByText(/Choose works for one customer only\./)).toBeVisible();
    expect(await screen.findByText(/more than 30 days after the work/)).toBeVisible();
    expect(await screen.findByLabelText('Order number (optional)')).toHaveValue('');
    const point = addDays(account.today, -50).split('-').reverse().join('/');
    expect(within(await sheet()).getByText('Tax point').nextElementSibling).toHaveTextContent(point);
    expect(await generateButton()).toBeEnabled();
  });

  test('a negative total is refused (case 51), and a total of zero needs a confirmation (case 53)', async () => {
    await account.addWorks([40]);
    const { user, address } = await open();
    await addItem(user, 'Discount', 'Too much', '50');
    expect(await screen.findByText("An invoice can't be negative. Use a credit note.")).toBeVisible();
    expect(await generateButton()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Remove Too much' }));
    await addItem(user, 'Discount', 'All of it', '40');
    await user.click(await generateButton());
    expect(await screen.findByText('This invoice comes to £0.00.')).toBeVisible();
    expect(await account.nextNumber()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Generate' }));
    await waitFor(() => expect(address()).toBe('/invoices?number=INV-0001'));
  });

  test('work invoiced elsewhere meanwhile is refused with the server’s message (case 40)', async () => {
    const ids = await account.addWorks([100]);
    const { user } = await open();
    const button = await generateButton();
    await account.issue(ids);
    await user.click(button);
    await screen.findByText('Some of this work is already on invoice INV-0001.');
    expect(await account.nextNumber()).toBe(2);
  });

  test('pressing again after a lost response issues one invoice (case 41)', async () => {
    await account.addWorks([100]);
    const { user, address } = await open();
    const button = await generateButton();
    const realFetch = globalThis.fetch;
    const requests: string[] = [];
    globalThis.fetch = async (input, init) => {
      const answer = await realFetch(input, init);
      if (!urlOf(input).includes('issue_invoice')) return answer;
      requests.push(urlOf(input));
      globalThis.fetch = realFetch;
      throw new TypeError('Failed to fetch');
    };
    await user.click(button);
    // Waits for the request, not for a text on the screen: the message of an earlier refusal may still be shown.
    await waitFor(() => expect(requests).toHaveLength(1));
    await user.click(await generateButton());
    await waitFor(() => expect(address()).toBe('/invoices?number=INV-0001'));
    expect(await account.nextNumber()).toBe(2);
  });
});

test('an employee is told that the page is the account holder’s, and no invoice data is requested', async () => {
  const crew = await backend.employeeOf(owner);
  const requests: string[] = [];
  const recordingFetch = (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(urlOf(input));
    return backend.fetch(input, init);
  };
  await renderPage('/invoices?number=INV-0001', { backend: { fetch: recordingFetch }, person: crew });
  expect(await screen.findByText(/This page is for the main account holder/)).toBeVisible();
  expect(requests.filter((url) => /invoice/.test(url))).toEqual([]);
});
