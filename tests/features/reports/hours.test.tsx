import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { jobContent } from '@/records/jobs';
import { lastFile, lastXlsx, serveFonts } from '@tests/features/calculators/saved-files';
import type { Person } from '@tests/support/embedded/backend';
import { reportPage, rowsOf, totals } from './report-page';

const { backend, owner, openReport } = reportPage();
const MAY = 'period=dates&from=2026-05-01&to=2026-05-31';
const open = (more = '') => openReport(`?report=hours&${MAY}${more}`);
const rows = () => rowsOf('Hours');

const shift = (person: Person, day: string, from: string, to: string) =>
  backend().sql(
    `insert into public.time_entries (user_id, employee_id, created_by_name, clock_in_at, clock_out_at, time_zone)
     values ($1, $2, 'Someone', $3, $4, 'Europe/London')`,
    [owner().id, person.id, `${day}T${from}Z`, `${day}T${to}Z`],
  );

async function log(day: string, people: Record<string, string | number>[] = [], times: object = {}) {
  const line = { customer: 'Dale', task_name: 'Baling', chargeable_unit: 'acre', rate: 5, quantity: 1, work_date: day };
  const job = jobContent(crypto.randomUUID(), { lines: [{ ...line, ...times }], people }, '2026-06-01T17:00:00Z');
  const { error } = await owner().rpc('log_job', { p_job: job });
  if (error) throw error;
}

/** Two days of Dan, who costs £20 an hour and was on a job of 6 h, and one of Alex, without a cost. Overtime from 9 h. */
async function threeDays() {
  const dan = await backend().employeeOf(owner(), { firstName: 'Dan', lastName: 'Reed' });
  await owner().from('farm_settings').update({ overtime_after_day_min: 540 }).eq('user_id', owner().id);
  await owner()
    .from('people_costs')
    .insert({ user_id: owner().id, person_id: dan.id, name: 'Dan', hourly_cost: 20, valid_from: '2026-01-01' });
  await shift(dan, '2026-05-05', '07:00', '17:30');
  await shift(dan, '2026-05-12', '07:00', '12:00');
  await shift(owner(), '2026-05-12', '08:00', '10:00');
  await log('2026-05-05', [{ person_id: dan.id, name: 'Dan Reed', minutes: 360 }]);
  await log('2026-05-12', [], { start_time: '09:00', finish_time: '11:00' });
  return dan;
}

test('hours are shown by person, beside those on jobs; one person can be chosen, and opens their weeks', async () => {
  const dan = await threeDays();
  const { user, address } = await open();
  expect(await rows()).toEqual([
    ['Dan Reed', '15 h 30', '14 h', '1 h 30', '6 h', '9 h 30', '£310.00'],
    ['Alex Hill', '2 h', '2 h', '', '2 h', '', ''],
  ]);
  expect(totals()).toBe(
    'Not logged: 9 h 30Normal16 hOvertime1 h 30On jobs8 hNot logged9 h 30Cost£310.00Clocked17 h 30',
  );
  expect(screen.getByText('2 h of people without a cost of an hour are not in the cost.')).toBeVisible();
  expect(screen.getByRole('heading', { name: '17 h 30 clocked' })).toBeVisible();
  expect(screen.getByText('8 h on jobs. 9 h 30 clocked, but not logged.')).toBeVisible();
  expect(
    screen.getByRole('img', {
      name: 'Hours clocked by person, 1 May 2026 – 31 May 2026. Most: Dan Reed, 15 h 30. The table below has every figure.',
    }),
  ).toBeVisible();
  await screen.findByRole('option', { name: 'Dan Reed' });
  await user.selectOptions(screen.getByLabelText('Person'), 'Dan Reed');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(address()).toBe(`/reports?report=hours&${MAY}&person=${dan.id}`);
  await user.click(screen.getByRole('link', { name: 'Dan Reed' }));
  expect(address()).toBe(`/reports?report=hours&${MAY}&by=week&person=${dan.id}`);
  await waitFor(async () =>
    expect((await rows()).filter(([, worked]) => worked !== '')).toEqual([
      ['4 May 2026 – 10 May 2026', '10 h 30', '9 h', '1 h 30', '6 h', '4 h 30', '£210.00'],
      ['11 May 2026 – 17 May 2026', '5 h', '5 h', '', '', '5 h', '£100.00'],
    ]),
  );
  await user.click(screen.getByRole('link', { name: '4 May 2026 – 10 May 2026' }));
  expect(await screen.findByRole('heading', { name: 'Time Diary', level: 1 })).toBeVisible();
  expect(address()).toBe(`/time-diary?week=2026-05-04&person=${dan.id}`);
});

test('the files have the rows that are shown, in hours and pounds; a period without hours says so', async () => {
  await threeDays();
  const { user } = await open('&by=month');
  serveFonts();
  expect(await rows()).toEqual([['May 2026', '17 h 30', '16 h', '1 h 30', '8 h', '9 h 30', '£310.00']]);
  const name = 'report-hours-by-month-2026-05-01-to-2026-05-31';
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`${name}.csv`));
  expect(parseCsv((await lastFile()?.text()) ?? '')).toEqual([
    [
      ...['month', 'clocked', 'normal', 'overtime', 'on_jobs', 'not_logged', 'cost'],
      ...['hours_without_cost', 'jobs_without_hours', 'currency'],
    ],
    ['2026-05', '17.5', '16', '1.5', '8', '9.5', '310', '2', '0', 'GBP'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`${name}.xlsx`));
  const { rows: saved } = await lastXlsx();
  expect(saved.slice(1, 4)).toEqual([
    ['Hours by month'],
    ['1 May 2026 – 31 May 2026'],
    ['Clocked 17 h 30, Normal 16 h, Overtime 1 h 30, On jobs 8 h, Not logged 9 h 30, Cost £310.00'],
  ]);
  expect(saved.at(-1)).toEqual(['May 2026', 17.5, 16, 1.5, 8, 9.5, 310, 2, 0, 'GBP']);
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`${name}.pdf`));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-04-01' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-04-30' } });
  expect(await screen.findByText('No hours in this period.')).toBeVisible();
});

test('without a limit there is no overtime, and a job without hours is named', async () => {
  await shift(owner(), '2026-05-12', '06:00', '20:00');
  await log('2026-05-12');
  await open();
  expect(await rows()).toEqual([['Alex Hill', '14 h', '', '14 h', '']]);
  expect(screen.queryByRole('columnheader', { name: 'Overtime' })).not.toBeInTheDocument();
  expect(
    screen.getByText('1 time a person is on a job without hours. What they clocked for it counts as not logged.'),
  ).toBeVisible();
  expect(screen.getByText(/Your time settings have no limit for overtime\./)).toBeVisible();
});
