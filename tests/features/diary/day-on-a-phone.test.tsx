// A day in the diary on a phone: the next job first, then what is planned, what was logged, and what falls due; the hours
// on request.
import { waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';
import { resizeWindow } from '../works/works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  const account = await setUpInvoicing(backend, owner);
  today = account.today;
  await account.addWorks([100, 20.5]);
  const { error } = await owner.from('diary_events').insert(
    [
      { title: 'Clean the yard' },
      { title: 'Draw wheat', all_day: false, start_time: '14:30', status: 'in_progress' },
      { title: 'First cut', all_day: false, start_time: '08:00', assigned_to: [driver.id] },
      { title: 'Roll grass', status: 'done' },
      { kind: 'absence', absence_type: 'holiday', assigned_to: [owner.id] },
    ].map((columns) => ({
      kind: 'job',
      all_day: true,
      status: 'planned',
      start_time: null,
      title: null,
      absence_type: null,
      assigned_to: [],
      user_id: owner.id,
      start_date: today,
      end_date: today,
      ...columns,
    })),
  );
  if (error) throw error;
});
afterAll(() => backend.close());
beforeEach(() => resizeWindow(390));

test('the job under way comes first, then planned work in the order of the day, then logged work with its sum; hours on request', async () => {
  const { screen, user, address } = await renderPage(`/diary?view=day&date=${today}`, { backend, person: owner });
  await screen.findByText('First cut');
  // A planned job that is done is listed under "Logged", maybe before the logged work is loaded.
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^\w+ \d+ \w+/),
      'Next',
      'Planned',
      'Logged£120.50',
    ]),
  );
  const [next, planned, logged] = within(screen.getByRole('main'))
    .getAllByRole('list')
    .map((list) =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    );
  expect(next).toEqual([expect.stringContaining('Job: 14:30 Draw wheat')]);
  expect(planned).toEqual([
    expect.stringContaining('Absence: Alex Hill: Holiday'),
    expect.stringContaining('Job: 08:00 First cut'),
    expect.stringContaining('Job: Clean the yard'),
  ]);
  expect(logged).toHaveLength(3);
  expect(logged?.filter((text) => text.includes('Roll grass'))).toHaveLength(1);

  // The used hours, with one row for the empty ones between them, and hidden again.
  expect(screen.queryByRole('list', { name: 'Hours' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show the day by hours' }));
  const rows = [...(await screen.findByRole('list', { name: 'Hours' })).children];
  expect(rows.map((row) => row.querySelector('.diary-hour')?.textContent)).toEqual([
    'All day',
    '00:00–08:00',
    '08:00',
    '09:00–14:00',
    '14:00',
    '15:00–24:00',
  ]);
  expect(screen.getByRole('link', { name: 'Add work at 07:00' })).toHaveAttribute(
    'href',
    expect.stringContaining('start=07%3A00'),
  );
  await user.click(screen.getByRole('button', { name: 'Show the day as a list' }));
  expect(screen.queryByRole('list', { name: 'Hours' })).not.toBeInTheDocument();

  // View, "Today" and the files are among the filters.
  const filters = within(await screen.findByRole('group', { name: 'Filters' }));
  expect(filters.queryByRole('button', { name: 'Today' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'On' }));
  await user.click(await filters.findByRole('button', { name: 'Today' }));
  await user.click(filters.getByRole('button', { name: 'Export' }));
  expect(await screen.findByRole('menuitem', { name: 'Paper (PDF)' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.selectOptions(filters.getByRole('combobox', { name: 'View' }), 'Week');
  expect(address()).toContain('view=week');
});

test('an employee who sees all jobs shows only their own with one press', async () => {
  const { screen, user, address } = await renderPage(`/diary?view=day&date=${today}`, { backend, person: driver });
  await screen.findByText('First cut');
  await waitFor(() => expect(screen.getAllByText('Hedges')).toHaveLength(2));
  const onlyMine = screen.getByRole('button', { name: 'Only mine' });
  await user.click(onlyMine);
  expect(onlyMine).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('First cut')).toBeVisible();
  expect(screen.queryByText('Hedges')).not.toBeInTheDocument();
  expect(address()).toContain(`person=${driver.id}`);
  await user.click(onlyMine);
  expect(await screen.findAllByText('Hedges')).toHaveLength(2);
  // The diary can also show only the jobs of another person.
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Person' }), 'Alex Hill');
  expect(screen.queryByText('First cut')).not.toBeInTheDocument();
  expect(address()).toContain(`person=${owner.id}`);
});
