// The register: amounts owed and how late they are, periods, and search.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, periodPresets } from '@/domain/core/time';
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
const pay = (id: string) => documents.pay(id);
const issueRegisterExamples = () => documents.addEveryKind();

describe('what is owed', () => {
  test('what is owed is shown above the list as outstanding, overdue, paid this month, to refund, and by age', async () => {
    await issueRegisterExamples();
    await open();
    await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('Outstanding£756.006 invoices'));
    expect(figure('Overdue')).toHaveTextContent('Overdue£720.004 invoices');
    expect(figure('Paid this month')).toHaveTextContent('Paid this month£3,600.002 payments');
    expect(figure('To refund')).toHaveTextContent('To refund£2,400.001 credit note');
    const ages = within(amountsOwed().getByRole('group', { name: 'Outstanding by days past the due date' }));
    expect(ages.getAllByRole('button').map((age) => age.textContent)).toEqual([
      'Not due yet£36.00',
      '1–30 days late£48.00',
      '31–60 days late£96.00',
      '61–90 days late£192.00',
      'Over 90 days late£384.00',
    ]);
  });

  test.each([
    ['Outstanding', 'outstanding', ['INV-0006', 'INV-0005', 'INV-0004', 'INV-0003', 'INV-0002', 'INV-0001'], '£756.00'],
    ['Overdue', 'overdue', ['INV-0006', 'INV-0005', 'INV-0004', 'INV-0003'], '£720.00'],
    ['Paid this month', 'paid-this-month', ['INV-0008', 'INV-0007'], '£3,600.00'],
    ['Not due yet', 'not-due', ['INV-0002', 'INV-0001'], '£36.00'],
    ['1–30 days', '1-30', ['INV-0003'], '£48.00'],
    ['31–60 days', '31-60', ['INV-0004'], '£96.00'],
    ['61–90 days', '61-90', ['INV-0005'], '£192.00'],
    ['Over 90 days', 'over-90', ['INV-0006'], '£384.00'],
  ])('%s filters the list, and the URL keeps it, until it is pressed again', async (name, word, numbers, sum) => {
    await issueRegisterExamples();
    const { user, address } = await open('?state=paid');
    await expectNumbers(['INV-0007']);
    await user.click(figure(name));
    await expectNumbers(numbers);
    expect(address()).toBe(`/view-invoices?show=${word}`);
    expect(figure(name)).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(total()).toBe(sum));
    await user.click(figure(name));
    await waitFor(async () => expect(await shownNumbers()).toHaveLength(9));
    expect(address()).toBe('/view-invoices');
  });

  test('pending refunds are listed, and disappear once refunded', async () => {
    await issueRegisterExamples();
    const { user, address } = await open();
    await shownNumbers();
    await user.click(await screen.findByRole('button', { name: /^To refund/ }));
    await expectNumbers(['CN-0001']);
    expect(address()).toBe('/view-invoices?state=refund');
    await user.click(screen.getByRole('checkbox', { name: 'Choose CN-0001' }));
    await user.click(screen.getByRole('button', { name: 'Mark paid' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark paid' }));
    await screen.findByText('No invoices match these filters.');
    // The list and the figures come from two requests.
    await waitFor(() => expect(figure('Paid this month')).toHaveTextContent('£1,200.003 payments'));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await shownNumbers();
    expect(screen.queryByRole('button', { name: /^To refund/ })).toBeNull();
  });

  test('two currencies are shown side by side', async () => {
    await issueSentInvoice(10, { late: 5 });
    await account.saveSettings({ currency: 'EUR' });
    await issueSentInvoice(100, { late: 5 });
    await open();
    await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('Outstanding€120.00£12.002 invoices'));
    expect(figure('1–30 days')).toHaveTextContent('1–30 days late€120.00£12.00');
    expect(figure('Not due yet')).toHaveTextContent('Not due yet€0.00');
    await waitFor(() => expect(total()).toBe('€120.00 + £12.00'));
  });

  test('what is owed is hidden before the first invoice, and is zero when everything is paid', async () => {
    const { view } = await open();
    await screen.findByText('No invoices yet.');
    expect(screen.queryByRole('region', { name: 'What is owed' })).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
    view.unmount();
    await pay(await issueSentInvoice(10));
    await backend.sql(
      `update public.invoices set generated_at = now() - interval '90 days', sent_at = now() - interval '90 days',
         paid_at = now() - interval '60 days' where user_id = $1`,
      [owner.id],
    );
    await open();
    await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('Outstanding£0.00No invoices'));
  });
});

describe('invoices are found', () => {
  test('invoices are found by tax year, by the previous one and by custom dates', async () => {
    const [year] = periodPresets(account.today, 'england').filter(({ id }) => id === 'tax-year');
    const from = year?.from ?? '';
    const ids = [
      await issueSentInvoice(1),
      await issueSentInvoice(2),
      await issueSentInvoice(3),
      await issueSentInvoice(4),
    ];
    for (const [at, day] of [from, addDays(from, -1), addDays(from, -365), addDays(from, -367)].entries())
      await backend.sql('update public.invoices set issue_date = $2 where id = $1', [ids[at], day]);
    const { user, address } = await open();
    await expectNumbers(['INV-0001', 'INV-0002', 'INV-0003', 'INV-0004']);
    const period = screen.getByLabelText<HTMLSelectElement>('Period');
    const years = [...period.options].map(({ text }) => text).filter((text) => text.startsWith('Tax year'));
    const name = (first: number) => `Tax year ${first}/${String(first + 1).slice(2)}`;
    const first = Number(from.slice(0, 4));
    expect(years).toEqual([name(first), name(first - 1)]);
    await user.selectOptions(period, name(first));
    await expectNumbers(['INV-0001']);
    expect(address()).toBe(`/view-invoices?from=${from}&to=${first + 1}-04-05`);
    await user.selectOptions(period, name(first - 1));
    await expectNumbers(['INV-0002', 'INV-0003']);
    await user.selectOptions(period, 'Choose dates');
    await user.clear(screen.getByLabelText('To'));
    await user.clear(screen.getByLabelText('From'));
    await user.type(screen.getByLabelText('From'), addDays(from, -1));
    await expectNumbers(['INV-0001', 'INV-0002']);
    await user.selectOptions(period, 'All dates');
    await waitFor(() => expect(address()).toBe('/view-invoices'));
    await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull());
  });

  test('in Ireland invoices are found by calendar year, which is the tax year', async () => {
    await backend.sql(
      `update public.farm_settings set region = 'ireland', time_zone = 'Europe/Dublin' where user_id = $1`,
      [owner.id],
    );
    await issueSentInvoice(1);
    const { user, address } = await open();
    await expectNumbers(['INV-0001']);
    const year = account.today.slice(0, 4);
    await user.selectOptions(screen.getByLabelText('Period'), `Tax year ${year}`);
    expect(address()).toBe(`/view-invoices?from=${year}-01-01&to=${year}-12-31`);
  });

  test('invoices are found by number or by customer, until the filters are cleared', async () => {
    await issueSentInvoice(1);
    await issueSentInvoice(2, { to: 'Siân Ní Dhálaigh' });
    const { user, address } = await open();
    await expectNumbers(['INV-0002', 'INV-0001']);
    await user.type(screen.getByRole('searchbox', { name: 'Number or name' }), 'sian dhalaigh');
    await expectNumbers(['INV-0002']);
    expect(address()).toBe('/view-invoices?search=sian+dhalaigh');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), '0001');
    await expectNumbers(['INV-0001']);
    await waitFor(() => expect(total()).toBe('£1.20'));
    await user.type(screen.getByRole('searchbox'), '9');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await expectNumbers(['INV-0002', 'INV-0001']);
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});
