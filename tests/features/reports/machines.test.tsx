import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { jobContent } from '@/records/jobs';
import { lastFile, lastXlsx, serveFonts } from '@tests/features/calculators/saved-files';
import { reportPage, rowsOf, totals } from './report-page';

const { owner, openReport } = reportPage();
const YEAR = 'period=dates&from=2026-01-01&to=2026-12-31';
const open = () => openReport(`?report=machines&${YEAR}`);
const rows = () => rowsOf('Machines');

/** A tractor with an hour meter and two services, one without costs, and a trailer without a meter, on a job of 10 ha. */
async function twoMachines() {
  const [tractor, trailer] = [crypto.randomUUID(), crypto.randomUUID()];
  const own = { user_id: owner().id };
  await owner()
    .from('machines')
    .insert([
      { ...own, id: tractor, name: 'Fendt', machine_type: 'tractor' },
      { ...own, id: trailer, name: 'Trailer', machine_type: 'trailer', meter_type: 'none' },
    ]);
  for (const [day, reading] of [
    ['2025-12-20', 1000],
    ['2026-05-20', 1050],
  ] as const)
    await owner()
      .from('machine_readings')
      .insert({ ...own, machine_id: tractor, reading, read_at: `${day}T12:00:00Z` });
  for (const [machine, parts, external] of [
    [tractor, 400, 100],
    [tractor, null, null],
    [trailer, 30, null],
  ] as const) {
    const id = crypto.randomUUID();
    await owner()
      .from('service_records')
      .insert({ ...own, id, machine_id: machine, description: 'Oil', service_date: '2026-04-02' });
    await owner().from('service_costs').update({ parts_cost: parts, external_cost: external }).eq('id', id);
  }
  const field = crypto.randomUUID();
  await owner()
    .from('fields')
    .insert({ ...own, id: field, name: 'Top', area_ha: 10 });
  const lines = [200, 50].map((rate) => ({
    ...{ customer: 'Dale', task_name: 'Baling', chargeable_unit: 'each', rate, quantity: 1, work_date: '2026-05-20' },
  }));
  const parts = {
    machines: [
      { machine_id: tractor, hours: 8 },
      { machine_id: trailer, hours: 4 },
    ],
    fields: [{ field_id: field, area_ha: 10 }],
  };
  const job = jobContent(crypto.randomUUID(), { lines, ...parts }, '2026-06-01T17:00:00Z');
  const { error } = await owner().rpc('log_job', { p_job: job });
  if (error) throw error;
  return tractor;
}

test('machines are shown with their costs by hour and acre, the dearest first, and open their costs', async () => {
  const tractor = await twoMachines();
  const { user, address } = await open();
  expect(await rows()).toEqual([
    ['Fendt', '£500.00', '50 h', '£10.00/h', '24.71 ac', '£20.23', '£250.00'],
    ['Trailer', '£30.00', '4 h', '£7.50/h', '24.71 ac', '£1.21', '£250.00'],
  ]);
  expect(totals()).toBe('Services: 3Parts£430.00Labour£0.00Paid to others£100.00Cost£530.00');
  expect(screen.getByText('1 service has no costs yet; it is in no amount.')).toBeVisible();
  expect(
    screen.getByRole('img', {
      name: 'Cost of services by machine, 1 Jan 2026 – 31 Dec 2026. Most: Fendt, £500.00. The table below has every figure.',
    }),
  ).toBeVisible();
  expect(screen.getByText(/A job with several machines counts under each of them\./)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Fendt' }));
  expect(address()).toBe(`/machinery/${tractor}?tab=costs`);
});

test('the files have the rows that are shown, in the farm’s unit of area', async () => {
  await twoMachines();
  await owner().from('farm_settings').update({ area_unit: 'hectare' }).eq('user_id', owner().id);
  const { user } = await open();
  serveFonts();
  await waitFor(async () => expect((await rows())[0]).toContain('10 ha'));
  const name = 'report-machines-2026-01-01-to-2026-12-31';
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`${name}.csv`));
  expect(parseCsv((await lastFile()?.text()) ?? '')).toEqual([
    [
      ...['machine', 'cost', 'use', 'cost_per_unit', 'area_ha', 'cost_per_ha', 'earned', 'unit', 'parts', 'labour'],
      ...['paid_to_others', 'services', 'services_without_costs', 'jobs', 'hours_on_jobs', 'jobs_without_hours'],
      ...['entries_without_value', 'currency'],
    ],
    ['Fendt', '500', '50', '10', '10', '50', '250', 'h', '400', '0', '100', '2', '1', '1', '8', '0', '0', 'GBP'],
    ['Trailer', '30', '4', '7.5', '10', '3', '250', 'h', '30', '0', '0', '1', '0', '1', '4', '0', '0', 'GBP'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`${name}.xlsx`));
  const { rows: saved } = await lastXlsx();
  expect(saved.slice(1, 4)).toEqual([
    ['Cost of machines'],
    ['1 Jan 2026 – 31 Dec 2026'],
    ['Parts £430.00, Labour £0.00, Paid to others £100.00, Cost £530.00'],
  ]);
  expect(saved.at(-1)?.slice(0, 8)).toEqual(['Trailer', 30, 4, 7.5, 10, 3, 250, 'h']);
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`${name}.pdf`));
});

test('a machine without a cost has no cost of an hour, and a period without machines says so', async () => {
  const id = crypto.randomUUID();
  await owner().from('machines').insert({ id, user_id: owner().id, name: 'Fendt', machine_type: 'tractor' });
  for (const [day, reading] of [
    ['2026-02-20', 100],
    ['2026-05-20', 150],
  ] as const)
    await owner()
      .from('machine_readings')
      .insert({ user_id: owner().id, machine_id: id, reading, read_at: `${day}T12:00:00Z` });
  await open();
  expect(await rows()).toEqual([['Fendt', '', '50 h', '', '', '', '']]);
  await openReport('?report=machines&period=dates&from=2020-01-01&to=2020-01-31');
  expect(await screen.findByText('No machine was used or serviced in this period.')).toBeVisible();
});
