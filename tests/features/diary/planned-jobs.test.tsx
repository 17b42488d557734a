// Planned jobs: planned, moved, started, and logged as work.
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, formatDateDated } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  ({ today } = await setUpInvoicing(backend, owner));
});

const plan = async (columns: object = {}) => {
  const id = crypto.randomUUID();
  const { error } = await owner.from('diary_events').insert({
    id,
    user_id: owner.id,
    kind: 'job',
    task_name: 'Hedges',
    customer: 'Hill Farm',
    start_date: today,
    end_date: today,
    ...columns,
  });
  if (error) throw error;
  return id;
};
const stored = async () => (await owner.from('diary_events').select('*').order('start_date').order('title')).data ?? [];

test('the holder plans a job for a person, whose last day follows the first, and is told that they are away', async () => {
  await plan({ kind: 'absence', absence_type: 'holiday', assigned_to: [driver.id] });
  const { screen, user } = await renderPage('/diary?view=day', { backend, person: owner });
  await screen.findByText('Sam Dale: Holiday');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Plan…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan' }));
  // While a plan is for one day.
  const [first, last] = [dialog.getByLabelText('First day'), dialog.getByLabelText('Last day')];
  const choose = (field: HTMLElement, day: number) =>
    fireEvent.change(field, { target: { value: addDays(today, day) } });
  choose(first, 4);
  expect(last).toHaveValue(addDays(today, 4));
  choose(first, 1);
  expect(last).toHaveValue(addDays(today, 1));
  choose(last, 3);
  choose(first, 2);
  expect(last).toHaveValue(addDays(today, 3));
  choose(last, 2);
  choose(first, 0);
  expect(last).toHaveValue(today);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Add a title or choose a task.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'First cut');
  await user.click(await dialog.findByRole('button', { name: 'Sam Dale' }));
  const absenceWarning = await dialog.findByText('Sam Dale is on holiday that day – book anyway?');
  expect(absenceWarning).toBeVisible();
  // Announced when it appears, and placed before the buttons, in the footer that stays visible.
  expect(absenceWarning.closest('output')).toBeInTheDocument();
  const footer = absenceWarning.closest('.dialog-actions');
  expect(footer).toContainElement(dialog.getByRole('button', { name: 'Save' }));
  expect(absenceWarning.compareDocumentPosition(dialog.getByRole('button', { name: 'Save' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('First cut')).toBeVisible();
  expect((await stored()).find(({ title }) => title === 'First cut')).toMatchObject({
    kind: 'job',
    start_date: today,
    end_date: today,
    all_day: true,
    assigned_to: [driver.id],
    status: 'planned',
  });
});

test('a driver starts their job and logs it as work, once; it is then shown only as its entry', async () => {
  const id = await plan({ assigned_to: [driver.id], notes: 'Gate code 4711' });
  const { screen, user, address } = await renderPage('/diary?view=day', { backend, person: driver });
  await user.click(await screen.findByRole('button', { name: /Hedges – Hill Farm/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Hedges – Hill Farm' }));
  expect(dialog.getByText('Gate code 4711')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Rained off' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Start' }));
  expect(await dialog.findByRole('link', { name: 'Clock in' })).toHaveAttribute('href', '/time-tracker');
  expect((await stored())[0]?.status).toBe('in_progress');
  expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Cancel the job' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('link', { name: 'Log as work' }));
  const [event] = await stored();
  expect(new URLSearchParams(address().split('?')[1]).get('as')).toBe(event?.work_id);
  await user.type(await screen.findByRole('textbox', { name: /^Quantity|^Hours/ }), '2');
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await waitFor(async () =>
    expect(await stored()).toEqual([
      expect.objectContaining({ id, status: 'done', converted_work_id: event?.work_id }),
    ]),
  );
  const { data: works } = await owner.from('works').select('id, customer, task_name, work_date');
  expect(works).toEqual([{ id: event?.work_id, customer: 'Hill Farm', task_name: 'Hedges', work_date: today }]);
  cleanup();
  await renderPage(`/diary?view=day&event=${id}`, { backend, person: owner });
  // Its URL still opens it.
  expect(await within(await screen.findByRole('dialog')).findByText('Logged as work.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Job:')).not.toBeInTheDocument());
});

test('Rained off moves the ticked jobs of a day to another day in one step; the others stay', async () => {
  await plan({ title: 'A', assigned_to: [driver.id] });
  await plan({ title: 'B', end_date: addDays(today, 2) });
  const away = { start_date: addDays(today, 1), end_date: addDays(today, 1), assigned_to: [driver.id] };
  await plan({ ...away, title: null, task_name: null, customer: null, kind: 'absence', absence_type: 'holiday' });
  await plan({ title: 'C' });
  await plan({ title: 'D', status: 'in_progress' });
  const { screen, user } = await renderPage('/diary?view=day', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Rained off' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Rained off/ }));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(3);
  await user.click(dialog.getByRole('checkbox', { name: 'C' }));
  // The next day has somebody who is away.
  expect(await dialog.findByText('Sam Dale is on holiday that day – book anyway?')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Move 2 jobs' }));
  expect(await screen.findByText('2 jobs moved.')).toBeVisible();
  const next = addDays(today, 1);
  const jobs = (await stored()).filter(({ kind }) => kind === 'job');
  expect(jobs.map(({ title, start_date, end_date }) => [title, start_date, end_date])).toEqual([
    ['C', today, today],
    ['D', today, today],
    ['A', next, next],
    ['B', next, addDays(today, 3)],
  ]);
  // Wherever the job is seen on its new day, it says why it is there.
  const words = `Rained off on ${formatDateDated(today)}`;
  navigate(`/diary?view=day&date=${next}`);
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
});
