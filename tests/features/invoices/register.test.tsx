import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';
import { scrollTo } from '@tests/support/browser/scroll';

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
const numbers = async () =>
  within(await screen.findByRole('table', { name: 'Invoices' }))
    .getAllByRole('link')
    .map((link) => link.textContent)
    .filter((words) => !words.startsWith('Send reminder'));
const totals = () => screen.getByRole('region', { name: 'Totals' }).textContent;

/** Issues invoices 1 to 5: generated, sent, overdue, paid, cancelled; the last is for Glen. */
async function issueFive() {
  await account.addCustomer('Glen');
  const glen = await owner.from('customers').select('id').eq('name', 'Glen').single();
  const ids: string[] = [];
  for (const value of [10, 20, 30, 40]) {
    const { data } = await account.issue(await account.addWorks([value]));
    ids.push(data?.id ?? '');
  }
  const to = glen.data?.id ?? '';
  const { data } = await account.issue(await account.addWorks([50], { to: 'Glen' }), { to });
  const [, sent = '', overdue = '', paid = ''] = ids;
  await account.mark([sent, overdue, paid], 'sent');
  await account.mark([paid], 'paid');
  await account.withdraw(data?.id ?? '');
  await backend.sql('update public.invoices set issue_date = $2, due_date = $3 where id = $1', [
    overdue,
    addDays(account.today, -40),
    addDays(account.today, -10),
  ]);
  return { ids, glen: to };
}

describe('the register', () => {
  test('lists every invoice with its amounts and state, and filters by date, customer and state; the URL keeps a filter', async () => {
    const { glen } = await issueFive();
    const { user, address } = await open(`?to=${addDays(account.today, -30)}`);
    expect(await numbers()).toEqual(['INV-0003']);
    await user.selectOptions(screen.getByLabelText('Period'), 'All dates');
    // Sorted by date, then by number: the overdue one is forty days older.
    await waitFor(async () =>
      expect(await numbers()).toEqual(['INV-0005', 'INV-0004', 'INV-0002', 'INV-0001', 'INV-0003']),
    );
    const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
    const states = rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
    expect(states).toEqual(['Cancelled', 'Paid', 'Sent', 'Generated', 'Overdue 10 daysSend reminder of INV-0003']);
    expect(rows[1]).toHaveTextContent('£40.00£8.00£48.00');
    expect(screen.getByRole('link', { name: 'INV-0003' })).toHaveAttribute('href', '/invoices?number=INV-0003');
    // The totals exclude the cancelled invoice.
    await waitFor(() => expect(totals()).toContain('Net£100.00VAT£20.00Total£120.00'));
    expect(screen.queryByText(/^Never used/)).toBeNull();

    for (const [state, number, value] of [
      ['Generated', 'INV-0001', 12],
      ['Sent', 'INV-0002', 24],
      ['Overdue', 'INV-0003', 36],
      ['Paid', 'INV-0004', 48],
      ['Cancelled', 'INV-0005', 0],
    ] as const) {
      await user.selectOptions(screen.getByLabelText('State'), state);
      await waitFor(async () => expect(await numbers()).toEqual([number]));
      expect(address()).toBe(`/view-invoices?state=${state.toLowerCase()}`);
      await waitFor(() => expect(totals()).toMatch(new RegExp(`^1 invoice.*Total£${value}\\.00$`)));
    }
    await screen.findByRole('option', { name: 'Glen' });
    await user.selectOptions(screen.getByLabelText('Customer'), 'Glen');
    await waitFor(() => expect(address()).toBe(`/view-invoices?state=cancelled&customer=${glen}`));
    await user.selectOptions(screen.getByLabelText('State'), 'Paid');
    expect(await screen.findByText('No invoices match these filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(async () => expect(await numbers()).toHaveLength(5));
    expect(address()).toBe('/view-invoices');
  });

  test('the register renders some of 300 invoices, loads the rest on scrolling, and totals all from the start', async () => {
    await account.issue(await account.addWorks([1]));
    await backend.sql(
      `insert into public.invoices (user_id, invoice_number, sequence_no, customer_id, customer_snapshot, supplier_snapshot,
         issue_date, tax_point, due_date, currency, lines, subtotal, vat_amount, total, created_by_name)
       select user_id, 'INV-' || lpad(n::text, 4, '0'), n, customer_id, customer_snapshot, supplier_snapshot, issue_date,
         tax_point, due_date, currency, lines, subtotal, vat_amount, total, created_by_name
       from public.invoices, generate_series(2, 300) n where user_id = $1`,
      [owner.id],
    );
    await open();
    const first = await numbers();
    expect(first.slice(0, 2)).toEqual(['INV-0300', 'INV-0299']);
    expect(first.length).toBeLessThan(50);
    await waitFor(() => expect(totals()).toBe('300 invoicesNet£300.00VAT£60.00Total£360.00'));
    const table = screen.getByRole('table', { name: 'Invoices' });
    expect(table).toHaveAttribute('aria-rowcount', '301');
    const [, body] = within(table).getAllByRole('rowgroup');
    if (!body) throw new Error('the table has no body');
    // They have the same date, so each stays in its order by number.
    for (const [row, number] of [
      [45, 'INV-0255'],
      [160, 'INV-0140'],
      [299, 'INV-0001'],
    ] as const) {
      scrollTo(body, row * 41);
      expect(await screen.findByRole('link', { name: number })).toBeInTheDocument();
      expect(screen.getByRole('link', { name: number }).closest('tr')).toHaveAttribute('data-row', `${row}`);
    }
  });

  test('lists the numbers that were skipped because the next number was raised; more than four are folded (case 44)', async () => {
    const issueAt = async (numbers: readonly number[]) => {
      for (const next of numbers) {
        await account.saveSettings({ next_number: next });
        await account.issue(await account.addWorks([1]));
      }
    };
    await issueAt([1, 3, 1000]);
    const { view } = await open();
    expect(await screen.findByText('Never used, because the next number was raised: 4 to 999, 2.')).toBeVisible();
    view.unmount();
    await issueAt([1002, 1004, 1006]);
    const { user } = await open();
    const note = await screen.findByText(
      'Never used, because the next number was raised: 1005, 1003, 1001, 4 to 999, 2.',
    );
    expect(note).not.toBeVisible();
    await user.click(screen.getByText('Some numbers were never used'));
    expect(note).toBeVisible();
  });

  test('is empty at first, says how to create an invoice, and shows neither what is owed nor a search', async () => {
    await open();
    expect(await screen.findByText('No invoices yet.')).toBeVisible();
    expect(screen.getByText('Work marked Ready can be invoiced.')).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'New invoice' })).toHaveAttribute(
      'href',
      '/invoices',
    );
    expect(screen.queryByRole('region', { name: 'What is owed' })).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

describe('several invoices at once', () => {
  test('several invoices are marked paid on one date; a cancelled one can’t be selected', async () => {
    const { ids } = await issueFive();
    const { user } = await open();
    await numbers();
    expect(screen.queryByRole('checkbox', { name: 'Choose INV-0005' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Choose INV-0001' }));
    await user.click(screen.getByRole('checkbox', { name: 'Choose INV-0002' }));
    const bar = within(screen.getByRole('region', { name: 'Totals' }));
    expect(bar.getByText('2 chosen')).toBeVisible();
    await user.click(bar.getByRole('button', { name: 'Mark paid' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Mark paid: 2 invoices')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Mark paid' }));
    await screen.findByText('Status updated!');
    await waitFor(() => expect(screen.queryByText('2 chosen')).toBeNull());
    const paid = await backend.sql('select id from public.invoices where paid_at is not null and user_id = $1', [
      owner.id,
    ]);
    expect(paid.map((row) => row['id']).sort()).toEqual([ids[0], ids[1], ids[3]].sort());
  });

  test('all are selected by the checkbox in the header, and a refusal shows the server’s message', async () => {
    const ids: string[] = [];
    for (const value of [10, 20, 30]) ids.push((await account.issue(await account.addWorks([value]))).data?.id ?? '');
    await account.withdraw(ids[2] ?? '');
    const { user } = await open();
    await numbers();
    await user.click(screen.getByRole('checkbox', { name: 'Choose all shown' }));
    expect(screen.getByText('2 chosen')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark sent' }));
    // One of them is withdrawn in another tab meanwhile.
    await account.withdraw(ids[0] ?? '');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark sent' }));
    await screen.findByText('Error Updating Status');
    await screen.findByText('Invoice INV-0001 is cancelled.');
  });
});
