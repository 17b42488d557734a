import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/csv';
import { periodOptions } from '@/features/reports/report-address';
import { saveFile } from '@/lib/files/save-file';
import { lastFile, serveFonts } from '@tests/features/calculators/files';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { invoicing, type Invoicing } from '@tests/support/office/invoicing';
import { insertDocument } from '@tests/support/office/register';
import { renderPage } from '@tests/support/render-page';

vi.mock('@/lib/files/save-file', () => ({ saveFile: vi.fn() }));

let backend: TestBackend;
let owner: Person;
let farm: Invoicing;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  vi.mocked(saveFile).mockClear();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  farm = await invoicing(backend, owner);
});
afterAll(() => backend.close());

const YEAR = 'period=dates&from=2024-04-06&to=2025-04-05';
const open = (query = `?${YEAR}`) => renderPage(`/reports${query}`, { backend, person: owner });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const rows = async () => {
  const [, ...list] = within(await screen.findByRole('table', { name: 'Report' })).getAllByRole('row');
  return list.map(cells);
};
const totals = () => screen.getByRole('region', { name: 'Totals' }).textContent;

/** Work of two tax years and two customers: some unbilled, some invoiced, some paid, and one entry without a rate. */
async function workOfTwoYears() {
  await farm.customer('Dale');
  await farm.works([70], { to: 'Dale', on: '2023-06-01' });
  await farm.works([100, null], { on: '2024-04-06' });
  const invoiced = await farm.works([40.5], { on: '2024-06-30' });
  const paid = await farm.works([60], { on: '2024-07-01' });
  await farm.works([200], { to: 'Dale', on: '2025-04-05' });
  await farm.works([999], { on: '2025-04-06' });
  await farm.issue(invoiced);
  const { data } = await farm.issue(paid);
  await farm.mark([data?.id ?? ''], 'paid');
  return { paidInvoice: data?.id ?? '' };
}

describe('work done', () => {
  test('is summed by month of the tax year, beside the year before', async () => {
    await workOfTwoYears();
    await open();
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
  });

  test('names the entries without a value, and leads to them', async () => {
    await workOfTwoYears();
    await open();
    expect(
      await screen.findByText(
        '1 entry has no value yet, because a rate or a quantity is missing. They are not in these sums.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show them' })).toHaveAttribute(
      'href',
      '/works-list?from=2024-04-06&to=2025-04-05&status=needs_quantity&status=needs_rate',
    );
  });

  test('is grouped and filtered by the URL, and each row opens its entries', async () => {
    await workOfTwoYears();
    const { user, address } = await open();
    await rows();
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
      `/works-list?from=2024-04-06&to=2025-04-05&customer=${farm.hillFarm}`,
    );
    await user.selectOptions(screen.getByLabelText('Customer'), 'Dale');
    await waitFor(() => expect(totals()).toContain('Earned£200.00'));
    await user.click(screen.getByRole('link', { name: 'Dale' }));
    expect(await screen.findByRole('heading', { name: 'Works List', level: 1 })).toBeVisible();
    await waitFor(() => expect(totals()).toContain('£200.00'));
  });

  test.each([
    ['task', 'Hedges', '£400.50'],
    ['person', 'Alex Hill', '£400.50'],
    ['machine', 'No machine', '£400.50'],
    ['field', 'No field', '£400.50'],
  ])('is summed by %s', async (by, name, earned) => {
    await workOfTwoYears();
    await open(`?${YEAR}&by=${by}`);
    expect((await rows()).map((row) => [row[0], row[2]])).toEqual([[name, earned]]);
  });

  test('an entry with two machines counts under both, and once in the total', async () => {
    const [job = ''] = await farm.works([100], { on: '2024-06-30' });
    const machines = ['Fendt', 'Claas'].map((name) => ({ id: crypto.randomUUID(), user_id: owner.id, name }));
    await owner.from('machines').insert(machines.map((one) => ({ ...one, machine_type: 'tractor' })));
    for (const { id } of machines)
      await backend.sql(
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
    const credited = await insertDocument(backend, owner, { total: 300.5, issued: '2024-06-30', credited: true });
    await insertDocument(backend, owner, { total: 100.5, issued: '2024-06-30', paid: '2024-07-02T12:00:00Z' });
    await insertDocument(backend, owner, { total: 50.5, issued: '2024-06-30', voided: true });
    await insertDocument(backend, owner, { total: -299.5, issued: '2024-07-01', corrects: credited, credited: true });
    await insertDocument(backend, owner, { total: 40.5, issued: '2023-07-01' });
    await insertDocument(backend, owner, { total: 8.5, issued: '2024-07-01', currency: 'EUR' });
    const { user, address } = await open();
    await user.click(await screen.findByRole('radio', { name: 'Invoices' }));
    await waitFor(() => expect(address()).toBe(`/reports?${YEAR}&basis=invoices`));
    await waitFor(async () =>
      expect((await rows()).filter(([, count]) => count !== '0')).toEqual([
        ['June 2024', '2', '£400.00', '', '£100.00', '£300.00', ''],
        ['July 2024', '1', '−£300.00', '−£300.00', '', '−£300.00', '£40.00'],
      ]),
    );
    expect(totals()).toBe('Documents: 3Credit notes−£300.00Paid£100.00Unpaid£0.00Invoiced£100.00');
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
  test('is this tax year from 6 April, and the calendar years are there', () => {
    expect(periodOptions('2026-11-26', 'england')).toEqual([
      { value: 'tax-year', label: 'Tax year 2026/27', from: '2026-04-06', to: '2027-04-05' },
      { value: 'last-tax-year', label: 'Tax year 2025/26', from: '2025-04-06', to: '2026-04-05' },
      { value: 'year', label: 'Year 2026', from: '2026-01-01', to: '2026-12-31' },
      { value: 'last-year', label: 'Year 2025', from: '2025-01-01', to: '2025-12-31' },
    ]);
    expect(periodOptions('2026-11-26', 'ireland').map(({ label }) => label)).toEqual([
      'Tax year 2026',
      'Tax year 2025',
    ]);
  });

  test('is chosen freely, from the dates that were shown', async () => {
    const { user, address } = await open('');
    const [option] = periodOptions(farm.today, 'england');
    expect(await screen.findByLabelText('Period')).toHaveDisplayValue(option?.label ?? '');
    await user.selectOptions(screen.getByLabelText('Period'), 'Choose dates');
    await waitFor(() => expect(address()).toBe(`/reports?period=dates&from=${option?.from}&to=${option?.to}`));
    expect(screen.getByLabelText('From')).toHaveValue(option?.from);
  });

  test('a wrong date is explained beside its field, and stays', async () => {
    await workOfTwoYears();
    await open('?period=dates&from=2024-07-01&to=2024-06-30');
    expect(await screen.findByText('The last day is before the first.')).toBeVisible();
    expect(screen.getByLabelText('To')).toBeInvalid();
    expect(screen.getByLabelText('From')).toHaveValue('2024-07-01');
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('without any work it says so', async () => {
    await open();
    expect(await screen.findByText('No work in this period.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'CSV' })).toBeDisabled();
  });

  test('an invalid URL shows this tax year by month', async () => {
    await farm.works([5]);
    await open('?period=burnt&by=moon&basis=x&customer=1');
    await waitFor(() => expect(totals()).toContain('Earned£5.00'));
    expect(screen.getByLabelText('Group by')).toHaveDisplayValue('By month');
  });
});

describe('the files', () => {
  test('the CSV has the rows of the screen in their order', async () => {
    await workOfTwoYears();
    const { user } = await open(`?${YEAR}&by=customer`);
    await rows();
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(lastFile()?.name).toBe('report-work-by-customer-2024-04-06-to-2025-04-05.csv'));
    expect(parseCsv((await lastFile()?.text()) ?? '')).toEqual([
      ['customer', 'entries', 'earned', 'invoiced', 'paid', 'unbilled', 'no_value_yet', 'year_before', 'currency'],
      ['Hill Farm', '4', '200.5', '100.5', '60', '100', '1', '0', 'GBP'],
      ['Dale', '1', '200', '0', '0', '200', '0', '70', 'GBP'],
    ]);
  });

  test('the PDF is made of the report', async () => {
    await workOfTwoYears();
    const { user } = await open();
    serveFonts();
    await rows();
    await user.click(screen.getByRole('button', { name: 'PDF' }));
    await waitFor(() => expect(lastFile()?.name).toBe('report-work-by-month-2024-04-06-to-2025-04-05.pdf'));
    expect((await lastFile()?.text())?.slice(0, 5)).toBe('%PDF-');
  });
});

describe('without signal', () => {
  const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

  test('what is shown stays, with its time', async () => {
    await workOfTwoYears();
    await open();
    await rows();
    goOffline();
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeVisible();
    expect(totals()).toContain('Earned£400.50');
  });

  test('a report that was not loaded says what it needs', async () => {
    await workOfTwoYears();
    const { user } = await open();
    await rows();
    goOffline();
    act(() => void window.dispatchEvent(new Event('offline')));
    await user.selectOptions(screen.getByLabelText('Group by'), 'By task');
    expect(await screen.findByText('Reports need signal')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

test('an employee reads whom to ask', async () => {
  const driver = await backend.employeeOf(owner);
  await renderPage('/reports', { backend, person: driver });
  expect(
    await screen.findByText('This page is for the main account holder. Ask Alex if you need something changed.'),
  ).toBeVisible();
});

test('on a phone each row is a card that opens its entries', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList,
  );
  await workOfTwoYears();
  await open(`?${YEAR}&by=customer`);
  const list = within(await screen.findByRole('list', { name: 'Report' }));
  expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Hill FarmEntries: 4Invoiced: £100.50Paid: £60.00Unbilled: £100.00£200.50',
    'DaleEntries: 1Unbilled: £200.00Year before: £70.00£200.00',
  ]);
});
