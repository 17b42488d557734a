// Slurry storage, from an empty account to the weeks that are left today.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { catchSavedFiles, lastFile, serveFonts } from '@tests/features/calculators/saved-files';

catchSavedFiles();

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
});
afterAll(() => backend.close());

type Queries = Pick<typeof screen, 'getByLabelText'>;
const fill = (where: Queries, label: string | RegExp, value: string) =>
  fireEvent.change(where.getByLabelText(label), { target: { value } });
const dialog = async () => within(await screen.findByRole('dialog'));
const waitUntilDialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

async function addStock(user: UserEvent, kind: string, head: string) {
  await user.click(screen.getByRole('button', { name: 'Add livestock' }));
  const line = within(screen.getAllByRole('group', { name: /^Livestock \d/ }).at(-1) ?? document.body);
  await user.selectOptions(line.getByLabelText('Kind'), kind);
  fill(line, 'Number', head);
}

test('walks from no stores to 17.8 weeks, a level and the day the stores are full', async () => {
  const { user } = await renderPage('/slurry-storage', { backend, person: owner });
  serveFonts();
  expect((await screen.findAllByText('Add your tanks to see how many weeks you have.'))[0]).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Add a store' }));
  let form = await dialog();
  fill(form, 'Name', 'Slatted tank');
  fill(form, 'Length at the top, inside', '40');
  fill(form, 'Width at the top, inside', '5');
  fill(form, 'Depth', '2.4');
  fill(form, /^Kept clear at the top/, '2.5');
  await user.click(form.getByRole('button', { name: 'Save store' }));
  expect(form.getByText('Freeboard is deeper than the tank.')).toBeVisible();
  fill(form, /^Kept clear at the top/, '0.2');
  await user.click(form.getByLabelText('Roof or cover'));
  await user.click(form.getByRole('button', { name: 'Save store' }));
  await waitUntilDialogClosed();
  await user.click(await screen.findByRole('button', { name: 'Add a store' }));
  form = await dialog();
  fill(form, 'Name', 'Round store');
  await user.selectOptions(form.getByLabelText('Shape'), 'Round store');
  fill(form, 'Diameter, inside', '12');
  fill(form, 'Depth', '3');
  await user.click(form.getByRole('button', { name: 'Save store' }));
  await waitUntilDialogClosed();
  expect((await screen.findAllByText('Round store')).length).toBeGreaterThan(1);
  // Without stock there is no slurry, so no result is shown.
  expect(screen.getAllByText('Enter your stock to see the result.')[0]).toBeVisible();
  expect(screen.queryByText(/spare for the storage period/)).not.toBeInTheDocument();

  await user.selectOptions(screen.getByLabelText('Rules'), 'Ireland');
  await user.selectOptions(await screen.findByLabelText('County'), 'Carlow');
  fill(screen, /^Rain in the period/, '450');
  await addStock(user, 'Dairy cow band 2 (4501-6500 kg milk)', '100');
  await addStock(user, 'Cattle 6 to 18 months (slurry)', '25');
  await addStock(user, 'Cattle 0 to 6 months (slurry)', '25');
  expect(await screen.findByText('17.8', { selector: '.answer b' })).toBeVisible();
  const winter = '74.5 m³ spare for the storage period. With the advised 20 % extra you are 49.5 m³ short.';
  // Once in the result, once as the result of the sliders.
  expect(screen.getAllByText(winter, { exact: false }).length).toBe(2);

  // A depth in feet gets an error, a depth above the freeboard line a warning.
  await user.click(screen.getByRole('button', { name: 'Add a level reading' }));
  form = await dialog();
  await user.selectOptions(form.getByLabelText('Store'), 'Slatted tank');
  fill(form, 'Depth of slurry', '13');
  expect(form.getByText('Enter depth in metres (2.4), not feet.')).toBeVisible();
  fill(form, 'Depth of slurry', '2.3');
  expect(form.getByText('Reading is above the freeboard line – store is over-full.')).toBeVisible();
  fill(form, 'Depth of slurry', '1.35');
  expect(form.getByText('270.0 m³ in it, 170.0 m³ free')).toBeVisible();
  expect(form.getByText('Slurry gas kills – animals out, doors open, stay away 30 min after mixing.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Save level' }));
  await waitUntilDialogClosed();
  expect(await screen.findByText('Room left today')).toBeVisible();
  // 170 m³ of room, 5.54 m³ of slurry and 0.45 m³ of rain a day.
  expect(screen.getByText('4.1', { selector: '.answer b' })).toBeVisible();
  expect(screen.getByRole('img', { name: /^Room until / })).toBeVisible();
  await waitFor(async () => {
    const rows = await backend.sql(
      'select how, amount::float8 as amount from public.slurry_levels where user_id = $1',
      [owner.id],
    );
    expect(rows).toEqual([{ how: 'depth', amount: 1.35 }]);
  });

  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(lastFile()?.name).toMatch(/^slurry-20\d\d\.pdf$/));
  await user.click(screen.getByRole('button', { name: 'Save this year' }));
  await user.click((await dialog()).getByRole('button', { name: 'Save' }));
  expect(within(await screen.findByRole('table', { name: 'Saved years' })).getByText('17.8')).toBeVisible();

  // Gallons are shown, never stored.
  await user.click(screen.getByLabelText('gallons'));
  const stores = within(screen.getByRole('table', { name: 'Stores' }));
  expect(stores.getByRole('columnheader', { name: 'Usable, gal' })).toBeVisible();
  expect(stores.getAllByText('37,395').length).toBeGreaterThan(0);
});

test('a level entered by mistake is struck out and counts no more; its store is taken out of use, not deleted; one for solid manure is added', async () => {
  const other = await backend.user({ firstName: 'Kim' });
  const [store, level] = [crypto.randomUUID(), crypto.randomUUID()];
  const size = { length_m: 40, width_m: 5, depth_m: 2.4 };
  const added = [
    await other.from('slurry_stores').insert({ id: store, user_id: other.id, name: 'Slatted tank', ...size }),
    await other
      .from('slurry_levels')
      .insert({ id: level, user_id: other.id, store_id: store, read_on: '2026-11-20', how: 'depth', amount: 1.35 }),
  ];
  expect(added.map(({ error }) => error)).toEqual([null, null]);
  const { user } = await renderPage('/slurry-storage', { backend, person: other });
  const stores = within(await screen.findByRole('table', { name: 'Stores' }));
  expect(await stores.findByText(/^Read .*20 Nov/)).toBeVisible();
  await user.click(screen.getByText('Levels read'));
  await user.click(screen.getByRole('button', { name: /^The level of .*20 Nov was entered by mistake$/ }));
  await user.click((await dialog()).getByRole('button', { name: 'Strike out' }));
  expect(await stores.findByText('No reading')).toBeVisible();
  expect(await screen.findByText(/^Entered by mistake\. Kim .*struck this out on/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change Slatted tank' }));
  expect((await dialog()).queryByRole('button', { name: 'Delete this store' })).toBeNull();
  await user.click((await dialog()).getByRole('button', { name: 'Take out of use' }));
  await waitUntilDialogClosed();
  expect(
    within(await screen.findByRole('list', { name: 'Stores not in use' })).getByText('Slatted tank'),
  ).toBeVisible();
  expect(await backend.sql('select struck from public.slurry_levels where id = $1', [level])).toEqual([
    { struck: true },
  ]);

  // The only store in use, for solid manure, is listed too.
  await user.click(screen.getByRole('button', { name: 'Add a store' }));
  const form = await dialog();
  fill(form, 'Name', 'Midden');
  await user.selectOptions(form.getByLabelText('Shape'), 'Store for solid manure');
  for (const [label, metres] of [
    ['Length', '20'],
    ['Width', '10'],
    ['Depth', '2'],
  ] as const)
    fill(form, new RegExp(`^${label}`), metres);
  await user.click(form.getByRole('button', { name: 'Save store' }));
  await waitUntilDialogClosed();
  expect(await screen.findByRole('button', { name: /Midden/ })).toBeVisible();
  expect(screen.queryByText('No stores yet.')).not.toBeInTheDocument();
});
