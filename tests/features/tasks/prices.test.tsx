import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { daysAgo, logJobs, addTasks, addPrices } from '@tests/features/works/works-helpers';

let backend: TestBackend;
let owner: Person;
let baling: string;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex' });
  await addTasks(owner, [['Baling', 'bale', 6]]);
  const { data } = await owner.from('tasks').select('id').single();
  baling = data?.id ?? '';
});
afterAll(() => backend.close());

const job = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6, quantity: 10 };
const open = () => renderPage(`/tasks?prices=${baling}`, { backend, person: owner });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const group = async (name: string) => within(await screen.findByRole('region', { name: `Prices for ${name}` }));
const priceRows = async (name: string) =>
  [...(await screen.findByRole('region', { name: `Prices for ${name}` })).querySelectorAll('.pick-row')].map(
    (row) => row.textContent,
  );
const setDate = (label: string | RegExp, date: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: date } });
const stored = () =>
  backend.sql(
    `select rate::float8 as rate, valid_from::text as "from", valid_to::text as "to" from public.prices where user_id = $1 order by valid_from`,
    [owner.id],
  );
const entries = () =>
  backend.sql(
    `select rate::float8 as rate, total_value::float8 as value from public.works where user_id = $1 order by work_date`,
    [owner.id],
  );
async function typeNewPrice(user: UserEvent, rate: string, from: string, customer?: string) {
  await user.click(await screen.findByRole('button', { name: 'New price' }));
  if (customer) await user.selectOptions(screen.getByLabelText('For'), customer);
  await user.type(screen.getByLabelText('Rate'), rate);
  setDate('From', from);
}
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save price' }));
async function chooseAction(user: UserEvent, price: RegExp, action: string) {
  await user.click(await screen.findByRole('button', { name: price }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('the prices of a task', () => {
  test('the prices of a task open from its menu and from its form; the list shows today’s price', async () => {
    await addPrices(owner, 'Baling', [{ rate: 6.5, valid_from: daysAgo(30) }]);
    const { user, address } = await renderPage('/tasks', { backend, person: owner });
    expect(await screen.findByRole('cell', { name: '£6.50 / bale' })).toBeVisible();
    await chooseAction(user, /^More for Baling/, 'Prices');
    await dialog('Prices for Baling');
    expect(address()).toBe(`/tasks?prices=${baling}`);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/tasks'));
    await chooseAction(user, /^More for Baling/, 'Edit');
    await user.click(await screen.findByRole('button', { name: 'Prices with dates' }));
    await dialog('Prices for Baling');
  });

  test('a new price ends the current one on the day before, one for a season lets it go on, with a message before it is saved', async () => {
    await addPrices(owner, 'Baling', [{ rate: 6.5, valid_from: '2026-01-01' }]);
    const { user } = await open();
    await typeNewPrice(user, ' ', '2026-07-01');
    setDate(/^Last day/, '2026-06-30');
    await save(user);
    expect(await screen.findByText('Enter a rate. 0: no charge.')).toBeVisible();
    await user.type(screen.getByLabelText('Rate'), '7');
    setDate(/^Last day/, '2026-08-31');
    expect(
      await screen.findByText('The price of £6.50 / bale ends on 30 Jun 2026 and goes on from 1 Sep 2026.'),
    ).toBeVisible();
    expect(await stored()).toHaveLength(1);
    setDate(/^Last day/, '');
    setDate('From', '2026-03-01');
    expect(await screen.findByText('The price of £6.50 / bale ends on 28 Feb 2026.')).toBeVisible();
    await save(user);
    await screen.findByText('Price saved!');
    expect(await priceRows('Everybody')).toEqual([
      '1 Jan 2026 to 28 Feb 2026£6.50 / bale',
      'From 1 Mar 2026 · now£7.00 / bale',
    ]);
  });

  test('an overlap is refused beside the date, naming the existing price, in the farm’s currency', async () => {
    await backend.sql(`update public.farm_settings set currency = 'EUR' where user_id = $1`, [owner.id]);
    await addPrices(owner, 'Baling', [{ rate: 6.5, valid_from: '2026-03-01', valid_to: '2026-09-30' }]);
    const { user } = await open();
    await typeNewPrice(user, '7', '2026-09-30');
    expect(screen.getByLabelText('Rate').parentElement).toHaveTextContent('€');
    await save(user);
    await screen.findAllByText('From 1 Mar 2026 to 30 Sep 2026 there is a price of €6.50 already.');
    await waitFor(() => expect(screen.getByLabelText('From')).toHaveAccessibleDescription(/there is a price of €6.50/));
    setDate('From', '2026-10-01');
    expect(screen.getByLabelText('From')).not.toHaveAccessibleDescription(/there is a price/);
    await save(user);
    await waitFor(async () => expect(await stored()).toHaveLength(2));
  });

  test('a gap is described, with the price that is used instead', async () => {
    await logJobs(owner, [job]);
    await addPrices(owner, 'Baling', [
      { rate: 6.5, valid_from: '2026-01-01', valid_to: '2026-09-30' },
      { rate: 7, valid_from: '2026-11-01' },
      { rate: 8, valid_from: '2026-01-01', valid_to: '2026-03-31', customer: 'Hill Farm' },
      { rate: 9, valid_from: '2026-05-01', customer: 'Hill Farm' },
    ]);
    await open();
    expect(
      (await group('Everybody')).getByText(
        "Between 1 Oct and 31 Oct 2026 no price is set: the task's own rate, £6.00, is used.",
      ),
    ).toBeVisible();
    expect(
      (await group('Hill Farm')).getByText(
        'Between 1 Apr and 30 Apr 2026 no price is set: the price for everybody, £6.50, is used.',
      ),
    ).toBeVisible();
  });

  test('a price can be changed, ended and deleted', async () => {
    await addPrices(owner, 'Baling', [{ rate: 6.5, valid_from: '2026-01-01' }]);
    const { user } = await open();
    await chooseAction(user, /^More for £6.50/, 'Change');
    await user.clear(await screen.findByLabelText('Rate'));
    await user.type(screen.getByLabelText('Rate'), '6.75');
    await save(user);
    await chooseAction(user, /^More for £6.75/, 'End');
    expect(await screen.findByLabelText(/^Last day/)).not.toHaveValue('');
    setDate(/^Last day/, '2026-06-30');
    await save(user);
    await waitFor(async () => expect(await stored()).toEqual([{ rate: 6.75, from: '2026-01-01', to: '2026-06-30' }]));
    await chooseAction(user, /^More for £6.75 .* 1 Jan 2026 to 30 Jun 2026/, 'Delete');
    await user.click(within(await dialog('Delete this price?')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Price deleted.');
    expect(await stored()).toEqual([]);
  });
});

describe('after a price is changed', () => {
  test('affected entries are offered, previewed, and re-priced except for unticked ones', async () => {
    await logJobs(owner, [
      { ...job, work_date: '2026-02-28' },
      { ...job, work_date: '2026-03-01' },
      { ...job, work_date: '2026-03-02', rate: null },
      { ...job, work_date: '2026-03-03', customer: 'Manor' },
    ]);
    const { user } = await open();
    await typeNewPrice(user, '7.5', '2026-03-01');
    await save(user);
    expect(await screen.findByText('3 unbilled entries since 1 Mar carry another rate.')).toBeVisible();
    const before = await entries();
    expect(before.map((row) => row['rate'])).toEqual([6, 6, null, 6]);
    await user.click(screen.getByRole('button', { name: 'Look at them' }));
    const preview = within(await dialog('Re-price unbilled work'));
    expect(preview.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Hill FarmSun 1 Mar · 10 bales£6.00 / bale →  becomes £7.50 / bale£60.00 →  becomes £75.00',
      'Hill FarmMon 2 Mar · 10 balesNeeds rate →  becomes £7.50 / bale£75.00',
      'ManorTue 3 Mar · 10 bales£6.00 / bale →  becomes £7.50 / bale£60.00 →  becomes £75.00',
    ]);
    expect(preview.getByText('+£105.00')).toBeVisible();
    await user.click(preview.getByRole('checkbox', { name: /^Manor/ }));
    expect(preview.getByText('+£90.00')).toBeVisible();
    await user.click(preview.getByRole('button', { name: 'Re-price 2 entries' }));
    await screen.findByText('2 entries re-priced!');
    expect(await entries()).toEqual([
      { rate: 6, value: 60 },
      { rate: 7.5, value: 75 },
      { rate: 7.5, value: 75 },
      { rate: 6, value: 60 },
    ]);
    await dialog('Prices for Baling');
    expect(await screen.findByText('1 unbilled entry since 1 Mar carries another rate.')).toBeVisible();
  });

  test('a re-pricing after concurrent changes is refused with a message, and shows the new preview', async () => {
    await logJobs(owner, [{ ...job, work_date: '2026-03-02' }]);
    await addPrices(owner, 'Baling', [{ rate: 7.5, valid_from: '2026-03-01' }]);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Re-price unbilled work' }));
    await screen.findByText('+£15.00');
    await owner.from('prices').update({ rate: 8 }).eq('rate', 7.5);
    await user.click(screen.getByRole('button', { name: 'Re-price 1 entry' }));
    const CHANGED = 'The prices or entries changed while you were looking. Look at the preview again.';
    expect((await screen.findAllByText(CHANGED)).length).toBeGreaterThan(0);
    expect(await screen.findByText('+£20.00')).toBeVisible();
    expect(await entries()).toEqual([{ rate: 6, value: 60 }]);
    await user.click(screen.getByRole('button', { name: 'Re-price 1 entry' }));
    await waitFor(async () => expect(await entries()).toEqual([{ rate: 8, value: 80 }]));
  });

  test('reports if there is nothing to re-price, unticks all entries at once, and counts typed values', async () => {
    await logJobs(owner, [
      { ...job, work_date: '2026-03-02' },
      { ...job, work_date: '2026-03-03' },
    ]);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Re-price unbilled work' }));
    expect(await screen.findByText(/^Nothing to re-price\./)).toBeVisible();
    await user.click(within(await dialog('Re-price unbilled work')).getByRole('button', { name: 'Close' }));
    await addPrices(owner, 'Baling', [{ rate: 7.5, valid_from: '2026-03-01' }]);
    await owner.from('works').update({ total_value: 50 }).eq('work_date', '2026-03-03');
    await user.click(await screen.findByRole('button', { name: 'Re-price unbilled work' }));
    expect(await screen.findByText('1 entry stays as it was typed: somebody entered the value by hand.')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'The entry' }));
    expect(screen.getByRole('button', { name: 'Re-price 0 entries' })).toBeDisabled();
  });
});

test('an employee sees today’s prices but can’t change them', async () => {
  await addPrices(owner, 'Baling', [{ rate: 6.5, valid_from: daysAgo(30) }]);
  const driver = await backend.employeeOf(owner);
  await renderPage(`/tasks?prices=${baling}`, { backend, person: driver });
  expect(await screen.findByRole('cell', { name: '£6.50 / bale' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
