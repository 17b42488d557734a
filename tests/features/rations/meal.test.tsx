// Meal mixes: inclusions that must add to 100 %, a batch at the mill without signal, its number, and tracing a lot.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { waitForCopy } from '@tests/features/offline/phone';
import { renderPage } from '@tests/support/render-page';
import { rationAccount } from './account';

const account = rationAccount();
const open = (path: string, person = account().owner) => renderPage(path, { backend: account().connection, person });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
afterEach(() => account().connection.restore());

test('inclusions are checked as they are typed, and can be scaled to 100 %', async () => {
  const { user, address } = await open('/meal-mixes/new');
  await user.type(await screen.findByLabelText('Name'), 'Rearer');
  await user.type(screen.getByLabelText('Batch size'), '0');
  await user.click(await button('Add ingredient'));
  const [first, second] = [1, 2].map((n) => within(screen.getByRole('group', { name: `Ingredient ${n}` })));
  if (!first || !second) throw new Error('there are not two ingredients');
  await user.selectOptions(first.getByLabelText('Feed'), 'Rolled barley');
  await user.type(first.getByLabelText('Inclusion'), '60');
  await user.selectOptions(second.getByLabelText('Feed'), 'Soya hulls');
  await user.type(second.getByLabelText('Inclusion'), '37.5');
  expect(screen.getByText('Inclusions add to 97.5 % – 2.5 % short.')).toBeVisible();
  await user.click(await button('Save mix'));
  expect(await screen.findByText('Batch size must be more than 0.')).toBeVisible();
  await user.clear(second.getByLabelText('Inclusion'));
  await user.type(second.getByLabelText('Inclusion'), '41');
  expect(screen.getByText('Inclusions add to 101 %.')).toBeVisible();
  await user.click(await button('Scale to 100 %'));
  expect(first.getByLabelText('Inclusion')).toHaveValue('59.406');
  expect(screen.queryByText(/^Inclusions add to/)).toBeNull();
  await user.clear(screen.getByLabelText('Batch size'));
  await user.type(screen.getByLabelText('Batch size'), '3');
  await user.click(screen.getByRole('radio', { name: 'tonnes' }));
  await user.click(await button('Save mix'));
  expect(await screen.findByText('Mix saved!')).toBeVisible();
  await waitFor(() => expect(address()).toMatch(/^\/meal-mixes\/[0-9a-f-]{36}$/));
  const table = await screen.findByRole('table', { name: 'A batch' });
  expect(within(table).getByText('1,782')).toBeVisible();
  expect(within(table).getByText('1,218')).toBeVisible();
});

test('a batch is mixed without signal, numbered when it reaches the office, and found by its lot', async () => {
  const { connection, driver, meal } = account();
  await open('/', driver);
  await waitFor(() => expect(connection.requests).toContain('GET /rest/v1/crew_meal_mixes'));
  await waitForCopy('meal_mixes', 'Calf meal');
  act(() => cleanup());
  connection.cut('refused', true);
  const { user, address } = await open(`/meal-mixes/${meal}/batch`, driver);
  // Three thirds of 1,000 kg.
  expect(await screen.findByText('334 kg')).toBeVisible();
  expect(screen.getAllByText('333 kg')).toHaveLength(2);
  await user.type(screen.getByLabelText(/^Lot number of Soya hulls/), 'SH-2207');
  await user.type(screen.getByLabelText(/^Fed to/), 'Calves');
  await user.click(await button('Save batch'));
  expect(await screen.findByText('Batch saved!')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/meal-mixes?tab=log'));
  expect(await button(/Calf meal/)).toHaveTextContent('Number when it reaches the office, Calf meal');
  connection.restore();
  const number = `${new Date().getFullYear()}-001`;
  await waitFor(async () => {
    const { data } = await driver.from('meal_batches').select('batch_no, kg, mix_version');
    expect(data).toEqual([{ batch_no: number, kg: 1000, mix_version: 1 }]);
  });
  act(() => cleanup());
  const { user: holder } = await open('/meal-mixes?tab=log&q=sh-2207');
  await holder.click(await button(new RegExp(`^${number}, Calf meal`)));
  const dialog = within(await screen.findByRole('dialog', { name: `Batch ${number}` }));
  expect(dialog.getByText('SH-2207')).toBeVisible();
  // Logged by mistake: it stays in the log under its number, and can be brought back.
  await holder.click(dialog.getByRole('button', { name: 'Entered by mistake' }));
  await holder.click(
    within(await screen.findByRole('dialog', { name: `Strike out batch ${number}?` })).getByRole('button', {
      name: 'Strike out',
    }),
  );
  const card = await button(new RegExp(`^${number}, Calf meal`));
  await waitFor(() => expect(card).toHaveTextContent('Entered by mistake'));
  const struck = async () => (await driver.from('meal_batches').select('struck')).data;
  await waitFor(async () => expect(await struck()).toEqual([{ struck: true }]));
  await holder.click(card);
  await holder.click(await button('Bring it back'));
  await waitFor(async () => expect(await struck()).toEqual([{ struck: false }]));
  await holder.click(await button('Close'));
  await holder.type(screen.getByLabelText('Search batch, lot or animals'), ' 2208');
  expect(await screen.findByText('Nothing fits these filters.')).toBeVisible();
});
