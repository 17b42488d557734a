import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { addDays, addMonths, formatDateDated } from '@/domain/core/time';
import { lastFile, lastXlsx, serveFonts } from '@tests/features/calculators/saved-files';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { reportPage, rowsOf } from './report-page';

const { backend, owner, openReport } = reportPage();
let farm: InvoicingAccount;
beforeEach(async () => {
  farm = await setUpInvoicing(backend(), owner());
});

const open = (query = '') => openReport(`?report=unbilled${query}`);
const before = (days: number) => addDays(farm.today, -days);

test('old work to bill is listed by customer and in the files, and each customer opens its entries', async () => {
  await farm.addCustomer('Dale');
  await farm.addWorks([100, null], { on: before(31) });
  await farm.addWorks([70], { to: 'Dale', on: before(200) });
  await farm.addWorks([999], { on: before(30) });
  await farm.issue(await farm.addWorks([40], { on: before(90) }));
  const { user, address } = await open();
  expect(await rowsOf('Not invoiced')).toEqual([
    ['Hill Farm', formatDateDated(before(31)), '2', '1', '£100.00'],
    ['Dale', formatDateDated(before(200)), '1', '', '£70.00'],
  ]);
  expect(screen.getByText('1 entry without a value is not in this sum.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Not invoiced £170.00 2 customers' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  serveFonts();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`report-unbilled-${farm.today}.csv`));
  expect(parseCsv((await lastFile()?.text()) ?? '')).toEqual([
    ['customer', 'oldest', 'entries', 'no_value_yet', 'value', 'currency'],
    ['Hill Farm', before(31), '2', '1', '100', 'GBP'],
    ['Dale', before(200), '1', '0', '70', 'GBP'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`report-unbilled-${farm.today}.xlsx`));
  const { rows: saved } = await lastXlsx();
  expect(saved.slice(1, 5)).toEqual([
    ['Not invoiced'],
    ['£170.00, 2 customers'],
    ['Work that is more than 30 days old and on no invoice. Amounts are without VAT.'],
    ['1 entry without a value is not in this sum.'],
  ]);
  expect(saved.slice(-3)).toEqual([
    ['Customer', 'Oldest', 'Entries', 'No value yet', 'Value', 'Currency'],
    ['Hill Farm', { date: before(31) }, 2, 1, 100, 'GBP'],
    ['Dale', { date: before(200) }, 1, 0, 70, 'GBP'],
  ]);
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`report-unbilled-${farm.today}.pdf`));
  expect((await lastFile()?.text())?.slice(0, 5)).toBe('%PDF-');
  await user.selectOptions(screen.getByLabelText('Older than'), 'Older than 180 days');
  await waitFor(async () => expect(await rowsOf('Not invoiced')).toHaveLength(1));
  expect(address()).toBe('/reports?report=unbilled&days=180');
  await user.selectOptions(screen.getByLabelText('Older than'), 'Older than 30 days');
  await user.click(await screen.findByRole('link', { name: 'Hill Farm' }));
  expect(await screen.findByRole('heading', { name: 'Works List', level: 1 })).toBeVisible();
  expect(address()).toBe(
    `/works-list?to=${before(31)}&customer=${farm.hillFarm}&status=ready&status=needs_quantity&status=needs_rate`,
  );
  await waitFor(() => expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent('£100.00'));
});

test('a clocked day without a logged job is listed with its hours, and opens the time diary', async () => {
  for (const day of [before(3), before(2)])
    await backend().sql(
      `insert into public.time_entries (user_id, employee_id, created_by_name, clock_in_at, clock_out_at, time_zone, activity, customer)
       values ($1, $1, 'Alex Hill', $2, $3, 'Europe/London', 'Mowing', 'Hill Farm')`,
      [owner().id, `${day}T07:00:00Z`, `${day}T09:30:00Z`],
    );
  await farm.addWorks([1], { on: before(2) });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Clocked, not logged 2 h 30 1 day' }));
  expect(await rowsOf('Clocked, not logged')).toEqual([
    [formatDateDated(before(3)), 'Alex Hill', 'Mowing, Hill Farm', '2 h 30'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`report-clocked-${farm.today}.xlsx`));
  expect((await lastXlsx()).rows.slice(-2)).toEqual([
    ['Date', 'Person', 'Clocked for', 'Hours'],
    [{ date: before(3) }, 'Alex Hill', 'Mowing, Hill Farm', 2.5],
  ]);
  await user.click(screen.getByRole('link', { name: formatDateDated(before(3)) }));
  expect(await screen.findByRole('heading', { name: 'Time Diary', level: 1 })).toBeVisible();
});

test('an entry without a rate is listed, and opens to be completed', async () => {
  const [id] = await farm.addWorks([null], { on: before(400) });
  const { user, address } = await open('&list=incomplete');
  expect(await rowsOf('No rate or quantity')).toEqual([
    [formatDateDated(before(400)), 'Hill Farm', 'Hedges', 'rate', '1 each', 'Alex Hill'],
  ]);
  await user.click(screen.getByRole('link', { name: formatDateDated(before(400)) }));
  await waitFor(() => expect(address()).toContain(`/works-list?edit=${id}`));
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('last year’s work that was not done this year is listed with its day, quantity and value', async () => {
  const then = addMonths(farm.today, -12);
  await farm.addWorks([2310], { on: then });
  await farm.addWorks([50], { on: addDays(then, -40) });
  const { user } = await open('&list=last-year');
  expect(await rowsOf('Not yet this year')).toEqual([
    ['Hill Farm', 'Hedges', formatDateDated(then), '1 each', '£2,310.00'],
  ]);
  expect(screen.getByRole('link', { name: 'Hill Farm' })).toHaveAttribute(
    'href',
    `/works-list?from=${then}&to=${then}&customer=${farm.hillFarm}&task=Hedges`,
  );
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`report-last-year-${farm.today}.csv`));
  expect(parseCsv((await lastFile()?.text()) ?? '')).toEqual([
    ['customer', 'task', 'last_year', 'quantity', 'value', 'last_day', 'currency'],
    ['Hill Farm', 'Hedges', then, '1 each', '2310', then, 'GBP'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`report-last-year-${farm.today}.xlsx`));
  expect((await lastXlsx()).rows.at(-1)).toEqual([
    ...['Hill Farm', 'Hedges', { date: then }, '1 each', 2310, { date: then }, 'GBP'],
  ]);
});

test('a list without rows says so, and has no files; another report keeps the customer', async () => {
  const { user, address } = await open(`&customer=${farm.hillFarm}`);
  expect(await screen.findByText('No work older than 30 days is waiting for an invoice.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'CSV' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: /^No rate or quantity/ }));
  expect(await screen.findByText('Every entry has its rate and quantity.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Income' }));
  await waitFor(() => expect(address()).toBe(`/reports?customer=${farm.hillFarm}`));
  expect(await screen.findByText('No work in this period.')).toBeVisible();
});
