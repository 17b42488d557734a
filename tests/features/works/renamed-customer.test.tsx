// A customer is renamed while a job for them waits on a phone: the job goes to the customer that was chosen.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logJobs, addTasks, resizeWindow, storedWorks } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(390);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  await logJobs(driver, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
  await logJobs(driver, [{ customer: 'Manor', task_name: 'Mowing', chargeable_unit: 'acre', rate: 20, quantity: 3 }]);
});

const customers = () =>
  backend.sql<{ id: string; name: string }>('select id, name from public.customers where user_id = $1 order by name', [
    owner.id,
  ]);
const idOf = async (name: string) => (await customers()).find((one) => one.name === name)?.id ?? '';
/** Renames Hill Farm, and adds another customer with the old name. */
async function renameHill() {
  await owner
    .from('customers')
    .update({ name: 'Hill Farm Ltd' })
    .eq('id', await idOf('Hill Farm'));
  const { error } = await owner.from('customers').insert({ user_id: owner.id, name: 'Hill Farm' });
  expect(error).toBeNull();
}
const jobs = async () =>
  (await storedWorks(backend, owner)).map(({ customer, quantity }) => `${quantity} ${customer}`).sort();

test('a new job with the customer’s old name goes to that customer, even if another one has the name now', async () => {
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', {
    backend: connection,
    person: driver,
  });
  await screen.findByRole('button', { name: 'Save work' });
  connection.cut('refused', true);
  await user.click(await screen.findByRole('button', { name: '9' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  await renameHill();
  connection.restore();
  await waitFor(async () => expect(await jobs()).toEqual(['3 Manor', '74 Hill Farm Ltd', '9 Hill Farm Ltd']));
  await screen.findByRole('button', { name: /^Nothing waits on this phone/ });
});

test('a job that is moved offline to the renamed customer goes to that customer, and causes no conflict', async () => {
  resizeWindow(1440);
  const id = (await storedWorks(backend, owner)).find(({ customer }) => customer === 'Manor')?.id ?? '';
  const { user } = await renderPage(`/works-list?edit=${id}`, { backend: connection, person: driver });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  const field = dialog.getByLabelText('Customer');
  await waitFor(() => expect(field).toHaveValue('Manor'));
  await user.clear(field);
  await user.type(field, 'Hill Farm');
  // Before the customers have arrived, the entry would name the customer by its name alone.
  await dialog.findByRole('option', { name: 'Hill Farm' });
  connection.cut('error 500');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await renameHill();
  await act(async () => {
    await owner.from('works').update({ notes: 'Lane side' }).eq('id', id);
  });
  connection.restore();
  await waitFor(async () => expect(await jobs()).toEqual(['3 Hill Farm Ltd', '74 Hill Farm Ltd']));
  await screen.findByRole('button', { name: /^Nothing waits on this phone/ });
  expect((await customers()).map(({ name }) => name)).toEqual(['Hill Farm', 'Hill Farm Ltd', 'Manor']);
});
