// Deleted entries: the account holder sees them from the works list, restores one, or erases it after a confirmation.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { findRows, logJobs, resizeWindow, storedWorks } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
});

const baling = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 86 };
const logTwo = () => logJobs(driver, [baling, { ...baling, task_name: 'Ploughing', chargeable_unit: 'acre' }]);
const remove = async (task: string) => {
  const { error } = await driver.from('works').delete().eq('task_name', task).eq('user_id', owner.id);
  if (error) throw error;
};
type User = Awaited<ReturnType<typeof renderPage>>['user'];
async function chooseDelete(user: User) {
  await user.click(await screen.findByRole('button', { name: /^More for Baling/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
}
async function openDeleted(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Deleted entries' }));
  return within(await screen.findByRole('dialog', { name: 'Deleted entries' }));
}

test('an entry deleted in the list is shown with the people who logged and deleted it, and can be restored', async () => {
  const connection = connectionTo(backend);
  await logTwo();
  const { user } = await renderPage('/works-list', { backend: connection, person: owner });
  expect(await findRows()).toHaveLength(2);
  // Without signal there is no list of what was deleted.
  connection.cut('refused', true);
  const offline = await openDeleted(user);
  expect(await offline.findByText('You need signal to see what was deleted.')).toBeInTheDocument();
  await user.click(offline.getByRole('button', { name: 'Close' }));
  connection.restore();

  await chooseDelete(user);
  const question = within(await screen.findByRole('dialog'));
  question.getByText(/You can bring it back for 30 days/);
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await findRows()).toHaveLength(1));
  const dialog = await openDeleted(user);
  const entry = await dialog.findByRole('listitem');
  expect(entry).toHaveTextContent(/^Hill Farm, .*Baling, 86 bales/);
  expect(entry).toHaveTextContent(/Logged by Sam Driver\. Deleted by Alex Owner, .* 30 days left\./);

  // A refusal is shown with the database's message, and the entry stays on the list.
  const bringBack = () => dialog.getByRole('button', { name: /^Bring back Baling, Hill Farm, / });
  const moveDeletion = (days: number) =>
    backend.sql(`update public.audit_log set at = at - $2 * interval '1 day' where user_id = $1`, [owner.id, days]);
  await moveDeletion(31);
  await user.click(bringBack());
  expect(await screen.findByText(/it was erased, or deleted more than 30 days ago/)).toBeInTheDocument();
  expect(bringBack()).toBeEnabled();
  await moveDeletion(-31);

  await user.click(bringBack());
  expect(await screen.findByText('Work entry brought back.')).toBeInTheDocument();
  expect(await dialog.findByRole('heading', { name: 'Nothing was deleted lately.' })).toBeInTheDocument();
  expect(document.activeElement?.closest('dialog')).not.toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(async () => expect(await findRows()).toHaveLength(2));
  expect(await storedWorks(backend, owner)).toHaveLength(2);
});

test('on a phone, an entry is erased after a confirmation, and the others stay', async () => {
  resizeWindow(390);
  await logTwo();
  await remove('Baling');
  await remove('Ploughing');
  const { user } = await renderPage('/works-list', { backend, person: owner });
  const dialog = await openDeleted(user);
  expect(await dialog.findAllByRole('listitem')).toHaveLength(2);
  const erase = dialog.getByRole('button', { name: /^Erase Baling, Hill Farm, / });
  await user.click(erase);
  const question = within(await screen.findByRole('dialog', { name: /^Erase Baling, Hill Farm, / }));
  question.getByText(/never be brought back/);
  await user.click(question.getByRole('button', { name: 'Keep it' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
  await user.click(erase);
  await user.click(
    within(await screen.findByRole('dialog', { name: /^Erase Baling/ })).getByRole('button', { name: 'Erase' }),
  );
  expect(await screen.findByText('Work entry erased.')).toBeInTheDocument();
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
  expect(dialog.getByRole('button', { name: /^Bring back Ploughing/ })).toBeInTheDocument();
});
