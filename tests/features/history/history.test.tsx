import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let account: InvoicingAccount;
/** The app's requests for the audit log. */
let logRequests: string[];
let respond: TestBackend['fetch'];

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  account = await setUpInvoicing(backend, owner);
});
beforeEach(() => {
  logRequests = [];
  respond = (input, init) => backend.fetch(input, init);
});
afterAll(() => backend.close());

const recordingBackend = {
  fetch: ((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('/audit_log')) logRequests.push(url);
    return respond(input, init);
  }) as TestBackend['fetch'],
};
const open = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'History' }));
const items = async () => {
  const region = await screen.findByRole('region', { name: 'History' });
  return (await within(region).findAllByRole('listitem')).map((item) => item.textContent);
};

describe('the history', () => {
  test('the history of an entry is fetched when it is opened, and lists the newest change first', async () => {
    const { data } = await driver
      .from('works')
      .insert({
        customer: 'Hill Farm',
        task_name: 'Hedges',
        chargeable_unit: 'acre',
        quantity: 12,
        work_date: account.today,
      })
      .select('id')
      .single();
    const id = data?.id ?? '';
    await driver.from('works').update({ quantity: 14 }).eq('id', id);
    await owner.from('works').update({ rate: 10 }).eq('id', id);
    const { user } = await renderPage(`/works-list?edit=${id}`, { backend: recordingBackend, person: owner });
    await screen.findByRole('dialog', { name: 'Edit entry' });
    expect(logRequests).toEqual([]);
    await open(user);
    await screen.findByText('Rate added: £10.00 / ac');
    const lines = await items();
    expect(lines[0]).toMatch(/^Rate added: £10\.00 \/ acValue £140\.00Alex Owner, \d+ \w+ 20\d\d \d\d:\d\d$/);
    expect(lines[1]).toMatch(/^Quantity 12 → 14 acSam Driver, /);
    expect(lines[2]).toMatch(/^Created by Sam Driver, \d+ \w+ 20\d\d \d\d:\d\d$/);
    expect(lines).toHaveLength(3);
    expect(logRequests).toHaveLength(1);
  });

  test('the history of an invoice shows its payment, and that of an entry on the invoice shows the invoice', async () => {
    const [id = ''] = await account.addWorks([20]);
    const { data: invoice } = await account.issue([id]);
    await account.mark([invoice?.id ?? ''], 'paid');
    const first = await renderPage(`/invoices?number=${invoice?.invoice_number ?? ''}`, {
      backend: recordingBackend,
      person: owner,
    });
    await open(first.user);
    await screen.findByText(/^Marked paid on/);
    expect((await items()).map((line) => line.replace(/Alex Owner, .*/, ''))).toEqual([
      expect.stringMatching(/^Marked paid on \d+ \w+ 20\d\d$/),
      expect.stringMatching(/^Created by $/),
    ]);
    first.view.unmount();
    const second = await renderPage(`/works-list?edit=${id}`, { backend: recordingBackend, person: owner });
    await open(second.user);
    await screen.findByText(`Put on invoice ${invoice?.invoice_number ?? ''}`);
    expect(await items()).toHaveLength(3);
  });

  test('the history of a customer names merged customers, and loads further pages', async () => {
    const [smith, son] = [await account.addCustomer('Smith'), await account.addCustomer('Smith & Son')];
    await owner.rpc('merge_customers', { p_request_id: crypto.randomUUID(), p_from: smith, p_into: son });
    const first = await renderPage(`/customers?id=${smith}`, { backend: recordingBackend, person: owner });
    await open(first.user);
    expect(
      await within(await screen.findByRole('region', { name: 'History' })).findByText('Merged into Smith & Son'),
    ).toBeVisible();
    first.view.unmount();
    for (let n = 1; n <= 35; n += 1)
      await owner
        .from('customers')
        .update({ town: `Town ${n}` })
        .eq('id', son);
    const { user } = await renderPage(`/customers?id=${son}`, { backend: recordingBackend, person: owner });
    await open(user);
    await screen.findByText('Town Town 34 → Town 35');
    expect(await items()).toHaveLength(30);
    await user.click(screen.getByRole('button', { name: 'Show earlier changes' }));
    await screen.findByText('Merged Smith into Smith & Son');
    const lines = await items();
    expect(lines).toHaveLength(37);
    expect(lines.at(-1)).toMatch(/^Created by Alex Owner/);
    expect(screen.queryByRole('button', { name: 'Show earlier changes' })).toBeNull();
  });

  test('the history says if there are no changes, and can be retried if it fails to load', async () => {
    const mill = await account.addCustomer('Old Mill');
    // The app also logs the failure to the console.
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    respond = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return url.includes('/audit_log')
        ? Promise.resolve(Response.json({ message: 'no', code: 'PGRST000' }, { status: 400 }))
        : backend.fetch(input, init);
    };
    const { user } = await renderPage(`/customers?id=${mill}`, { backend: recordingBackend, person: owner });
    await open(user);
    await screen.findByText('The history could not be loaded.');
    respond = (input, init) => backend.fetch(input, init);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^No changes recorded\. Created by Alex Owner/);
    logged.mockRestore();
  });

  test('the history is not offered to employees', async () => {
    const { data } = await driver
      .from('works')
      .insert({
        customer: 'Hill Farm',
        task_name: 'Hedges',
        chargeable_unit: 'acre',
        quantity: 12,
        work_date: account.today,
      })
      .select('id, customer_id')
      .single();
    const first = await renderPage(`/works-list?edit=${data?.id ?? ''}`, { backend: recordingBackend, person: driver });
    await screen.findByRole('dialog', { name: 'Edit entry' });
    expect(screen.queryByRole('button', { name: 'History' })).toBeNull();
    first.view.unmount();
    await renderPage(`/customers?id=${data?.customer_id ?? ''}`, { backend: recordingBackend, person: driver });
    await screen.findByRole('heading', { level: 1, name: 'Hill Farm' });
    expect(screen.queryByRole('button', { name: 'History' })).toBeNull();
    expect(logRequests).toEqual([]);
  });
});
