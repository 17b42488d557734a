import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { addDays, formatDateDated } from '@/domain/core/time';
import { lastFile, lastXlsx, serveFonts } from '@tests/features/calculators/saved-files';
import { addFromBefore } from '@tests/support/account-data/from-before';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { registerDocuments, type RegisterDocuments } from '@tests/support/account-data/register-documents';
import { reportPage, rowsOf } from './report-page';

const { backend, owner, openReport } = reportPage();
let farm: InvoicingAccount;
let documents: RegisterDocuments;
beforeEach(async () => {
  farm = await setUpInvoicing(backend(), owner());
  documents = registerDocuments(backend(), owner(), farm);
});

const open = (query = '') => openReport(`?report=owed${query}`);
const rows = () => rowsOf('Owed');

test('open invoices are listed by customer and days late, the largest first, and open in the register', async () => {
  await documents.addEveryKind();
  await documents.addSentInvoice(500, { to: 'Dale', late: 31 });
  const { user, address } = await open();
  expect(await rows()).toEqual([
    ['Hill Farm', '£36.00', '£48.00', '£96.00', '£192.00', '£384.00', '£756.00'],
    ['Dale', '', '', '£600.00', '', '', '£600.00'],
  ]);
  expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent(
    'Not due£36.001–30 days£48.0031–60 days£696.0061–90 days£192.00Over 90 days£384.00Owed£1,356.00',
  );
  await user.click(screen.getByRole('link', { name: 'Hill Farm' }));
  expect(address()).toBe(`/view-invoices?show=outstanding&customer=${farm.hillFarm}`);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent('£756.00'));
});

test('invoices from before are owed too; the files have the rows that are shown, and how much of it is from before', async () => {
  await documents.addSentInvoice(100, { late: 40 });
  await documents.addSentInvoice(50, { late: 0 });
  await addFromBefore(backend(), owner(), { customer: farm.hillFarm, due: addDays(farm.today, -95) });
  const paid = await addFromBefore(backend(), owner(), { customer: farm.hillFarm, number: 'Paid' });
  await backend().sql('update public.opening_balances set paid_on = due_on where id = $1', [paid]);
  const { user } = await open();
  serveFonts();
  expect(await rows()).toEqual([['Hill Farm, £379.99 from before', '£60.00', '', '£120.00', '', '£379.99', '£559.99']]);
  expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent(
    'Over 90 days£379.99Of it from before£379.99Owed£559.99',
  );
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`report-owed-${farm.today}.csv`));
  const oldest = addDays(farm.today, -95);
  expect(parseCsv((await lastFile()?.text()) ?? '')).toEqual([
    [
      ...['customer', 'not_due', '1_to_30_days', '31_to_60_days', '61_to_90_days', 'over_90_days', 'owed'],
      ...['invoices', 'oldest_due', 'currency', 'from_before'],
    ],
    ['Hill Farm', '60', '0', '120', '0', '379.99', '559.99', '3', oldest, 'GBP', '379.99'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`report-owed-${farm.today}.xlsx`));
  const { rows: saved } = await lastXlsx();
  expect(saved.slice(1, 4)).toEqual([
    ['Owed by customer'],
    [formatDateDated(farm.today)],
    ['Owed £559.99 on 3 invoices: Not due £60.00, 31–60 days £120.00, Over 90 days £379.99.'],
  ]);
  expect(saved.at(-1)).toEqual([
    'Hill Farm, £379.99 from before',
    60,
    0,
    120,
    0,
    379.99,
    559.99,
    3,
    { date: oldest },
    'GBP',
    379.99,
  ]);
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`report-owed-${farm.today}.pdf`));
});

test('an amount in another currency is listed apart; a customer without open invoices owes nothing', async () => {
  await farm.addCustomer('Dale');
  await documents.addSentInvoice(100, { late: 5 });
  const other = await documents.addSentInvoice(1000, { late: 5 });
  await backend().sql(`update public.invoices set currency = 'EUR' where id = $1`, [other]);
  const { user } = await open();
  expect(await rows()).toEqual([
    ['Hill Farm', '', '£120.00', '', '', '', '£120.00'],
    ['Hill Farm', '', '€1,200.00', '', '', '', '€1,200.00'],
  ]);
  expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent('Owed, EUR€1,200.00Owed£120.00');
  await screen.findByRole('option', { name: 'Dale' });
  await user.selectOptions(screen.getByLabelText('Customer'), 'Dale');
  expect(await screen.findByText('Dale owes nothing.')).toBeVisible();
});
