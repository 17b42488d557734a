// TMR mixes: the register of feeds, a mix with its figures, the load sheet offline, and the log of feedings.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { waitForCopy } from '@tests/features/offline/phone';
import { renderPage } from '@tests/support/render-page';
import { rationAccount } from './account';

const account = rationAccount();
const open = (path: string, person = account().owner) => renderPage(path, { backend: account().connection, person });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const closeApp = () => act(() => cleanup());
afterEach(() => account().connection.restore());

test('a mix shows its figures, and a change of one feed’s dry matter keeps the mix’s (walk-through E)', async () => {
  const { user } = await open(`/tmr-mixes/${account().tmr}`);
  expect(await screen.findByText('50.65 kg')).toBeVisible();
  for (const figure of [
    '19.34 kg (38.2 %)',
    '216.6 MJ (11.20 MJ/kg DM)',
    '2.732 kg (14.1 % of DM)',
    '67.6 % of DM',
    '£3.45',
    '£68.05',
    '£413.58',
    '1 load of 6,078 kg',
  ])
    expect(screen.getByText(figure)).toBeVisible();
  expect(screen.getAllByText(/Pre-mix small amounts\./).length).toBeGreaterThan(0);
  await user.click(await button(/Grass silage/));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dry matter of Grass silage' }));
  const field = dialog.getByLabelText('Dry matter');
  await user.clear(field);
  await user.type(field, '101');
  await user.click(dialog.getByRole('button', { name: 'Change the mix' }));
  expect(dialog.getByText('Dry matter must be between 1 and 100 %.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '25');
  expect(dialog.getByText('31.36 kg')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Change the mix' }));
  expect(await screen.findByText('Mix updated!')).toBeVisible();
  expect(await screen.findByText('54.01 kg')).toBeVisible();
  expect(screen.getByText(/^19\.34 kg/)).toBeVisible();
  const { data } = await account().owner.from('feeds').select('dm_pct').eq('name', 'Grass silage').single();
  expect(data).toEqual({ dm_pct: 25 });
});

test('a missing price makes the cost incomplete, and “Update prices” shows what changes', async () => {
  await account().owner.from('feeds').update({ cost_per_t: null }).eq('name', 'Minerals');
  await account().owner.from('feeds').update({ cost_per_t: 210 }).eq('name', 'Rolled barley');
  const { user } = await open(`/tmr-mixes/${account().tmr}`);
  await user.click(await button('Update prices'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Update prices and analyses?' }));
  expect(dialog.getByText('Minerals: price £650.00 → none')).toBeVisible();
  expect(dialog.getByText('Rolled barley: price £195.00 → £210.00')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Update the mix' }));
  await waitFor(() => expect(screen.getAllByText('incomplete')).toHaveLength(3));
  await account().owner.from('feeds').update({ cost_per_t: 650 }).eq('name', 'Minerals');
});

test('the driver loads a mix for 118 head offline and logs the feeding, which is sent later (walk-through E)', async () => {
  const { connection, driver, tmr } = account();
  await open('/', driver);
  // Loaded in the background on every page.
  await waitFor(() => expect(connection.requests).toContain('GET /rest/v1/crew_tmr_mixes'));
  await waitForCopy('tmr_mixes', 'Grass silage');
  closeApp();
  connection.cut('refused', true);
  const { user, address } = await open(`/tmr-mixes/${tmr}/load`, driver);
  expect(await screen.findByRole('heading', { name: 'High yielders' })).toBeInTheDocument();
  const head = await screen.findByLabelText('Head today');
  await user.clear(head);
  expect(screen.getByText('Head count must be 1 or more.')).toBeVisible();
  await user.type(head, '0');
  expect(screen.getByText('Head count must be 1 or more.')).toBeVisible();
  await user.clear(head);
  await user.type(head, '118');
  const scaleReadings = () =>
    within(screen.getByRole('table', { name: 'One load in loading order' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
  expect(scaleReadings()).toEqual(['60', '80', '430', '730', '900', '2,670', '6,370']);
  const step = () => within(screen.getByRole('region', { name: 'Load now' }));
  expect(step().getByRole('heading')).toHaveTextContent('Barley straw');
  await user.click(await button('Next: Minerals'));
  expect(step().getByText('80 kg')).toBeVisible();
  expect(step().getByText(/^Pre-mix small amounts\./)).toBeVisible();
  // The second of the seven steps is shown.
  await waitFor(() => expect(screen.getByText('2 of 7', { selector: 'b' })).toBeVisible());
  for (const feed of ['Rolled barley', 'Rapeseed meal', 'Soya hulls', 'Maize silage', 'Grass silage'])
    await user.click(await button(`Next: ${feed}`));
  await user.click(await button('Log feeding'));
  const silage = screen.getByLabelText('Grass silage');
  expect(silage).toHaveValue('3700');
  await user.clear(silage);
  await user.type(silage, '3720');
  await user.type(screen.getByLabelText(/^Left over/), '150');
  await user.click(await button('Save feeding'));
  expect(await screen.findByText('Feeding saved!')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/tmr-mixes?tab=log'));
  const card = await button(/High yielders/);
  expect(card).toHaveTextContent('118 head');
  expect(card).toHaveTextContent('6,390 kg');
  await waitFor(() => expect(card).toHaveTextContent('Waiting on this phone'));
  connection.restore();
  await waitFor(async () => {
    const { data } = await driver.from('tmr_feedings').select('head_count, loads, total_kg, refusals_kg, mix_name');
    expect(data).toEqual([{ head_count: 118, loads: 1, total_kg: 6390, refusals_kg: 150, mix_name: 'High yielders' }]);
  });
  const { data } = await account().owner.from('feeds').select('in_stock_kg').eq('name', 'Rolled barley').single();
  expect(data).toEqual({ in_stock_kg: 9650 });
});

test('if a mix is changed while the driver loads it, the load sheet starts again and keeps the head count', async () => {
  const { connection, driver, owner, tmr } = account();
  await open(`/tmr-mixes/${tmr}/load`, driver);
  await screen.findByLabelText('Head today');
  await waitForCopy('tmr_mixes', 'Grass silage');
  closeApp();
  connection.cut('refused', true);
  await owner.from('tmr_mixes').update({ active: true }).eq('id', tmr);
  const { user } = await open(`/tmr-mixes/${tmr}/load`, driver);
  const head = await screen.findByLabelText('Head today');
  await user.clear(head);
  await user.type(head, '95');
  await user.click(await button('Next: Minerals'));
  expect(screen.getByText('2 of 7', { selector: 'b' })).toBeVisible();
  connection.restore();
  expect(await screen.findByText('The mix was changed. Its loading starts again at the first feed.')).toBeVisible();
  expect(screen.getByLabelText('Head today')).toHaveValue('95');
  expect(screen.getByText('1 of 7', { selector: 'b' })).toBeVisible();
  await user.click(await button('Next: Minerals'));
  expect(screen.queryByText(/^The mix was changed/)).not.toBeInTheDocument();
  expect(screen.getByText('2 of 7', { selector: 'b' })).toBeVisible();
});

test('a feeding logged by mistake is struck out: the stock comes back, and the feeding stays in the log', async () => {
  const { user } = await open('/tmr-mixes?tab=log');
  await user.click(await button(/High yielders/));
  const opened = within(await screen.findByRole('dialog', { name: 'High yielders' }));
  expect(opened.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  await user.click(opened.getByRole('button', { name: 'Entered by mistake' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Strike out this feeding?' })).getByRole('button', {
      name: 'Strike out',
    }),
  );
  await waitFor(async () => expect(await button(/High yielders/)).toHaveTextContent('Entered by mistake'));
  const struck = async () => (await account().driver.from('tmr_feedings').select('struck')).data;
  await waitFor(async () => expect(await struck()).toEqual([{ struck: true }]));
  await user.click(await screen.findByRole('tab', { name: 'Feeds' }));
  expect(await screen.findByText('10.000 t')).toBeVisible();
});

test('feeds are added and their stock corrected; a mix shows its problems and is pinned for the crew', async () => {
  const { user, address } = await open('/tmr-mixes?tab=feeds');
  await user.click(await button('New feed'));
  const form = within(await screen.findByRole('dialog', { name: 'New feed' }));
  await user.type(form.getByLabelText('Name'), 'Beet pulp');
  await user.type(form.getByLabelText('Dry matter'), '0,5');
  await user.click(form.getByRole('button', { name: 'Save feed' }));
  expect(await form.findByText('Dry matter must be between 1 and 100 %.')).toBeVisible();
  await user.clear(form.getByLabelText('Dry matter'));
  await user.type(form.getByLabelText('Dry matter'), '89');
  await user.click(form.getByRole('button', { name: 'Save feed' }));
  expect(await screen.findByText('Feed saved!')).toBeVisible();
  await user.click(await button(/^Beet pulp/));
  await user.click(await button('Correct the stock'));
  const stock = within(await screen.findByRole('dialog', { name: 'Stock of Beet pulp' }));
  expect(stock.getByText('In stock now: not counted.')).toBeVisible();
  await user.type(stock.getByLabelText('Counted today'), '4,25');
  await user.click(stock.getByRole('button', { name: 'Save stock' }));
  expect(await screen.findByText('4.250 t')).toBeVisible();
  await user.click(await screen.findByRole('tab', { name: 'Mixes' }));
  await user.click(await screen.findByRole('link', { name: 'New mix' }));
  await user.click(await button('Save mix'));
  expect(await screen.findByText('Give the mix a name.')).toBeVisible();
  expect(screen.getByText('Head count must be 1 or more.')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), 'Dry cows');
  await user.type(screen.getByLabelText('Head count'), '40');
  await user.click(await button('Add ingredient'));
  const first = within(screen.getByRole('group', { name: 'Ingredient 1' }));
  const second = within(screen.getByRole('group', { name: 'Ingredient 2' }));
  await user.selectOptions(first.getByLabelText('Feed'), 'Barley straw');
  await user.type(first.getByLabelText('For a head'), '6');
  await user.selectOptions(second.getByLabelText('Feed'), 'Beet pulp');
  await user.type(second.getByLabelText('For a head'), '2');
  const place = second.getByLabelText('Place in loading order');
  await user.clear(place);
  await user.type(place, '1');
  await user.click(await button('Save mix'));
  expect(await screen.findByText('Two ingredients have the same place in the loading order.')).toBeVisible();
  await user.clear(place);
  await user.type(place, '2');
  expect(screen.queryByText('Two ingredients have the same place in the loading order.')).toBeNull();
  expect(screen.getByText('6.94 kg (86.8 %)')).toBeVisible();
  await user.click(await button('Save mix'));
  expect(await screen.findByText('Mix saved!')).toBeVisible();
  await waitFor(() => expect(address()).toMatch(/^\/tmr-mixes\/[0-9a-f-]{36}$/));
  await user.click(await button('Pin for the crew'));
  expect(await screen.findByText('Notice posted!')).toBeVisible();
  closeApp();
  await open('/', account().driver);
  expect(await screen.findByRole('link', { name: 'Load sheet: Dry cows' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/tmr-mixes\/.+\/load$/),
  );
});

test('a mix without ingredients is refused, and an empty list says what to do first', async () => {
  const { user } = await open('/tmr-mixes/new');
  await user.click(await button(/^Remove/));
  await user.click(await button('Save mix'));
  expect(await screen.findByText('Add at least one ingredient.')).toBeVisible();
  closeApp();
  await open('/tmr-mixes', await account().backend.user());
  expect(await screen.findByText('No mixes. Add feeds first, then a mix.')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Add feeds' })).toHaveAttribute('href', '/tmr-mixes?tab=feeds');
});

test('where rates are hidden, the crew sees no cost', async () => {
  const { owner, driver, tmr } = account();
  await owner.from('farm_settings').update({ employees_see_rates: false }).eq('user_id', owner.id);
  await open(`/tmr-mixes/${tmr}`, driver);
  expect(await screen.findByText('67.6 % of DM')).toBeVisible();
  expect(screen.queryByText(/£|Cost|incomplete|no price/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Update prices' })).toBeNull();
});
