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
  test('what is owed is shown above the list, in all and by age; each figure filters the list, and a refund leaves it', async () => {
    await issueRegisterExamples();
    const { user, address } = await open('?state=paid');
    await expectNumbers(['INV-0007']);
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
    for (const [name, word, numbers, sum] of [
      ['Outstanding', 'outstanding', [6, 5, 4, 3, 2, 1], '£756.00'],
      ['Overdue', 'overdue', [6, 5, 4, 3], '£720.00'],
      ['Paid this month', 'paid-this-month', [8, 7], '£3,600.00'],
      ['Not due yet', 'not-due', [2, 1], '£36.00'],
      ['1–30 days', '1-30', [3], '£48.00'],
      ['31–60 days', '31-60', [4], '£96.00'],
      ['61–90 days', '61-90', [5], '£192.00'],
      ['Over 90 days', 'over-90', [6], '£384.00'],
    ] as const) {
      await user.click(figure(name));
      await expectNumbers(numbers.map((number) => `INV-000${number}`));
      expect(address()).toBe(`/view-invoices?show=${word}`);
      expect(figure(name)).toHaveAttribute('aria-pressed', 'true');
      await waitFor(() => expect(total()).toBe(sum));
    }
    await user.click(figure('Over 90 days'));
    await waitFor(async () => expect(await shownNumbers()).toHaveLength(9));
    expect(address()).toBe('/view-invoices');

    await user.click(figure('To refund'));
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
});

describe('invoices are found', () => {
  test('by tax year, by the previous one, by custom dates, and by number or customer, until the filters are cleared', async () => {
    const [year] = periodPresets(account.today, 'england').filter(({ id }) => id === 'tax-year');
    const from = year?.from ?? '';
    const ids = [
      await issueSentInvoice(1),
      await issueSentInvoice(2, { to: 'Siân Ní Dhálaigh' }),
      await issueSentInvoice(3),
      await issueSentInvoice(4),
    ];
    for (const [at, day] of [from, addDays(from, -1), addDays(from, -365), addDays(from, -367)].entries())
      await backend.sql('update public.invoices set issue_date = $2 where id = $1', [ids[at], day]);
    const { user, address } = await open();
    const all = ['INV-0001', 'INV-0002', 'INV-0003', 'INV-0004'];
    await expectNumbers(all);
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

    await user.type(screen.getByRole('searchbox', { name: 'Number or name' }), 'sian dhal');
    await expectNumbers(['INV-0002']);
    expect(address()).toBe('/view-invoices?search=sian+dhal');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), '0001');
    await expectNumbers(['INV-0001']);
    await waitFor(() => expect(total()).toBe('£1.20'));
    await user.type(screen.getByRole('searchbox'), '9');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await expectNumbers(all);
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test('in Ireland by calendar year, which is the tax year; nothing is owed when everything is paid', async () => {
    await backend.sql(
      `update public.farm_settings set region = 'ireland', time_zone = 'Europe/Dublin' where user_id = $1`,
      [owner.id],
    );
    await pay(await issueSentInvoice(10));
    await backend.sql(
      `update public.invoices set generated_at = now() - interval '90 days', sent_at = now() - interval '90 days',
         paid_at = now() - interval '60 days' where user_id = $1`,
      [owner.id],
    );
    const { user, address } = await open();
    await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('Outstanding£0.00No invoices'));
    const year = account.today.slice(0, 4);
    await user.selectOptions(screen.getByLabelText('Period'), `Tax year ${year}`);
    expect(address()).toBe(`/view-invoices?from=${year}-01-01&to=${year}-12-31`);
  });
});
