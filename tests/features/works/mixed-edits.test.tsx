// Two people change one job: unit, rate, quantity and value are taken from one version as a whole, never mixed.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { save } from '@/offline/outbox/outbox';
import { logJobs, addTasks, resizeWindow, storedWorks } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;
const id = crypto.randomUUID();

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  await logJobs(driver, [
    { id, customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

const editDialog = async () => within(await screen.findByRole('dialog', { name: 'Edit entry' }));
/** Opens the entry once it has the quantity that the test expects. */
async function openEntry(label: string, quantity: string) {
  navigate(`/works-list?edit=${id}`);
  const dialog = await editDialog();
  await waitFor(() => expect(dialog.getByLabelText(label)).toHaveValue(quantity));
  return dialog;
}
type Dialog = Awaited<ReturnType<typeof editDialog>>;
async function saveQuantity(user: User, dialog: Dialog, label: string, quantity: string) {
  await user.clear(dialog.getByLabelText(label));
  await user.type(dialog.getByLabelText(label), quantity);
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}
const row = async () => (await storedWorks(backend, owner)).find((one) => one.id === id);
const openTray = async (user: User) => {
  await user.click(await screen.findByRole('button', { name: /1 needs attention/ }));
  return within(await screen.findByRole('dialog', { name: 'Waiting on this phone' }));
};
/** Closes the tray once nothing waits in it. */
async function closeTray(user: User) {
  await screen.findByRole('button', { name: /^Nothing waits on this phone/ });
  const tray = within(screen.getByRole('dialog', { name: 'Waiting on this phone' }));
  await user.click(tray.getByRole('button', { name: 'Close' }));
}
/** Sends another entry of this person, after which the list behind the dialog is fetched again and shows these words. */
async function refetchList(person: Person, task: string, words: string) {
  const fields = {
    customer: 'Hill Farm',
    task_name: task,
    chargeable_unit: 'load',
    quantity: 3,
    work_date: '2026-11-02',
  };
  const entryFields = { kind: 'work', action: 'insert' as const, version: 1, seen: null, parents: [], title: task };
  await act(() => save({ ...entryFields, userId: person.id, accountId: owner.id, id: crypto.randomUUID(), fields }));
  await waitFor(() => expect(document.body.textContent).toContain(task));
  await waitFor(() => expect(document.body.textContent).toContain(words));
}
const changeAsOwner = (change: object) => owner.from('works').update(change).eq('id', id);
const open = async (person: Person) => {
  const page = await renderPage('/works-list', { backend: connection, person });
  await screen.findByRole('link', { name: /^Open Baling/ });
  return page;
};
type User = Awaited<ReturnType<typeof open>>['user'];

test('a quantity changed offline is not combined with the unit and rate that the holder changed, whichever is kept', async () => {
  const { user } = await open(driver);
  const first = await openEntry('Bales', '74');
  connection.cut('error 500');
  await saveQuantity(user, first, 'Bales', '1708');
  await changeAsOwner({ chargeable_unit: 'acre', rate: 55 });
  connection.restore();
  const waiting = within(await screen.findByRole('region', { name: 'Waiting on this phone' }));
  await waitFor(() => expect(waiting.getByRole('link')).toHaveTextContent('1,708 bales'));
  expect(waiting.getByRole('link')).toHaveTextContent('£10,623.76');
  const tray = await openTray(user);
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 74, total_value: 4070 });
  expect(tray.getByText('Somebody changed this entry meanwhile.')).toBeInTheDocument();
  expect(
    tray
      .getAllByRole('row')
      .slice(1)
      .map((one) => one.textContent),
  ).toEqual(['Unitper baleper acre', 'Rate6.2255.00', 'Quantity170874', 'Value10623.764070.00']);
  await user.click(tray.getByRole('button', { name: 'Keep mine' }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({ chargeable_unit: 'bale', rate: 6.22, quantity: 1708, total_value: 10_623.76 }),
  );
  await closeTray(user);

  const second = await openEntry('Bales', '1708');
  connection.cut('error 500');
  await saveQuantity(user, second, 'Bales', '90');
  await changeAsOwner({ chargeable_unit: 'acre', rate: 55 });
  connection.restore();
  await user.click((await openTray(user)).getByRole('button', { name: "Keep the list's" }));
  await closeTray(user);
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 1708, total_value: 93_940 });
});

test('a driver who keeps their own version keeps the value that the account holder typed, too', async () => {
  const { user } = await open(driver);
  const dialog = await openEntry('Bales', '74');
  connection.cut('error 500');
  await saveQuantity(user, dialog, 'Bales', '80');
  await changeAsOwner({ total_value: 500 });
  connection.restore();
  const tray = await openTray(user);
  expect(tray.getByRole('row', { name: 'Value 500.00 500.00' })).toBeInTheDocument();
  await user.click(tray.getByRole('button', { name: 'Keep mine' }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({ quantity: 80, total_value: 500, value_overridden: true }),
  );
});

test('a driver who sees no prices is told that the entry has a price, but not which', async () => {
  await owner.from('farm_settings').update({ employees_see_rates: false }).eq('user_id', owner.id);
  await backend.sql('update public.works set rate = null, total_value = null where id = $1', [id]);
  const { user } = await open(driver);
  const dialog = await openEntry('Bales', '74');
  connection.cut('error 500');
  await saveQuantity(user, dialog, 'Bales', '1708');
  await changeAsOwner({ chargeable_unit: 'acre', rate: 55 });
  connection.restore();
  const tray = await openTray(user);
  expect(
    tray.getByText('This entry has been priced meanwhile. Ask the account holder to change it.'),
  ).toBeInTheDocument();
  expect(document.body.textContent).not.toMatch(/55\.00|4070|4,070/);
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 74 });
});

test('an untouched form shows what is fetched again behind it; an edit of what is outdated by then shows both versions', async () => {
  const { user } = await open(owner);
  const dialog = await openEntry('Bales', '74');
  await changeAsOwner({ chargeable_unit: 'acre', rate: 55 });
  await refetchList(owner, 'Mowing', '£55.00 / ac');
  await waitFor(() => expect(dialog.getByLabelText('Rate')).toHaveValue('55'));
  const acres = await dialog.findByLabelText('Acres');
  expect(acres).toHaveValue('74');

  await user.clear(acres);
  await user.type(acres, '1708');
  await changeAsOwner({ chargeable_unit: 'hectare', rate: 135 });
  await refetchList(owner, 'Rolling', '£135.00 / ha');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  const tray = await openTray(user);
  expect(await row()).toMatchObject({ chargeable_unit: 'hectare', rate: 135, quantity: 74 });
  expect(tray.getByRole('row', { name: 'Unit per acre per hectare' })).toBeInTheDocument();
});
