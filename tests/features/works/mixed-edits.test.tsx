// Two people change one job: unit, rate, quantity and value are kept from one side as a whole, never mixed.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { save } from '@/offline/outbox/outbox';
import { log, priceList, resize, stored } from './farm';

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
  resize(1440);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await priceList(owner, [['Baling', 'bale', 6.22]]);
  await log(driver, [
    { id, customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

async function edit(person: Person, quantity: string) {
  const page = await renderPage(`/works-list?edit=${id}`, { backend: connection, person });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await waitFor(() => expect(dialog.getByLabelText('Bales')).toHaveValue('74'));
  await page.user.clear(dialog.getByLabelText('Bales'));
  await page.user.type(dialog.getByLabelText('Bales'), quantity);
  const press = async () => {
    await page.user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  return { ...page, press };
}
const row = async () => (await stored(backend, owner)).find((one) => one.id === id);
const tray = async (user: Awaited<ReturnType<typeof edit>>['user']) => {
  await user.click(await screen.findByRole('button', { name: /1 needs attention/ }));
  return within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }));
};
/** Something else that this person saved is sent: the list behind the dialog is fetched again. */
async function readAgain(person: Person) {
  const fields = {
    customer: 'Hill Farm',
    task_name: 'Mowing',
    chargeable_unit: 'acre',
    quantity: 3,
    work_date: '2026-11-02',
  };
  const more = { kind: 'work', action: 'insert' as const, version: 1, seen: null, parents: [], title: 'Mowing' };
  await act(() => save({ ...more, userId: person.id, accountId: owner.id, id: crypto.randomUUID(), fields }));
  await waitFor(() => expect(document.body.textContent).toContain('Mowing'));
  await waitFor(() => expect(document.body.textContent).toContain('per acre'));
}
const reprice = (change: object) => owner.from('works').update(change).eq('id', id);

test('a quantity changed offline is not combined with the holder’s unit and rate: both are shown whole', async () => {
  const { user, press } = await edit(driver, '1708');
  connection.cut('error 500');
  await press();
  await reprice({ chargeable_unit: 'acre', rate: 55 });
  connection.restore();
  const waiting = within(await screen.findByRole('region', { name: 'Waiting to be sent' }));
  await waitFor(() => expect(waiting.getByRole('link')).toHaveTextContent('1,708 bales'));
  expect(waiting.getByRole('link')).toHaveTextContent('£10,623.76');
  const box = await tray(user);
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 74, total_value: 4070 });
  expect(box.getByText('Somebody changed this entry meanwhile.')).toBeInTheDocument();
  expect(
    box
      .getAllByRole('row')
      .slice(1)
      .map((one) => one.textContent),
  ).toEqual(['Unitper baleper acre', 'Rate6.2255.00', 'Quantity170874', 'Value10623.764070.00']);
  await user.click(box.getByRole('button', { name: 'Keep mine' }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({ chargeable_unit: 'bale', rate: 6.22, quantity: 1708, total_value: 10_623.76 }),
  );
  await screen.findByRole('button', { name: /^Everything is sent/ });
});

test('keeping the list’s version leaves the holder’s unit, rate and quantity', async () => {
  const { user, press } = await edit(driver, '1708');
  connection.cut('error 500');
  await press();
  await reprice({ chargeable_unit: 'acre', rate: 55 });
  connection.restore();
  const box = await tray(user);
  await user.click(box.getByRole('button', { name: "Keep the list's" }));
  await screen.findByRole('button', { name: /^Everything is sent/ });
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 74, total_value: 4070 });
});

test('a value that the holder typed stays on the side of a driver, who can’t type one', async () => {
  const { user, press } = await edit(driver, '80');
  connection.cut('error 500');
  await press();
  await reprice({ total_value: 500 });
  connection.restore();
  const box = await tray(user);
  expect(box.getByRole('row', { name: 'Value 500.00 500.00' })).toBeInTheDocument();
  await user.click(box.getByRole('button', { name: 'Keep mine' }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({ quantity: 80, total_value: 500, value_overridden: true }),
  );
});

test('a driver who sees no prices is told that the entry has a price, but no figure', async () => {
  await owner.from('farm_settings').update({ employees_see_rates: false }).eq('user_id', owner.id);
  await backend.sql('update public.works set rate = null, total_value = null where id = $1', [id]);
  const { user, press } = await edit(driver, '1708');
  connection.cut('error 500');
  await press();
  await reprice({ chargeable_unit: 'acre', rate: 55 });
  connection.restore();
  const box = await tray(user);
  expect(
    box.getByText('This entry has been priced meanwhile. Ask the account holder to change it.'),
  ).toBeInTheDocument();
  expect(document.body.textContent).not.toMatch(/55\.00|4070|4,070/);
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 74 });
});

test('an online edit typed over an old copy asks as well, also if the list was fetched again behind it', async () => {
  const { user, press } = await edit(owner, '1708');
  await reprice({ chargeable_unit: 'acre', rate: 55 });
  await readAgain(owner);
  await press();
  const box = await tray(user);
  expect(await row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 74 });
  expect(box.getByRole('row', { name: 'Unit per bale per acre' })).toBeInTheDocument();
});

test('an untouched edit form shows what is fetched again behind it', async () => {
  await renderPage(`/works-list?edit=${id}`, { backend: connection, person: owner });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await waitFor(() => expect(dialog.getByLabelText('Bales')).toHaveValue('74'));
  await reprice({ chargeable_unit: 'acre', rate: 55 });
  await readAgain(owner);
  await waitFor(() => expect(dialog.getByLabelText('Rate')).toHaveValue('55'));
  expect(dialog.getByLabelText('Acres')).toHaveValue('74');
});
