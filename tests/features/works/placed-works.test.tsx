// The works list by machine, field and job: filters, groups, printing, the CSV file, and all of it without signal.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_PART } from '@/domain/works/works-list';
import { clearDisk, connectionTo, waitForCopy, waitForWorksOnDisk } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { findRows, logSampleJobs, resizeWindow, storedWorks } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let tractor: string;
let baler: string;
let meadow: string;
/** Baling at Hill Farm, with two machines and a field. */
let job: string;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  await clearDisk();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await logSampleJobs(owner, driver);
  [tractor, baler, meadow] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const works = await storedWorks(backend, owner);
  const idOf = (task: string, customer: string) =>
    works.find((work) => work.task_name === task && work.customer === customer)?.id ?? '';
  job = idOf('Baling', 'Hill Farm');
  const ofFarm = { user_id: owner.id };
  const added = [
    await owner.from('machines').insert([
      { ...ofFarm, id: tractor, name: 'Fendt 724', machine_type: 'tractor' },
      { ...ofFarm, id: baler, name: 'Krone Baler', machine_type: 'other' },
    ]),
    await owner.from('fields').insert({ ...ofFarm, id: meadow, name: 'Long Meadow', area_ha: 4 }),
    await owner.from('job_machines').insert([
      { ...ofFarm, job_id: job, machine_id: tractor },
      { ...ofFarm, job_id: job, machine_id: baler, implement: true },
      { ...ofFarm, job_id: idOf('Ploughing', 'Hill Farm'), machine_id: tractor },
    ]),
    await owner.from('job_fields').insert({ ...ofFarm, job_id: job, field_id: meadow, area_ha: 4 }),
    await owner.from('works').insert({
      ...ofFarm,
      ...{ customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'load', rate: 10, quantity: 3 },
      ...{ job_id: job, line: 2, work_date: works.find(({ id }) => id === job)?.work_date ?? '' },
    }),
  ];
  const failed = added.find(({ error }) => error);
  if (failed?.error) throw failed.error;
});

const rowTexts = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const GROUPS = 'Work entries in groups';

test('a machine, a field and a job are filters of the list, its address and its totals; machine and field are groups', async () => {
  const { user, address } = await renderPage('/works-list', { backend, person: owner });
  const machine = await screen.findByLabelText('Machine');
  expect(
    within(machine)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'Fendt 724', 'Krone Baler', 'No machine']);
  await user.selectOptions(machine, 'Fendt 724');
  await waitFor(async () => expect(await findRows()).toHaveLength(3));
  expect(address()).toBe(`/works-list?machine=${tractor}`);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent('Entries3'));
  await user.selectOptions(screen.getByLabelText('Field'), 'No field');
  await waitFor(async () => expect(await findRows()).toHaveLength(1));
  expect(screen.getByRole('link', { name: /^Open Ploughing/ })).toBeInTheDocument();
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  expect(screen.getByText(/Only: Fendt 724, No field\.$/)).toBeInTheDocument();
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  await user.click(screen.getByRole('button', { name: 'Machine Fendt 724, take away' }));
  await waitFor(async () => expect(await findRows()).toHaveLength(3));
  expect(address()).toBe(`/works-list?field=${NO_PART}`);

  // A shared entry counts under each of its machines.
  navigate('/works-list');
  await screen.findByRole('link', { name: /^Open Ploughing/ });
  await user.selectOptions(screen.getByLabelText('Group by'), 'By machine');
  await screen.findByRole('table', { name: GROUPS });
  await waitFor(() =>
    expect(rowTexts(GROUPS)).toEqual([
      'Fendt 7243£965.67',
      'Krone Baler2£564.92',
      'No machine1 needs a rate27 h 20£330.00',
    ]),
  );
  expect(screen.getByText('An entry with several machines counts under each of them.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Krone Baler' }));
  await screen.findByRole('link', { name: /^Open Carting/ });
  expect(rowTexts(GROUPS)).toHaveLength(5);
  await user.selectOptions(screen.getByLabelText('Group by'), 'By field');
  await waitFor(() =>
    expect(rowTexts(GROUPS)).toEqual(['No field1 needs a rate37 h 20£730.75', 'Long Meadow2£564.92']),
  );

  // The docket leads to the lines of its job.
  navigate(`/works-list?docket=${job}`);
  await user.click(await screen.findByRole('link', { name: 'See its 2 lines in the works list' }));
  await waitFor(async () => expect(await findRows()).toHaveLength(2));
  expect(address()).toBe(`/works-list?job=${job}`);
  const number = job.slice(0, 8).toUpperCase();
  await user.click(await screen.findByRole('button', { name: `Job ${number}, take away` }));
  await waitFor(async () => expect(await findRows()).toHaveLength(5));
});

test('an empty list says so and links to the form; a farm without machines and fields has no such filters', async () => {
  const other = await backend.user({ firstName: 'Jo', lastName: 'Other' });
  await renderPage('/works-list', { backend, person: other });
  await screen.findByRole('heading', { name: 'No work logged yet.' });
  expect(screen.getAllByRole('link', { name: 'Add Work' }).at(-1)).toHaveAttribute('href', '/add-work');
  expect(screen.queryByRole('region', { name: 'Totals' })).not.toBeInTheDocument();
  await screen.findByLabelText('Person');
  expect(screen.queryByLabelText('Machine')).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Field')).not.toBeInTheDocument();
});

test('without signal the copy on the device has the same filters and groups', async () => {
  const connection = connectionTo(backend);
  await renderPage('/works-list', { backend: connection, person: owner });
  await screen.findByLabelText('Machine');
  await waitForWorksOnDisk(5);
  await waitForCopy('jobs', tractor);
  cleanup();
  connection.cut('refused', true);
  const { user } = await renderPage('/works-list?group=machine', { backend: connection });
  await screen.findByText(/you're offline/);
  await waitFor(() =>
    expect(rowTexts(GROUPS)).toEqual([
      'Fendt 7243£965.67',
      'Krone Baler2£564.92',
      'No machine1 needs a rate27 h 20£330.00',
    ]),
  );
  await user.selectOptions(screen.getByLabelText('Group by'), 'None');
  await user.selectOptions(await screen.findByLabelText('Field'), 'Long Meadow');
  await waitFor(async () => expect(await findRows()).toHaveLength(2));
  expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent('Entries2');
});
