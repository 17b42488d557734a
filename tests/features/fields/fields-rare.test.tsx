// Rarer work on fields: a soil test that was a mistake, harvests that did not load, and fields split and merged.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeApp, notesAccount } from '@tests/features/notes/account';
import type { TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

const { account, sql, open } = notesAccount();

const id = (n: number) => `0000000${n}-00f0-4000-8000-000000000000`;
/** Adds a field as the account holder. */
async function addField(fields: object) {
  const row = { id: id(1), user_id: account().owner.id, name: 'Bottom Meadow', area_ha: 12.4, ...fields };
  const { error } = await account().owner.from('fields').insert(row);
  if (error) throw error;
}
const stored = (columns: string, table = 'fields') =>
  sql(`select ${columns} from public.${table} where user_id = $1 order by created_at, id`, [account().owner.id]);

test('a soil test entered by mistake is struck out, and the one before counts again', async () => {
  await addField({});
  const test = { user_id: account().owner.id, field_id: id(1), method: 'olsen' };
  const { error } = await account()
    .owner.from('soil_tests')
    .insert([
      { id: id(5), ...test, sampled_on: '2015-02-01', ph: 5.9 },
      { id: id(6), ...test, sampled_on: '2026-02-01', ph: 6.4 },
    ]);
  expect(error).toBeNull();
  const { user } = await open(`/fields/${id(1)}/soil/${id(6)}`, account().owner);
  await user.click(await screen.findByRole('button', { name: 'Entered by mistake' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Strike out' }));
  expect(await screen.findByText(/^The newest test ran out on/)).toBeInTheDocument();
  await user.click(await screen.findByRole('link', { name: /pH 6.4.*Entered by mistake/ }));
  expect(await screen.findByText(/^Entered by mistake\. .* struck this out on /)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Bring it back' }));
  expect(await screen.findByRole('button', { name: 'Save soil test' })).toBeInTheDocument();
});

test('harvests that did not load say so and can be loaded again; the page does not say that there are none', async () => {
  await addField({});
  let broken = true;
  const { connection, owner } = account();
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    return broken && request.url.includes('/rest/v1/harvests?')
      ? Response.json({ message: 'The server is resting.', code: 'XX000' }, { status: 500 })
      : connection.fetch(request);
  };
  const { user } = await renderPage(`/fields/${id(1)}?tab=crops`, { backend: { fetch }, person: owner });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('Nothing harvested yet.')).not.toBeInTheDocument();
  broken = false;
  await user.click(retry);
  expect(await screen.findByText('Nothing harvested yet.')).toBeVisible();
});

test('a field is split, and its parts are merged again; the archived fields lead to the new ones', async () => {
  const outline = {
    type: 'Polygon',
    coordinates: [
      [
        [-4.1, 50.5],
        [-4.09, 50.5],
        [-4.09, 50.51],
        [-4.1, 50.5],
      ],
    ],
  };
  await addField({ area_ha: 4, area_source: 'drawn', boundary: outline, drawn_area_ha: 4 });
  const { user } = await open(`/fields/${id(1)}?unit=hectare`, account().owner);
  await user.click(await screen.findByRole('button', { name: 'More for Bottom Meadow' }));
  const split = await screen.findByRole('menuitem', { name: 'Split field' });
  // There is no other field yet.
  expect(screen.queryByRole('menuitem', { name: 'Merge with others' })).not.toBeInTheDocument();
  await user.click(split);
  const dialog = within(await screen.findByRole('dialog'));
  const [first, second] = dialog.getAllByLabelText('Area');
  if (!first || !second) throw new Error('there are two parts');
  await user.clear(first);
  await user.type(first, '3');
  await user.click(dialog.getByRole('button', { name: 'Split field' }));
  expect(await dialog.findByText('Area must be more than 0.')).toBeInTheDocument();
  await user.type(second, '1');
  await user.click(dialog.getByRole('button', { name: 'Split field' }));
  // The outline fits neither part, and is not lost without a word.
  expect(await dialog.findByText('Choose what happens to the outline.')).toBeInTheDocument();
  await user.selectOptions(
    dialog.getByLabelText('The drawn outline'),
    'Bottom Meadow 1 gets it, to be cut to size on the map',
  );
  await user.click(dialog.getByRole('button', { name: 'Split field' }));
  const columns = 'name, area_ha::float, area_source, boundary is not null as outlined, archived_on is null as in_use';
  const row = (name: string, area_ha: number, area_source: string, outlined: boolean, in_use: boolean) => ({
    ...{ name, area_ha, area_source, outlined, in_use },
  });
  await waitFor(async () =>
    expect(await stored(columns)).toEqual(
      expect.arrayContaining([
        row('Bottom Meadow', 4, 'drawn', true, false),
        row('Bottom Meadow 1', 3, 'typed', true, true),
        row('Bottom Meadow 2', 1, 'typed', false, true),
      ]),
    ),
  );
  closeApp();
  const part = (await stored('id::text, name')) as { id: string; name: string }[];
  const one = part.find(({ name }) => name === 'Bottom Meadow 1')?.id ?? '';
  const merging = await open(`/fields/${one}`, account().owner);
  expect(await screen.findByText(/Earlier records are in/)).toHaveTextContent('Earlier records are in Bottom Meadow.');
  await merging.user.click(screen.getByRole('button', { name: 'More for Bottom Meadow 1' }));
  await merging.user.click(await screen.findByRole('menuitem', { name: 'Merge with others' }));
  const merge = within(await screen.findByRole('dialog'));
  await merging.user.click(merge.getByRole('checkbox', { name: /Bottom Meadow 2/ }));
  await merging.user.click(merge.getByRole('button', { name: 'Merge fields' }));
  await waitFor(() =>
    expect(screen.getByText(/Earlier records are in/)).toHaveTextContent('Bottom Meadow 1 and Bottom Meadow 2.'),
  );
});
