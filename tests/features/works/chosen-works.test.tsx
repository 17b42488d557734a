import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { daysAgo, invoiceWorks, logJobs, addTasks, addPrices, resizeWindow, storedWorks, today } from './works-helpers';

let backend: TestBackend;
let owner: Person;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  const baling = { chargeable_unit: 'bale', rate: 6.22, quantity: 86, work_date: daysAgo(1) };
  await logJobs(owner, [{ ...baling, customer: 'Hill Farm', task_name: 'Baling' }]);
  await logJobs(owner, [
    { ...baling, customer: 'hill farm ', task_name: 'Wrapping', rate: 1 },
    { ...baling, customer: 'Manor', task_name: 'Mowing' },
    { ...baling, customer: 'Hill Farm', task_name: 'Haulage', rate: null },
  ]);
});

const open = () => renderPage('/works-list', { backend, person: owner });
const checkboxOf = (task: string) => screen.findByRole('checkbox', { name: new RegExp(`^${task},`) });
const bar = () => within(screen.getByRole('group', { name: 'Chosen entries' }));

async function customerIds() {
  const rows = await backend.sql<{ id: string; name: string }>(
    'select id, name from public.customers where user_id = $1',
    [owner.id],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

test('chosen work is invoiced for one customer, once all of it is ready (case 39)', async () => {
  const { user, address } = await open();
  await user.click(await checkboxOf('Haulage'));
  expect(bar().getByText('Choose works that are ready only.')).toBeInTheDocument();
  await user.click(bar().getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('group', { name: 'Chosen entries' })).not.toBeInTheDocument();
  await user.click(await checkboxOf('Baling'));
  await user.click(await checkboxOf('Wrapping'));
  expect(bar().getByRole('status')).toHaveTextContent('2 chosen £620.92');
  await user.click(await checkboxOf('Mowing'));
  expect(bar().getByText('Choose works for one customer only.')).toBeInTheDocument();
  expect(bar().queryByRole('button', { name: 'Create invoice' })).not.toBeInTheDocument();
  await user.click(await checkboxOf('Mowing'));
  const works = await storedWorks(backend, owner);
  await user.click(bar().getByRole('button', { name: 'Create invoice' }));
  expect(address()).toMatch(new RegExp(`^/invoices\\?customer=${(await customerIds()).get('Hill Farm')}`));
  const state: unknown = Reflect.get(window.history.state as object, 'usr');
  const ids = works.filter(({ task_name }) => ['Baling', 'Wrapping'].includes(task_name)).map(({ id }) => id);
  expect((state as { workIds: string[] }).workIds.toSorted()).toEqual(ids.toSorted());
});

test('the menu has only what can be done; marking an entry as paid is for its whole invoice, and the dialog says so', async () => {
  await invoiceWorks(backend, owner, 'Hill Farm', ['Baling', 'Wrapping']);
  const { user } = await open();
  const actions = async () => {
    await user.click(bar().getByRole('button', { name: 'More' }));
    const items = await screen.findAllByRole('menuitem');
    await user.keyboard('{Escape}');
    return items.map(({ textContent }) => textContent);
  };
  await user.click(await checkboxOf('Mowing'));
  expect(await actions()).toEqual(['Change customer', 'Re-price']);
  await user.click(await checkboxOf('Baling'));
  expect(await actions()).toEqual(['Mark sent', 'Mark paid', 'Change customer', 'Re-price']);
  await user.click(await checkboxOf('Mowing'));
  expect(await actions()).toEqual(['Mark sent', 'Mark paid']);
  await user.click(await checkboxOf('Mowing'));
  await user.click(bar().getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark paid' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as paid' }));
  expect(dialog.getByText(/This is for the whole of/)).toHaveTextContent(
    'This is for the whole of INV-0001, with every entry on it. 1 of the chosen is on no invoice and left as it is.',
  );
  expect(dialog.getByLabelText('Paid on')).toHaveValue(today());
  await user.clear(dialog.getByLabelText('Paid on'));
  await user.type(dialog.getByLabelText('Paid on'), daysAgo(-1));
  expect(dialog.getByText('This date is in the future.')).toBeInTheDocument();
  await user.clear(dialog.getByLabelText('Paid on'));
  await user.type(dialog.getByLabelText('Paid on'), today());
  await user.click(dialog.getByRole('button', { name: 'Mark paid' }));
  await waitFor(() => expect(screen.getAllByText('Paid', { selector: '.state' })).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(bar().getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Clear status' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear status' }));
  await waitFor(() => expect(screen.getAllByText('On invoice INV-0001', { selector: '.state' })).toHaveLength(2));
});

test('chosen work is re-priced with the prices of its dates, after a preview, and moved to another customer', async () => {
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  await addPrices(owner, 'Baling', [{ rate: 7, valid_from: daysAgo(9) }]);
  const { user } = await open();
  await user.click(await checkboxOf('Baling'));
  await user.click(await checkboxOf('Wrapping'));
  await user.click(bar().getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Re-price' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Re-price unbilled work' }));
  expect(await dialog.findByText('£602.00')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Re-price 1 entry' }));
  await screen.findByText('1 entry re-priced!');
  const rates = new Map((await storedWorks(backend, owner)).map(({ task_name, rate }) => [task_name, rate]));
  expect([rates.get('Baling'), rates.get('Wrapping'), rates.get('Mowing')]).toEqual([7, 1, 6.22]);

  await user.click(bar().getByRole('button', { name: 'Clear' }));
  await user.click(await checkboxOf('Baling'));
  await user.click(await checkboxOf('Mowing'));
  await user.click(bar().getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change customer' }));
  await user.click(await screen.findByRole('button', { name: 'Change 2 entries' }));
  expect(await screen.findByText('Choose or type a customer.')).toBeInTheDocument();
  await user.type(screen.getByRole('combobox', { name: 'New customer for these entries' }), 'Tŷ Gwyn');
  await user.click(screen.getByRole('button', { name: 'Change 2 entries' }));
  await waitFor(async () =>
    expect(
      (await storedWorks(backend, owner))
        .filter(({ customer }) => customer === 'Tŷ Gwyn')
        .map(({ task_name }) => task_name)
        .toSorted(),
    ).toEqual(['Baling', 'Mowing']),
  );
});
