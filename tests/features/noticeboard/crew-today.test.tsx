// "Crew today" on the account holder's home: what each employee is doing, and the day that a line opens.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { localTimeIn } from '@/domain/core/time';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { clearDisk, connectionTo, waitForCopy, waitForWorksOnDisk } from '../offline/phone';
import { minutesAgo } from '../time/account';

let backend: TestBackend;
let owner: Person;
let today: string;
let connection: ReturnType<typeof connectionTo>;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  // The client library logs each failed token refresh to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await clearDisk();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  ({ today } = await setUpInvoicing(backend, owner));
  connection = connectionTo(backend);
});

const employee = (firstName: string, lastName: string) => backend.employeeOf(owner, { firstName, lastName });
type Table = 'diary_events' | 'time_entries' | 'works';
const add = async (person: Person, table: Table, columns: object) => {
  const row = { id: crypto.randomUUID(), user_id: owner.id, ...columns };
  // The types of an insert depend on the table; a wrong column fails here.
  const { error } = await person.from(table).insert(row as never);
  if (error) throw error;
  return row.id;
};
const plan = (assigned_to: readonly string[], columns: object = {}) =>
  add(owner, 'diary_events', {
    ...{ kind: 'job', task_name: 'Hedges', customer: 'Hill Farm', assigned_to },
    ...{ start_date: today, end_date: today, all_day: true, ...columns },
  });
const open = (person: Person) => renderPage('/noticeboard', { backend: connection, person });
const lineOf = async (name: string) =>
  within(await screen.findByRole('list', { name: 'Crew today' })).findByRole('button', {
    name: new RegExp(`^${name}`),
  });

test('each employee has a line that says what they are doing, and opens their day read-only; without signal it is the copy, with its age', async () => {
  const sam = await employee('Sam', 'Dale');
  const pat = await employee('Pat', 'Reed');
  const kim = await employee('Kim', 'Ash');
  await sam.from('profiles').update({ phone: '07700 900123' }).eq('id', sam.id);
  const start = minutesAgo(65);
  const shift = await add(sam, 'time_entries', { clock_in_at: start, activity: 'Baling', customer: 'Murphy' });
  const lee = await employee('Lee', 'Moss');
  const machine = crypto.randomUUID();
  const tractor = { id: machine, user_id: owner.id, name: 'JD 6155R', machine_type: 'tractor', meter_type: 'hours' };
  expect((await owner.from('machines').insert(tractor)).error).toBeNull();
  const job = await add(lee, 'works', {
    ...{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'hour', work_date: today },
  });
  const used = { id: crypto.randomUUID(), user_id: owner.id, job_id: job, machine_id: machine };
  expect((await lee.from('job_machines').insert(used)).error).toBeNull();
  await plan([sam.id], { start_time: '07:30', all_day: false, notes: 'Gate code 4711' });
  await plan([sam.id], { task_name: 'Carting', status: 'done' });
  const declined = await plan([sam.id], { task_name: 'Mowing' });
  await sam.from('diary_events').update({ declined_reason: 'machine' }).eq('id', declined);
  await plan([pat.id], { kind: 'absence', absence_type: 'holiday', task_name: null, customer: null });
  await plan([kim.id], { start_time: '08:00', all_day: false, task_name: 'Rolling' });
  const { user } = await open(owner);
  const since = localTimeIn('Europe/London', new Date(start));
  await waitFor(async () =>
    expect(await lineOf('Sam Dale')).toHaveTextContent(
      new RegExp(`Clocked in since ${since}(?: yesterday)? · Baling, Murphy$`),
    ),
  );
  await waitFor(async () => expect(await lineOf('Pat Reed')).toHaveTextContent('Absent · Holiday'));
  await waitFor(async () =>
    expect(await lineOf('Kim Ash')).toHaveTextContent('Not started · first job 08:00 Rolling – Hill Farm'),
  );
  await user.click(await lineOf('Sam Dale'));
  const day = within(await screen.findByRole('dialog', { name: 'Sam Dale, today' }));
  expect(day.getByRole('link', { name: 'Call 07700 900123' })).toHaveAttribute('href', 'tel:07700900123');
  expect(day.getByText(/today, 1 h 0\d this week$/)).toBeVisible();
  const jobs = within(day.getByRole('list', { name: 'Planned jobs' })).getAllByRole('listitem');
  expect(jobs).toHaveLength(3);
  const [carting, mowing, hedges] = ['Carting', 'Mowing', 'Hedges'].map(
    (task) => jobs.find(({ textContent }) => textContent.includes(task)) as HTMLElement,
  );
  expect(carting).toHaveTextContent('Done, nothing to charge.');
  expect(mowing).toHaveTextContent('Sam Dale can’t do it: Machine.');
  expect(hedges).toHaveTextContent('07:30 Hedges – Hill FarmGate code 4711');
  // The driver's own buttons are not shown.
  expect(day.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
  expect(day.queryByRole('link', { name: 'Log as work' })).not.toBeInTheDocument();
  expect(day.getByRole('link', { name: 'Open in the diary' })).toHaveAttribute(
    'href',
    `/diary?view=day&date=${today}&person=Sam+Dale`,
  );
  await user.click(day.getByRole('button', { name: 'Close' }));
  await waitFor(async () => expect(await lineOf('Sam Dale')).toHaveFocus());

  // A logged job is shown with its machine, and every job of the day in the person's day.
  const logged = /Logged at \d\d:\d\d · Baling, Hill Farm/;
  await waitFor(async () => expect(await lineOf('Lee Moss')).toHaveTextContent(/ · JD 6155R$/));
  expect(await lineOf('Lee Moss')).toHaveTextContent(logged);
  await user.click(await lineOf('Lee Moss'));
  const dayOfLee = within(await screen.findByRole('dialog', { name: 'Lee Moss, today' }));
  expect(within(dayOfLee.getByRole('list', { name: 'Logged jobs' })).getByRole('listitem')).toHaveTextContent(
    /^\d\d:\d\d Baling, Hill Farm · JD 6155R$/,
  );
  expect(dayOfLee.getByText('No job is planned for today.')).toBeVisible();
  expect(dayOfLee.queryByRole('link', { name: /^Call/ })).not.toBeInTheDocument();

  await waitForWorksOnDisk(1);
  await waitForCopy('time', shift);
  await waitForCopy('diary-events', 'Gate code 4711');
  await waitForCopy('profile', 'Dale');
  cleanup();
  connection.cut('refused', true);
  await open(owner);
  await waitFor(async () =>
    expect(await lineOf('Sam Dale')).toHaveTextContent(/Clocked in since .* · Baling, Murphy$/),
  );
  await waitFor(async () => expect(await lineOf('Lee Moss')).toHaveTextContent(logged));
  const crew = within(screen.getByRole('region', { name: 'Crew today' }));
  expect(await crew.findByText(/^Showing data from/)).toBeVisible();
});

test('a farm without employees, a suspended employee and an employee’s own home have no such part', async () => {
  const isShown = () => screen.queryByRole('heading', { name: 'Crew today' });
  const settled = async () => {
    await screen.findByRole('heading', { name: 'Notices' });
    await waitFor(() => expect(connection.requests).toContain('GET /rest/v1/notices'));
  };
  await open(owner);
  await settled();
  await waitFor(() => expect(connection.requests).toContain('GET /rest/v1/profiles'));
  expect(isShown()).not.toBeInTheDocument();
  expect(connection.requests).not.toContain('POST /rest/v1/rpc/jobs_of_day');
  expect(await screen.findByRole('heading', { name: 'First steps' })).toBeVisible();
  cleanup();
  const sam = await employee('Sam', 'Dale');
  await open(sam);
  await settled();
  await screen.findByRole('heading', { name: 'Your day' });
  expect(isShown()).not.toBeInTheDocument();
  // The steps of a new account are its holder's.
  expect(screen.queryByRole('heading', { name: 'First steps' })).not.toBeInTheDocument();
  cleanup();
  expect((await owner.rpc('suspend_employee', { p_employee: sam.id, p_suspended: true })).error).toBeNull();
  await open(owner);
  await settled();
  await waitFor(() => expect(isShown()).not.toBeInTheDocument());
});
