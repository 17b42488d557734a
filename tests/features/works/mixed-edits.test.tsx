// Two people change one job: unit, rate, quantity and value are taken from one version as a whole, never mixed.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
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

async function edit(person: Person, quantity: string) {
  const page = await renderPage(`/works-list?edit=${id}`, { backend: connection, person });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await waitFor(() => expect(dialog.getByLabelText('Bales')).toHaveValue('74'));
  await page.user.clear(dialog.getByLabelText('Bales'));
  await page.user.type(dialog.getByLabelText('Bales'), quantity);
  const saveChanges = async () => {
    await page.user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  return { ...page, saveChanges };
}
const row = async () => (await storedWorks(backend, owner)).find((one) => one.id === id);
const openTray = async (user: Awaited<ReturnType<typeof edit>>['user']) => {
  await user.click(await screen.findByRole('button', { name: /1 needs attention/ }));
  return within(await screen.findByRole('dialog', { name: 'Waiting on this phone' }));
};
/** Sends another entry of this person, after which the list behind the dialog is fetched again. */
async function refetchList(person: Person) {
  const fields = {
    customer: 'Hill Farm',
    task_name: 'Mowing',
    chargeable_unit: 'acre',
    quantity: 3,
    work_date: '2026-11-02',
  };
  const entryFields = { kind: 'work', action: 'insert' as const, version: 1, seen: null, parents: [], title: 'Mowing' };
  await act(() => save({ ...entryFields, userId: person.id, accountId: owner.id, id: crypto.randomUUID(), fields }));
  await waitFor(() => expect(document.body.textContent).toContain('Mowing'));
  await waitFor(() => expect(document.body.textContent).toContain('per acre'));
}
const changeAsOwner = (change: object) => owner.from('works').update(change).eq('id', id);

test('a quantity changed offline is not combined with the holder’s unit and rate', async () => {
  const { user, saveChanges } = await edit(driver, '1708');
  connection.cut('error 500');
  await saveChanges();
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
  await screen.findByRole('button', { name: /^Nothing waits on this phone/ });
});

test('keeping the list’s version leaves the holder’s unit, rate and quantity', async () => {
  const { user, saveChanges } = await edit(driver, '1708');
  connection.cut('error 500');
  await saveChanges();
  await changeAsOwner({ chargeable_unit: 'acre', rate: 55 });
  connection.restore();
  const tray = await openTray(user);
  await user.click(tray.getByRole('button', { name: "Keep the list's" }));
  await screen.findByRole('button', { name: /^Nothing waits on this phone/ });
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 74, total_value: 4070 });
});

test('a driver who keeps their own version keeps the value that the account holder typed, too', async () => {
  const { user, saveChanges } = await edit(driver, '80');
  connection.cut('error 500');
  await saveChanges();
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
  const { user, saveChanges } = await edit(driver, '1708');
  connection.cut('error 500');
  await saveChanges();
  await changeAsOwner({ chargeable_unit: 'acre', rate: 55 });
  connection.restore();
  const tray = await openTray(user);
  expect(
    tray.getByText('This entry has been priced meanwhile. Ask the account holder to change it.'),
  ).toBeInTheDocument();
  expect(document.body.textContent).not.toMatch(/55\.00|4070|4,070/);
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 74 });
});

test('an online edit of an outdated entry shows both versions, even if the list was fetched again', async () => {
  const { user, saveChanges } = await edit(owner, '1708');
  await changeAsOwner({ chargeable_unit: 'acre', rate: 55 });
  await refetchList(owner);
  await saveChanges();
  const tray = await openTray(user);
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 74 });
  expect(tray.getByRole('row', { name: 'Unit per bale per acre' })).toBeInTheDocument();
});

test('an untouched edit form shows the values that are fetched again behind it', async () => {
  await renderPage(`/works-list?edit=${id}`, { backend: connection, person: owner });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await waitFor(() => expect(dialog.getByLabelText('Bales')).toHaveValue('74'));
  await changeAsOwner({ chargeable_unit: 'acre', rate: 55 });
  await refetchList(owner);
  await waitFor(() => expect(dialog.getByLabelText('Rate')).toHaveValue('55'));
  expect(await dialog.findByLabelText('Acres')).toHaveValue('74');
});
