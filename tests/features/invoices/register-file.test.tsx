// The register's credit notes, its export, and marking several on a phone.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { addDays } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { registerDocuments, type RegisterDocuments } from '@tests/support/account-data/register-documents';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
let documents: RegisterDocuments;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  account = await setUpInvoicing(backend, owner);
  documents = registerDocuments(backend, owner, account);
});
afterAll(() => backend.close());

const open = (query = '') => renderPage(`/view-invoices${query}`, { backend, person: owner });
const shownNumbers = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) => within(row).getAllByRole('cell')[1]?.textContent);
const expectNumbers = (numbers: readonly string[]) =>
  waitFor(async () => expect(await shownNumbers()).toEqual(numbers));
const amountsOwed = () => within(screen.getByRole('region', { name: 'What is owed' }));
const figure = (name: string) => amountsOwed().getByRole('button', { name: new RegExp(`^${name}`) });
const total = () => within(screen.getByRole('region', { name: 'Totals' })).getByText('Total').nextSibling?.textContent;

const issueSentInvoice = (...args: Parameters<RegisterDocuments['addSentInvoice']>) =>
  documents.addSentInvoice(...args);
const credit = (id: string) => documents.credit(id);
const issueRegisterExamples = () => documents.addEveryKind();

/** A window of a phone's width. */
const onPhone = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList,
    );

test('a credit note is negative and links to its invoice, the invoice to its credit note, also on a phone', async () => {
  await credit(await issueSentInvoice(10));
  const { view } = await open();
  // Both have the same date and are the first of their series, so their order is arbitrary.
  const note = (await screen.findByRole('link', { name: 'Corrects INV-0001' })).closest('tr');
  const invoice = (await screen.findByRole('link', { name: 'Corrected by CN-0001' })).closest('tr');
  if (!note || !invoice) throw new Error('a row is missing');
  expect(note).toHaveTextContent('−£10.00−£2.00−£12.00Credit');
  expect(within(note).getByRole('link', { name: 'Corrects INV-0001' })).toHaveAttribute(
    'href',
    '/invoices?number=INV-0001',
  );
  expect(invoice).toHaveTextContent('£12.00Credited');
  expect(within(invoice).getByRole('link', { name: 'Corrected by CN-0001' })).toHaveAttribute(
    'href',
    '/invoices?number=CN-0001',
  );
  // They cancel each other out: no amount is owed, and neither can be marked.
  await waitFor(() => expect(total()).toBe('£0.00'));
  await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('£0.00'));
  expect(screen.queryByRole('checkbox', { name: /^Choose (CN|INV)/ })).toBeNull();
  view.unmount();
  onPhone();
  await open();
  expect(await screen.findByRole('link', { name: /CN-0001, / })).toHaveTextContent('Corrects INV-0001−£12.00Credit');
  expect(screen.getByRole('link', { name: /INV-0001, / })).toHaveTextContent('Corrected by CN-0001£12.00Credited');
});

/** Collects the files that the app gives the browser to save. */
function collectDownloads(): File[] {
  const files: File[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    // The app passes files only.
    files.push(file as File);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return files;
}

describe('the export', () => {
  test('contains every row of the filter, escapes formulas, adds up to the totals on the screen, and needs signal', async () => {
    await issueRegisterExamples();
    const odd = await issueSentInvoice(3, { late: 5, to: '=cmd|"x", Ltd' });
    await backend.sql(`update public.invoices set sent_at = '2030-06-30T23:30:00Z' where id = $1`, [odd]);
    const cancelled = await account.issue(await account.addWorks([500]));
    await account.withdraw(cancelled.data?.id ?? '');
    const files = collectDownloads();
    await backend.sql(
      `update public.invoices set order_number = 'PO-7' where user_id = $1 and invoice_number = 'INV-0009'`,
      [owner.id],
    );
    const { user, view } = await open();
    await shownNumbers();
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await screen.findByText('CSV downloaded');
    expect(screen.getByText('11 rows')).toBeVisible();
    const [file] = files;
    expect(file?.name).toBe(`invoices-${account.today}.csv`);
    const [head, ...lines] = parseCsv((await file?.text()) ?? '');
    expect(head?.join()).toBe(
      'number,kind,issue_date,tax_point,due_date,customer,net,vat_rate,vat,gross,state,sent_at,paid_at,corrects,currency,order_number',
    );
    const lineOf = (number: string) =>
      Object.fromEntries(lines.find(([first]) => first === number)?.map((cell, at) => [head?.[at] ?? '', cell]) ?? []);
    expect(lineOf('INV-0009')).toEqual({
      number: 'INV-0009',
      kind: 'invoice',
      issue_date: account.today,
      tax_point: account.today,
      due_date: addDays(account.today, -5),
      customer: `'=cmd|"x", Ltd`,
      net: '3',
      vat_rate: '20',
      vat: '0.6',
      gross: '3.6',
      state: 'overdue',
      // Half past midnight on the farm.
      sent_at: '2030-07-01',
      paid_at: '',
      corrects: '',
      currency: 'GBP',
      order_number: 'PO-7',
    });
    expect(lineOf('CN-0001')).toMatchObject({
      kind: 'credit_note',
      due_date: '',
      net: '-2000',
      vat: '-400',
      gross: '-2400',
      state: 'refund',
      corrects: 'INV-0008',
    });
    expect(lineOf('INV-0008')).toMatchObject({ state: 'credited', gross: '2400', paid_at: account.today });
    expect(lineOf('INV-0010')).toMatchObject({ state: 'cancelled', net: '', vat: '', gross: '' });
    const gross = lines.reduce((sum, line) => sum + Number(line[9]), 0);
    await waitFor(() => expect(total()).toBe(`£${gross.toLocaleString('en-GB', { minimumFractionDigits: 2 })}`));
    view.unmount();

    const filtered = await open('?show=over-90&from=2020-04-06&to=2030-04-05');
    await expectNumbers(['INV-0006']);
    await filtered.user.click(screen.getByRole('button', { name: 'CSV' }));
    await screen.findByText('1 row');
    expect(files[1]?.name).toBe('invoices-2020-04-06-to-2030-04-05.csv');
    expect(parseCsv((await files[1]?.text()) ?? '').map(([number]) => number)).toEqual(['number', 'INV-0006']);

    await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('£759.60'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByRole('button', { name: 'CSV' })).toBeDisabled();
    expect(screen.getByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeVisible();
    expect(figure('Outstanding')).toHaveTextContent('£759.60');
  });
});

test('on a phone several invoices are chosen by their cards and marked paid on a date; Done clears the choice', async () => {
  onPhone();
  const ids = [await issueSentInvoice(1), await issueSentInvoice(2, { late: 10 }), await issueSentInvoice(3)];
  const cancelled = await account.issue(await account.addWorks([500]));
  await account.withdraw(cancelled.data?.id ?? '');
  // Issued ten days ago, with their works.
  for (const statement of [
    `update public.works set invoice_generated_at = invoice_generated_at - interval '10 days' where user_id = $1 and invoice_id is not null`,
    `update public.invoices set issue_date = issue_date - 10, generated_at = generated_at - interval '10 days' where user_id = $1`,
  ])
    await backend.sql(statement, [owner.id]);
  const { user } = await open();
  const card = await screen.findByRole('link', { name: /INV-0002/ });
  for (const text of ['Hill Farm', '£2.40', 'Overdue 10 days']) expect(card).toHaveTextContent(text);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.click(screen.getByRole('checkbox', { name: 'Choose INV-0001' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('1 chosen')).toBeNull();
  expect(screen.getByRole('link', { name: /INV-0001/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  expect(screen.getByText('Tap the invoices to mark.')).toBeVisible();
  expect(screen.queryByRole('link', { name: /INV-0001/ })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Choose INV-0004' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Choose INV-0001' }));
  await user.click(screen.getByRole('checkbox', { name: 'Choose INV-0003' }));
  const bar = within(screen.getByRole('region', { name: 'Totals' }));
  expect(bar.getByRole('status')).toHaveTextContent('2 chosen£4.80');
  await user.click(bar.getByRole('button', { name: 'Mark paid' }));
  const dialog = within(await screen.findByRole('dialog'));
  const day = addDays(account.today, -3);
  await user.clear(dialog.getByLabelText('Paid on'));
  await user.type(dialog.getByLabelText('Paid on'), day);
  await user.click(dialog.getByRole('button', { name: 'Mark paid' }));
  await screen.findByText('Status updated!');
  // The selection has ended: the cards link to their invoices again.
  expect(await screen.findByRole('link', { name: /INV-0001/ })).toHaveTextContent('Paid');
  const paid = await backend.sql(
    `select id from public.invoices where user_id = $1 and (paid_at at time zone 'Europe/London')::date = $2`,
    [owner.id, day],
  );
  expect(paid.map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort());
});
