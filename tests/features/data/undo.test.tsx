// “Undo” in the message after something was deleted, moved or cancelled.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '@/domain/core/time';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';
import { findRows, logJobs, resizeWindow, storedWorks } from '../works/works-helpers';

let backend: TestBackend;
let owner: Person;
let today: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  ({ today } = await setUpInvoicing(backend, owner));
});

type User = Awaited<ReturnType<typeof renderPage>>['user'];
const plan = async (title: string) => {
  const { error } = await owner
    .from('diary_events')
    .insert({ user_id: owner.id, kind: 'job', title, start_date: today, end_date: today });
  if (error) throw error;
};
const planned = async () =>
  ((await owner.from('diary_events').select('title, start_date, status').order('title')).data ?? []).map((row) => [
    row.title,
    row.start_date,
    row.status,
  ]);
const openJob = async (user: User, name: string) => {
  await user.click(await screen.findByRole('button', { name: new RegExp(name) }));
  return within(await screen.findByRole('dialog', { name }));
};
/** A message appears before the diary is read again; the dialog closes after that. */
const waitUntilDialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
async function undo(user: User) {
  const button = await screen.findByRole('button', { name: 'Undo' });
  // Nothing can be pressed until the menu that led here has closed.
  await waitFor(() => expect(document.body).not.toHaveStyle({ pointerEvents: 'none' }));
  await user.click(button);
}

test('a deleted planned job is restored, with the keyboard alone; a cancelled one is planned again', async () => {
  await plan('Draw wheat');
  const { user } = await renderPage('/diary?view=day', { backend, person: owner });
  await user.click((await openJob(user, 'Draw wheat')).getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: /^Delete/ }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Deleted from the diary.');
  await waitUntilDialogClosed();
  expect(await planned()).toEqual([]);
  await user.keyboard('[F8]{Tab}{Tab}');
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Undone.')).toBeVisible();
  expect(await screen.findByRole('button', { name: /Draw wheat/ })).toBeVisible();
  expect(await planned()).toEqual([['Draw wheat', today, 'planned']]);

  await user.click((await openJob(user, 'Draw wheat')).getByRole('button', { name: 'Cancel the job' }));
  const reason = within(await screen.findByRole('dialog', { name: /^Cancel/ }));
  await user.click(reason.getByRole('button', { name: 'Weather' }));
  await user.click(reason.getByRole('button', { name: 'Cancel the job' }));
  await screen.findByText('Job cancelled.');
  await undo(user);
  await waitFor(async () => expect(await planned()).toEqual([['Draw wheat', today, 'planned']]));
});

test('all jobs that were rained off are moved back in one step, and a job begun meanwhile is reported', async () => {
  await plan('A');
  await plan('B');
  const { user } = await renderPage('/diary?view=day', { backend, person: owner });
  const rainOff = async () => {
    await user.click(await screen.findByRole('button', { name: 'Rained off' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Rained off/ }));
    await user.click(dialog.getByRole('button', { name: 'Move 2 jobs' }));
    await screen.findByText('2 jobs moved.');
    await waitUntilDialogClosed();
  };
  await rainOff();
  await undo(user);
  await waitFor(async () =>
    expect(await planned()).toEqual([
      ['A', today, 'planned'],
      ['B', today, 'planned'],
    ]),
  );
  await rainOff();
  await owner.from('diary_events').update({ status: 'in_progress' }).eq('title', 'B');
  await undo(user);
  expect(await screen.findByText('Could not undo it')).toBeVisible();
  expect(screen.getByText('1 of 2 jobs are back. The others were begun, moved or deleted meanwhile.')).toBeVisible();
  expect(await planned()).toEqual([
    ['A', today, 'planned'],
    ['B', addDays(today, 1), 'in_progress'],
  ]);
});

test('a deleted notice is restored', async () => {
  await owner.from('notices').insert({ user_id: owner.id, title: 'Slurry' });
  const { user } = await renderPage('/noticeboard', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Slurry' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: /^Delete/ }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Notice deleted.');
  await undo(user);
  expect(await screen.findByRole('button', { name: 'Slurry' })).toBeVisible();
});

const work = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 86 };
async function deleteWork(user: User) {
  expect(await findRows()).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: /^More for Baling/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Work entry deleted.');
}

test('an employee undoes the deletion of their entry, before and after it was sent', async () => {
  const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  await logJobs(driver, [work]);
  const { fetch, ...connection } = connectionTo(backend);
  const { user } = await renderPage('/works-list', { backend: { fetch }, person: driver });
  expect(await findRows()).toHaveLength(1);
  connection.cut('refused', true);
  await deleteWork(user);
  await undo(user);
  expect(await screen.findByText('Undone.')).toBeVisible();
  connection.restore();
  expect(await storedWorks(backend, owner)).toHaveLength(1);

  await deleteWork(user);
  // The message stays as long as the pointer is on it.
  await user.hover(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await storedWorks(backend, owner)).toHaveLength(0));
  await undo(user);
  await waitFor(async () => expect(await storedWorks(backend, owner)).toHaveLength(1));
  expect(await findRows()).toHaveLength(1);
});

test('entries that were moved to another customer are moved back to their former one', async () => {
  await logJobs(owner, [work, { ...work, customer: 'Low Farm' }]);
  const { user } = await renderPage('/works-list', { backend, person: owner });
  expect(await findRows()).toHaveLength(2);
  for (const box of await screen.findAllByRole('checkbox', { name: /Baling/ })) await user.click(box);
  const chosen = within(await screen.findByRole('group', { name: 'Chosen entries' }));
  await user.click(chosen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change customer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change customer' }));
  await user.type(dialog.getByRole('combobox'), 'Top Farm');
  await user.click(dialog.getByRole('button', { name: 'Change 2 entries' }));
  await screen.findByText('Work entry updated!');
  const customers = async () =>
    ((await owner.from('works').select('customer').order('customer')).data ?? []).map(({ customer }) => customer);
  expect(await customers()).toEqual(['Top Farm', 'Top Farm']);
  await undo(user);
  await waitFor(async () => expect(await customers()).toEqual(['Hill Farm', 'Low Farm']));
});
