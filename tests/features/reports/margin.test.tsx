import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { jobContent } from '@/records/jobs';
import { lastFile, lastXlsx, serveFonts } from '@tests/features/calculators/saved-files';
import { savePdf } from '@tests/features/lists/saved-pdf';
import { reportPage, rowsOf, totals } from './report-page';

const { backend, owner, openReport } = reportPage();

const YEAR = 'period=dates&from=2024-04-06&to=2025-04-05';
const open = (more = '', person = owner()) => openReport(`?report=margin&${YEAR}${more}`, person);

async function log(day: string, rates: Record<string, number>, parts: object = {}) {
  const id = crypto.randomUUID();
  const lines = Object.entries(rates).map(([task, rate]) => ({
    ...{ customer: 'Hill Farm', task_name: task, chargeable_unit: 'each', rate, quantity: 1, work_date: day },
  }));
  const job = jobContent(id, { lines, ...parts }, '2025-05-01T17:00:00Z');
  const { error } = await owner().rpc('log_job', { p_job: job });
  if (error) throw error;
}

/** A job of two lines with people and materials, one with a person whose cost is not known, and one without costs. */
async function threeJobs() {
  await owner()
    .from('people_costs')
    .insert({ user_id: owner().id, name: 'Carl', hourly_cost: 20, valid_from: '2024-01-01' });
  const wrap = { product: 'Wrap', quantity: 1, unit: 'roll', unit_cost: 10 };
  await log('2024-06-03', { Baling: 75, Raking: 25 }, { people: [{ name: 'Carl', minutes: 90 }], materials: [wrap] });
  await log('2024-07-01', { Baling: 50 }, { people: [{ name: 'Dan', minutes: 60 }], materials: [wrap] });
  await log('2024-07-02', { Hedges: 500 });
}

test('the margin is shown by month, and jobs without costs are counted and listed', async () => {
  await threeJobs();
  const { user, address } = await open();
  expect(await rowsOf('Margin')).toEqual([
    ['June 2024', '1', '£100.00', '£30.00', '', '£10.00', '£60.00', '60 %'],
    ['July 2024', '1', '£50.00', '', '', '£10.00', '£40.00', '80 %'],
  ]);
  expect(totals()).toBe('Jobs: 2Earned£150.00People£30.00Machinesnot enteredMaterials£20.00Margin£100.00');
  expect(screen.getByText('1 of 3 jobs has no costs recorded; it is left out of the margin.')).toBeVisible();
  expect(
    screen.getByText('1 job lacks a value, hours or a cost somewhere; what is missing counts as nothing.'),
  ).toBeVisible();
  expect(screen.getByText(/shared among its lines by their value, or equally if no line has a value/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show them' }));
  await waitFor(async () =>
    expect(await rowsOf('Jobs without costs')).toEqual([['2 Jul 2024', 'Hill Farm', 'Hedges', '£500.00']]),
  );
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  await waitFor(() => expect(lastFile()?.name).toBe('report-no-costs-2024-04-06-to-2025-04-05.xlsx'));
  expect((await lastXlsx()).rows.at(-1)).toEqual([{ date: '2024-07-02' }, 'Hill Farm', 'Hedges', 500, 'GBP']);
  expect(address()).toBe(`/reports?report=margin&${YEAR}&by=no-costs`);
  await user.click(screen.getByRole('link', { name: '2 Jul 2024' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('by task each line has its share of the costs of its job; by customer, machine and person the jobs are summed', async () => {
  await threeJobs();
  const { user } = await open('&by=task');
  expect(await rowsOf('Margin')).toEqual([
    ['Baling', '2', '£125.00', '£22.50', '', '£17.50', '£85.00', '68 %'],
    ['Raking', '1', '£25.00', '£7.50', '', '£2.50', '£15.00', '60 %'],
  ]);
  expect(screen.getByRole('link', { name: 'Baling' })).toHaveAttribute(
    'href',
    '/works-list?from=2024-04-06&to=2025-04-05&task=Baling',
  );
  serveFonts();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(lastFile()?.name).toBe('report-margin-by-task-2024-04-06-to-2025-04-05.csv'));
  expect(parseCsv((await lastFile()?.text()) ?? '')).toEqual([
    [
      ...['task', 'jobs', 'earned', 'people', 'machines', 'materials', 'margin', '%'],
      ...['jobs_without_costs', 'incomplete_jobs', 'currency'],
    ],
    ['Baling', '2', '125', '22.5', '', '17.5', '85', '68', '0', '1', 'GBP'],
    ['Raking', '1', '25', '7.5', '', '2.5', '15', '60', '0', '0', 'GBP'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  await waitFor(() => expect(lastFile()?.name).toBe('report-margin-by-task-2024-04-06-to-2025-04-05.xlsx'));
  expect((await lastXlsx()).rows.slice(-3)).toEqual([
    [
      ...['Task', 'Jobs', 'Earned', 'People', 'Machines', 'Materials', 'Margin', '%'],
      ...['Jobs without costs', 'Incomplete jobs', 'Currency'],
    ],
    ['Baling', 2, 125, 22.5, null, 17.5, 85, 68, 0, 1, 'GBP'],
    ['Raking', 1, 25, 7.5, null, 2.5, 15, 60, 0, 0, 'GBP'],
  ]);
  const pdf = await savePdf(user);
  expect(pdf.name).toBe('report-margin-by-task-2024-04-06-to-2025-04-05.pdf');
  // The sums of the bar below the table are its last row.
  expect(pdf.text).toContain('Total £150.00 £30.00 not entered £20.00 £100.00');

  for (const [by, name] of [
    ['By customer', 'Hill Farm'],
    ['By machine', 'No machine'],
  ] as const) {
    await user.selectOptions(screen.getByLabelText('Group by'), by);
    await waitFor(async () =>
      expect(await rowsOf('Margin')).toEqual([[name, '2', '£150.00', '£30.00', '', '£20.00', '£100.00', '67 %']]),
    );
  }
  await user.selectOptions(screen.getByLabelText('Group by'), 'By person');
  await waitFor(async () =>
    expect(await rowsOf('Margin')).toEqual([
      ['Carl', '1', '£100.00', '£30.00', '', '£10.00', '£60.00', '60 %'],
      ['Dan', '1', '£50.00', '', '', '£10.00', '£40.00', '80 %'],
    ]),
  );
  expect(
    screen.getByText(/An entry with several people counts under each of them, so the rows can add up/),
  ).toBeVisible();
});

test('a loss is negative, and without a job the page says so', async () => {
  await log(
    '2024-06-03',
    { Baling: 4 },
    { materials: [{ product: 'Wrap', quantity: 1, unit: 'roll', unit_cost: 10 }] },
  );
  await open();
  expect(await rowsOf('Margin')).toEqual([['June 2024', '1', '£4.00', '', '', '£10.00', '−£6.00', '−150 %']]);
  await open('', await backend().user());
  expect(await screen.findByText('No job with costs in this period.')).toBeVisible();
});
