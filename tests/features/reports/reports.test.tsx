import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { periodOptions, readReport } from '@/features/reports/report-address';
import { lastFile, lastXlsx, serveFonts } from '@tests/features/calculators/saved-files';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { insertDocument } from '@tests/support/account-data/register';
import { reportPage, rowsOf, totals } from './report-page';

const { backend, owner, openReport } = reportPage();
let account: InvoicingAccount;
beforeEach(async () => {
  account = await setUpInvoicing(backend(), owner());
});

const YEAR = 'period=dates&from=2024-04-06&to=2025-04-05';
const open = (query = `?${YEAR}`) => openReport(query);
const rows = () => rowsOf('Report');

/** Work of three tax years and two customers: some unbilled, some invoiced, some paid, one entry without a rate. */
async function workOfThreeTaxYears() {
  await account.addCustomer('Dale');
  await account.addWorks([70], { to: 'Dale', on: '2023-06-01' });
  await account.addWorks([100, null], { on: '2024-04-06' });
  const invoiced = await account.addWorks([40.5], { on: '2024-06-30' });
  const paid = await account.addWorks([60], { on: '2024-07-01' });
  await account.addWorks([200], { to: 'Dale', on: '2025-04-05' });
  await account.addWorks([999], { on: '2025-04-06' });
  await account.issue(invoiced);
  const { data } = await account.issue(paid);
  await account.mark([data?.id ?? ''], 'paid');
  return { paidInvoice: data?.id ?? '' };
}

describe('work done', () => {
  test('is summed by month of the tax year, beside the year before, and grouped and filtered; each row opens its entries', async () => {
    await workOfThreeTaxYears();
    const { user, address } = await open();
    serveFonts();
    const list = await rows();
    // Rows further down are rendered on scrolling.
    expect(screen.getByRole('table', { name: 'Report' })).toHaveAttribute('aria-rowcount', '14');
    expect(list.filter(([, count, , , , , before]) => count !== '0' || before !== '')).toEqual([
      ['6–30 April 2024', '2', '£100.00', '', '', '£100.00', ''],
      ['June 2024', '1', '£40.50', '£40.50', '', '', '£70.00'],
      ['July 2024', '1', '£60.00', '£60.00', '£60.00', '', ''],
    ]);
    expect(totals()).toBe('Entries: 5Invoiced£100.50Paid£60.00Unbilled£300.00Earned£400.50');
    expect(screen.getByRole('heading', { name: '£400.50 earned' })).toBeVisible();
    expect(screen.getByText('£330.50 more than in 6 Apr 2023 – 5 Apr 2024, when it was £70.00.')).toBeVisible();
    expect(
      screen.getByRole('img', {
        name: 'Earned by month, 6 Apr 2024 – 5 Apr 2025. Most: 1–5 April 2025, £200.00. The table below has every figure.',
      }),
    ).toBeVisible();
    expect(screen.getByText(/^Amounts are without VAT\./)).toBeVisible();
    expect(
      await screen.findByText(
        '1 entry has no value yet, because a rate or a quantity is missing. They are not in these sums.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show them' })).toHaveAttribute(
      'href',
      '/works-list?from=2024-04-06&to=2025-04-05&status=needs_quantity&status=needs_rate',
    );
    await user.click(screen.getByRole('button', { name: 'PDF' }));
    await waitFor(() => expect(lastFile()?.name).toBe('report-work-by-month-2024-04-06-to-2025-04-05.pdf'));
    expect((await lastFile()?.text())?.slice(0, 5)).toBe('%PDF-');

    for (const [by, word, name] of [
      ['By task', 'task', 'Hedges'],
      ['By person', 'person', 'Alex Hill'],
      ['By machine', 'machine', 'No machine'],
      ['By field', 'field', 'No field'],
    ] as const) {
      await user.selectOptions(screen.getByLabelText('Group by'), by);
      await waitFor(async () => expect((await rows()).map((row) => [row[0], row[2]])).toEqual([[name, '£400.50']]));
      expect(address()).toBe(`/reports?${YEAR}&by=${word}`);
    }
    await user.selectOptions(screen.getByLabelText('Group by'), 'By customer');
    await waitFor(async () =>
      expect(await rows()).toEqual([
        ['Hill Farm', '4', '£200.50', '£100.50', '£60.00', '£100.00', ''],
        ['Dale', '1', '£200.00', '', '', '£200.00', '£70.00'],
      ]),
    );
    expect(address()).toBe(`/reports?${YEAR}&by=customer`);
    expect(screen.getByRole('link', { name: 'Hill Farm' })).toHaveAttribute(
      'href',
      `/works-list?from=2024-04-06&to=2025-04-05&customer=${account.hillFarm}`,
    );
    await screen.findByRole('option', { name: 'Dale' });
    await user.selectOptions(screen.getByLabelText('Customer'), 'Dale');
    await waitFor(() => expect(totals()).toContain('Earned£200.00'));
    await user.click(screen.getByRole('link', { name: 'Dale' }));
    expect(await screen.findByRole('heading', { name: 'Works List', level: 1 })).toBeVisible();
    await waitFor(() => expect(totals()).toContain('£200.00'));
  });

  test('an entry with two machines counts under both, and once in the total', async () => {
    const [job = ''] = await account.addWorks([100], { on: '2024-06-30' });
    const machines = ['Fendt', 'Claas'].map((name) => ({ id: crypto.randomUUID(), user_id: owner().id, name }));
    await owner()
      .from('machines')
      .insert(machines.map((one) => ({ ...one, machine_type: 'tractor' })));
    for (const { id } of machines)
      await backend().sql(
        'insert into public.job_machines (user_id, job_id, machine_id) select user_id, job_id, $2::uuid from public.works where id = $1',
        [job, id],
      );
    await open(`?${YEAR}&by=machine`);
    expect((await rows()).map((row) => [row[0], row[2]])).toEqual([
      ['Claas', '£100.00'],
      ['Fendt', '£100.00'],
    ]);
    expect(totals()).toContain('Earned£100.00');
    expect(screen.getByText(/An entry with several machines counts under each of them/)).toBeVisible();
  });
});

describe('invoices', () => {
  test('count on the day they were issued, less credit notes and without cancelled ones', async () => {
    const credited = await insertDocument(backend(), owner(), { total: 300.5, issued: '2024-06-30', credited: true });
    await insertDocument(backend(), owner(), { total: 100.5, issued: '2024-06-30', paid: '2024-07-02T12:00:00Z' });
    await insertDocument(backend(), owner(), { total: 50.5, issued: '2024-06-30', voided: true });
    await insertDocument(backend(), owner(), {
      total: -299.5,
      issued: '2024-07-01',
      corrects: credited,
      credited: true,
    });
    await insertDocument(backend(), owner(), { total: 40.5, issued: '2023-07-01' });
    await insertDocument(backend(), owner(), { total: 8.5, issued: '2024-07-01', currency: 'EUR' });
    const { user, address } = await open();
    await user.click(await screen.findByRole('radio', { name: 'Invoices' }));
    await waitFor(() => expect(address()).toBe(`/reports?${YEAR}&basis=invoices`));
    await waitFor(async () =>
      expect((await rows()).filter(([, count]) => count !== '0')).toEqual([
        // The credited invoice is not outstanding, and neither is its credit note.
        ['June 2024', '2', '£400.00', '', '£100.00', '', '', ''],
        ['July 2024', '1', '−£300.00', '−£300.00', '', '', '', '£40.00'],
      ]),
    );
    expect(totals()).toBe(
      'Documents: 3Credit notes−£300.00Paid£100.00Outstanding with VAT£0.00To refund with VAT£0.00Invoiced£100.00',
    );
    expect(screen.getByText(/€8\.00 invoiced, €0\.00 of it paid/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'June 2024' })).toHaveAttribute(
      'href',
      '/view-invoices?from=2024-06-01&to=2024-06-30',
    );
    expect(
      within(screen.getByLabelText('Group by'))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['By month', 'By customer']);
  });
});

describe('the period', () => {
  test('is this tax year from 6 April; calendar years, quarters and months can be chosen', () => {
    expect(periodOptions('2026-11-26', 'england')).toEqual([
      { value: 'tax-year', label: 'Tax year 2026/27', from: '2026-04-06', to: '2027-04-05' },
      { value: 'last-tax-year', label: 'Tax year 2025/26', from: '2025-04-06', to: '2026-04-05' },
      { value: 'year', label: 'Year 2026', from: '2026-01-01', to: '2026-12-31' },
      { value: 'last-year', label: 'Year 2025', from: '2025-01-01', to: '2025-12-31' },
      { value: 'quarter-1', label: 'Quarter to Oct 2026', from: '2026-08-01', to: '2026-10-31' },
      { value: 'quarter-2', label: 'Quarter to Sep 2026', from: '2026-07-01', to: '2026-09-30' },
      { value: 'quarter-3', label: 'Quarter to Aug 2026', from: '2026-06-01', to: '2026-08-31' },
      { value: 'month', label: 'Nov 2026', from: '2026-11-01', to: '2026-11-30' },
      { value: 'last-month', label: 'Oct 2026', from: '2026-10-01', to: '2026-10-31' },
    ]);
    expect(periodOptions('2027-01-31', 'ireland').map(({ label, from, to }) => [label, from, to])).toEqual([
      ['Tax year 2027', '2027-01-01', '2027-12-31'],
      ['Tax year 2026', '2026-01-01', '2026-12-31'],
      ['Quarter to Dec 2026', '2026-10-01', '2026-12-31'],
      ['Quarter to Nov 2026', '2026-09-01', '2026-11-30'],
      ['Quarter to Oct 2026', '2026-08-01', '2026-10-31'],
      ['Jan 2027', '2027-01-01', '2027-01-31'],
      ['Dec 2026', '2026-12-01', '2026-12-31'],
    ]);
  });

  test('can be any dates, starting with those of the period shown before; a wrong one is explained beside its field', async () => {
    const { user, address } = await open('');
    const [option] = periodOptions(account.today, 'england');
    expect(await screen.findByLabelText('Period')).toHaveDisplayValue(option?.label ?? '');
    expect(await screen.findByText('No work in this period.')).toBeVisible();
    for (const name of ['CSV', 'Excel', 'PDF']) expect(screen.getByRole('button', { name })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Period'), 'Choose dates');
    await waitFor(() => expect(address()).toBe(`/reports?period=dates&from=${option?.from}&to=${option?.to}`));
    expect(screen.getByLabelText('From')).toHaveValue(option?.from);
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2020-01-01' } });
    expect(await screen.findByText('The last day is before the first.')).toBeVisible();
    expect(screen.getByLabelText('To')).toBeInvalid();
    expect(screen.getByLabelText('From')).toHaveValue(option?.from);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('of an invalid address is this tax year, by month', () => {
    const read = (query: string) => readReport(new URLSearchParams(query), '2026-11-26', 'england');
    expect(read('period=burnt&by=moon&basis=x&customer=1')).toEqual(read(''));
    expect(read('')).toMatchObject({ basis: 'work', grouping: 'month', customerId: null, from: '2026-04-06' });
  });
});

describe('the files', () => {
  test('have the rows of the screen in their order, below the period and the sums, also without signal', async () => {
    await workOfThreeTaxYears();
    await account.addCustomer('=1+1');
    await account.addWorks([1234.5], { to: '=1+1', on: '2024-05-01' });
    const { user } = await open(`?${YEAR}&by=customer`);
    const shown = await rows();
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(lastFile()?.name).toBe('report-work-by-customer-2024-04-06-to-2025-04-05.csv'));
    const [head, ...csv] = parseCsv((await lastFile()?.text()) ?? '');
    expect(head).toEqual([
      ...['customer', 'entries', 'earned', 'invoiced', 'paid', 'unbilled', 'year_before', 'no_value_yet', 'currency'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Excel' }));
    await waitFor(() => expect(lastFile()?.name).toBe('report-work-by-customer-2024-04-06-to-2025-04-05.xlsx'));
    const { cells, rows: saved, hasFormula } = await lastXlsx();
    expect(saved.slice(1, 4)).toEqual([
      ['Work done by customer'],
      ['6 Apr 2024 – 5 Apr 2025'],
      [
        'Earned £1,635.00, Invoiced £100.50, Paid £60.00, Unbilled £1,534.50, Year before (6 Apr 2023 – 5 Apr 2024) £70.00',
      ],
    ]);
    expect(saved.at(-6)?.[0]).toMatch(/^Saved on \d+ \w+ \d{4} at \d\d:\d\d$/);
    const table = saved.slice(-3);
    expect(saved.at(-4)).toEqual([
      ...['Customer', 'Entries', 'Earned', 'Invoiced', 'Paid', 'Unbilled', 'Year before', 'No value yet', 'Currency'],
    ]);
    expect(table).toEqual([
      ['=1+1', 1, 1234.5, 0, 0, 1234.5, 0, 0, 'GBP'],
      ['Hill Farm', 4, 200.5, 100.5, 60, 100, 0, 1, 'GBP'],
      ['Dale', 1, 200, 0, 0, 200, 70, 0, 'GBP'],
    ]);
    const plain = (value: unknown) => (typeof value === 'number' ? String(value) : value);
    expect(table.map((row) => row.map((value) => (value === '=1+1' ? "'=1+1" : plain(value))))).toEqual(csv);
    const money = (value: unknown) => Number(value).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' });
    expect(
      table.map(([name, count, earned, ...amounts]) => [
        ...[name, plain(count), money(earned)],
        ...amounts.slice(0, 4).map((value) => (value === 0 ? '' : money(value))),
      ]),
    ).toEqual(shown);
    expect(cells.at(-1)?.map((cell) => cell?.format)).toEqual([
      ...['@', '#,##0', '#,##0.00', '#,##0.00', '#,##0.00', '#,##0.00', '#,##0.00', '#,##0', '@'],
    ]);
    expect(hasFormula).toBe(false);

    // Months are named as on the screen, and the customer that the report is limited to.
    await user.selectOptions(screen.getByLabelText('Group by'), 'By month');
    await screen.findByRole('option', { name: 'Hill Farm' });
    await user.selectOptions(screen.getByLabelText('Customer'), 'Hill Farm');
    await waitFor(() => expect(totals()).toContain('Earned£200.50'));
    act(() => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      window.dispatchEvent(new Event('offline'));
    });
    expect(await screen.findByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeVisible();
    expect(totals()).toContain('Earned£200.50');
    const months = await rows();
    await user.click(screen.getByRole('button', { name: 'Excel' }));
    await waitFor(() => expect(lastFile()?.name).toBe('report-work-by-month-2024-04-06-to-2025-04-05.xlsx'));
    const { rows: monthly } = await lastXlsx();
    expect(monthly[2]).toEqual(['6 Apr 2024 – 5 Apr 2025, Hill Farm']);
    expect(
      monthly
        .slice(-13)
        .slice(0, months.length)
        .map(([month]) => month),
    ).toEqual(months.map(([month]) => month));
    // Another grouping was not loaded.
    await user.selectOptions(screen.getByLabelText('Group by'), 'By task');
    expect(await screen.findByText('Reports need signal')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

test('an employee is told whom to ask', async () => {
  const driver = await backend().employeeOf(owner());
  await openReport('', driver);
  expect(
    await screen.findByText('This page is for the main account holder. Ask Alex if you need something changed.'),
  ).toBeVisible();
});

test('on a phone each row is a card that opens its entries', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList,
  );
  await workOfThreeTaxYears();
  await open(`?${YEAR}&by=customer`);
  const list = within(await screen.findByRole('list', { name: 'Report' }));
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Hill FarmEntries: 4Invoiced: £100.50Paid: £60.00Unbilled: £100.00£200.50',
    'DaleEntries: 1Unbilled: £200.00Year before: £70.00£200.00',
  ]);
});
