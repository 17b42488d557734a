// Movements of manure: from the form to the deadline, the list, the file and the calculation.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { connectionTo } from '@tests/features/offline/phone';
import { catchSavedFiles, lastFile } from '@tests/features/calculators/saved-files';

catchSavedFiles();

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await setRegion('ireland');
});
afterAll(() => backend.close());
afterEach(async () => {
  await backend.sql('delete from public.manure_movements');
});

const setRegion = (name: string) =>
  backend.sql('update public.farm_settings set region = $2, farm_name = $3 where user_id = $1', [
    owner.id,
    name,
    'Headland Contracting',
  ]);
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const stored = () => backend.sql('select * from public.manure_movements order by moved_on');
const add = async (more: object = {}) => {
  const { error } = await owner.from('manure_movements').insert({
    ...{ id: crypto.randomUUID(), user_id: owner.id, moved_on: day(-1), direction: 'export', regime: 'ie' },
    ...{ manure: 'cattle_slurry', manure_name: 'Cattle slurry', quantity: 80, unit: 'm3', p_form: 'P' },
    ...{ content_from: 'table', n_per_unit: 2.4, p_per_unit: 0.5, other_name: 'J. Doe', ...more },
  });
  expect(error).toBeNull();
};

test('an employee records a load in Ireland, sees the deadline, and cannot enter a wrong quantity or date', async () => {
  const { user } = await renderPage('/manure-movements', { backend, person: driver });
  expect(await screen.findByText('No movements yet.')).toBeVisible();
  await user.click((await screen.findAllByRole('link', { name: 'Add movement' }))[0] ?? document.body);
  expect(await screen.findByRole('heading', { name: 'New movement' })).toBeVisible();
  expect(screen.getByText(/Declare it to the Department of Agriculture on agfood.ie by/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Four days to record slurry movements/ })).toBeVisible();
  expect(screen.getByText(/2.4 kg N\/m3, 0.5 kg P\/m3/)).toBeVisible();
  // Only the account holder notifies.
  expect(screen.queryByLabelText(/^Notified on/)).toBeNull();

  for (const wrong of ['0', '-5']) {
    fill('Quantity', wrong);
    await user.click(screen.getByRole('button', { name: 'Save movement' }));
    expect(await screen.findByText('Enter a quantity greater than 0.')).toBeVisible();
  }
  fill('Quantity', '80,5');
  fill('Date', day(2));
  await user.click(screen.getByRole('button', { name: 'Save movement' }));
  expect(await screen.findByText('This date is in the future.')).toBeVisible();
  expect(screen.getByLabelText('Quantity')).toHaveValue('80,5');
  fill('Date', day(-1));
  fill(/^Name/, 'J. Doe');
  fill(/^Herd or business number/, 'D1234567');
  await user.click(screen.getByRole('button', { name: 'Save movement' }));

  expect(await screen.findByRole('link', { name: /Cattle slurry to J. Doe.*80.5 m³/ })).toBeVisible();
  await waitFor(async () =>
    expect(await stored()).toMatchObject([
      {
        ...{ quantity: 80.5, unit: 'm3', n_per_unit: 2.4, p_per_unit: 0.5, regime: 'ie' },
        ...{ other_number: 'D1234567', notified_on: null, created_by: driver.id },
      },
    ]),
  );
  const [row] = await backend.sql<{ days: number; version: string }>(
    'select notify_by - moved_on as days, rule_version::text as version from public.manure_movements',
  );
  expect(row).toEqual({ days: 4, version: '2026-11-26' });
});

test('the account holder notifies a movement, and exports the list for the authority', async () => {
  await add({ notify_by: day(3), rule_version: '2026-11-26' });
  await add({
    moved_on: day(-40),
    quantity: 60,
    notify_by: day(-36),
    rule_version: '2026-11-26',
    other_name: 'Hill Farm',
  });
  const { user } = await renderPage('/manure-movements?show=open', { backend, person: owner });
  const late = await screen.findByRole('link', { name: /Hill Farm/ });
  // Grouped by month, the latest first.
  expect(screen.getAllByRole('heading', { level: 2 }).at(-1)).toHaveTextContent(/^[A-Z][a-z]+ ?\d*$/);
  expect(within(late).getByText(/^Overdue since/)).toBeVisible();
  await user.click(late);
  expect(await screen.findByLabelText(/^Notified on/)).toHaveValue('');
  fill(/^Reference/, 'M-4711');
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Say when it was notified.')).toBeVisible();
  fill(/^Notified on/, day(0));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const card = await screen.findByRole('link', { name: /Hill Farm/ });
  expect(within(card).getByText(/^Notified/)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'To notify' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Hill Farm/ })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'To notify' }));
  await screen.findByRole('link', { name: /Hill Farm/ });
  await waitFor(async () => expect((await stored())[0]).toMatchObject({ notified_ref: 'M-4711' }));
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(lastFile()?.name).toBe('manure-movements.csv'));
  const [header, first] = (await lastFile()?.text())?.split('\r\n') ?? [];
  expect(header).toMatch(/^\uFEFF?date,direction,manure,quantity,unit,own_store,other_farm/);
  expect(first).toContain(`export,Cattle slurry,60,m3,,Hill Farm`);
  expect(first).toContain('M-4711');
});

test('a movement entered by mistake is struck out: it stays in the list, counts no more, and can be brought back', async () => {
  const year = day(0).slice(0, 4);
  await add({ moved_on: `${year}-01-01`, other_name: 'Hill Farm' });
  await add({ moved_on: `${year}-01-01`, quantity: 60, notify_by: day(2), rule_version: '2026-11-26' });
  const { user } = await renderPage('/manure-movements', { backend, person: owner });
  expect(await screen.findByText(`${year}, 2 movements: 140 m³ left the farm.`)).toBeVisible();
  await user.click(await screen.findByRole('link', { name: /J. Doe/ }));
  await user.click(await screen.findByRole('button', { name: 'Entered by mistake' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Strike out' }));

  const card = await screen.findByRole('link', { name: /J. Doe/ });
  await waitFor(() => expect(within(card).getByText('Entered by mistake')).toBeVisible());
  expect(screen.getByText(`${year}, 1 movement: 80 m³ left the farm.`)).toBeVisible();
  await waitFor(async () => expect((await stored()).filter(({ struck }) => struck === true)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(lastFile()?.name).toBe('manure-movements.csv'));
  expect(await lastFile()?.text()).not.toContain('J. Doe');

  await user.click(await screen.findByRole('link', { name: /J. Doe/ }));
  expect(await screen.findByText(/^Entered by mistake\. Alex .*struck this out on /)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Bring it back' }));
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeVisible();
  await waitFor(async () => expect((await stored()).filter(({ struck }) => struck === true)).toEqual([]));
});

describe('where no deadline is known', () => {
  test('the form asks for a deadline, and refuses one before the movement', async () => {
    await setRegion('scotland');
    const { user } = await renderPage('/manure-movements/new', { backend, person: owner });
    expect(await screen.findByText('No deadline is known for this. If you have one, enter it.')).toBeVisible();
    fill('Quantity', '20');
    fill(/^Notify by/, day(-9));
    await user.click(screen.getByRole('button', { name: 'Save movement' }));
    expect(await screen.findByText('The deadline is before the movement.')).toBeVisible();
    fill(/^Notify by/, day(9));
    await user.click(screen.getByRole('button', { name: 'Save movement' }));
    await waitFor(async () => expect(await stored()).toMatchObject([{ rule_version: null, regime: 'scot-nvz' }]));
    await setRegion('ireland');
  });

  test('in Northern Ireland the record says what it still lacks', async () => {
    await setRegion('northern_ireland');
    await renderPage('/manure-movements/new', { backend, person: owner });
    expect(await screen.findByText(/Send the export record to DAERA by/)).toBeVisible();
    expect(screen.getByText(/The record still needs .*the name of the transporter/)).toBeVisible();
    fill('Transporter (optional)', 'Headland Contracting');
    expect(screen.queryByText(/the name of the transporter/)).toBeNull();
    await setRegion('ireland');
  });
});

test('a job of hauling slurry opens the form filled in from the job, and later its movement record', async () => {
  const work = crypto.randomUUID();
  const { error } = await driver.from('works').insert({
    ...{ id: work, user_id: owner.id, employee_id: driver.id, customer: 'Hill Farm', task_name: 'Slurry haulage' },
    ...{ chargeable_unit: 'gal_1000', quantity: 10, work_date: day(-2), created_by_name: 'Sam' },
  });
  expect(error).toBeNull();
  const { user } = await renderPage(`/works-list?edit=${work}`, { backend, person: driver });
  await user.click(await screen.findByRole('link', { name: 'Make a movement record' }));
  // 10,000 gallons.
  expect(await screen.findByLabelText('Quantity')).toHaveValue('45.4609');
  expect(screen.getByLabelText(/^Name/)).toHaveValue('Hill Farm');
  expect(screen.getByLabelText('Date')).toHaveValue(day(-2));
  expect(screen.getByLabelText('Transporter (optional)')).toHaveValue('Headland Contracting');
  await user.click(screen.getByRole('button', { name: 'Save movement' }));
  await waitFor(async () => expect(await stored()).toMatchObject([{ work_id: work, other_name: 'Hill Farm' }]));
});

test('without signal a job gets one movement record, which is sent later', async () => {
  const work = crypto.randomUUID();
  await driver.from('works').insert({
    ...{ id: work, user_id: owner.id, employee_id: driver.id, customer: 'Hill Farm', task_name: 'Slurry haulage' },
    ...{ chargeable_unit: 'm3', quantity: 80, work_date: day(-2), created_by_name: 'Sam' },
  });
  const connection = connectionTo(backend);
  const { user } = await renderPage(`/works-list?edit=${work}`, { backend: connection, person: driver });
  const link = await screen.findByRole('link', { name: 'Make a movement record' });
  connection.cut();
  await user.click(link);
  expect(await screen.findByLabelText('Quantity')).toHaveValue('80');
  await user.click(screen.getByRole('button', { name: 'Save movement' }));
  const card = await screen.findByRole('link', { name: /Cattle slurry to Hill Farm/ });
  await waitFor(() => expect(card).toHaveTextContent('Waiting on this phone'));
  act(() => window.history.go(-1));
  expect(await screen.findByRole('link', { name: 'See its movement record' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Make a movement record' })).toBeNull();
  connection.restore();
  await waitFor(async () => expect(await stored()).toMatchObject([{ work_id: work, quantity: 80 }]));
});

test('without signal the form from a job opens, and stays open with what was typed while its lists are tried again', async () => {
  let customersRead = 0;
  const fetch: TestBackend['fetch'] = (input, init) => {
    if (!/\/(crew_customers|machines|jobs)$/.test(new URL(new Request(input, init).url).pathname))
      return backend.fetch(input, init);
    if (new Request(input, init).url.includes('crew_customers')) customersRead += 1;
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  const { user } = await renderPage(`/manure-movements/new?work=${crypto.randomUUID()}&quantity=80&unit=m3`, {
    backend: { fetch },
    person: driver,
  });
  const quantity = await screen.findByLabelText('Quantity');
  await user.clear(quantity);
  await user.type(quantity, '81');
  // Given up after four attempts, and then tried again.
  await waitFor(() => expect(customersRead).toBeGreaterThanOrEqual(4));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(customersRead).toBeGreaterThanOrEqual(8));
  expect(quantity).toBeVisible();
  expect(quantity).toHaveValue('81');
});

test('the noticeboard reminds the account holder of the deadline; the diary shows several of one day as one item', async () => {
  // Within four days of the movement.
  await add({ moved_on: day(-2) });
  const { view } = await renderPage('/noticeboard', { backend, person: owner });
  const alert = await screen.findByRole('link', { name: /1 manure movement to notify/ });
  expect(alert).toHaveAttribute('href', '/manure-movements?show=open');
  expect(within(alert).getByText(/Cattle slurry to J. Doe: by/)).toBeVisible();
  view.unmount();
  for (const other_name of ['Hill Farm', 'Dale']) await add({ other_name });
  await renderPage(`/diary?view=agenda&date=${day(2)}`, { backend, person: owner });
  expect(await screen.findByRole('link', { name: /Cattle slurry to J. Doe/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: /2 manure movements/ })).toBeVisible();
});

test('N&P loading copies the movements of the year, and then no longer offers them', async () => {
  const year = day(0).slice(0, 4);
  for (const amount of [80, 160]) await add({ moved_on: `${year}-01-01`, quantity: amount });
  await add({ moved_on: `${year}-01-01`, quantity: 5, unit: 't' });
  const { user } = await renderPage('/np-loading', { backend, person: owner });
  const group = within(await screen.findByRole('region', { name: 'Recorded movements' }));
  expect(await group.findByText(new RegExp(`Recorded for ${year}, 3 movements: 240 m³ left the farm`))).toBeVisible();
  expect(group.getByText(/1 movement is left out/)).toBeVisible();
  await user.click(group.getByRole('button', { name: 'Take them over' }));
  const line = within(await screen.findByRole('group', { name: 'Manure 1' }));
  expect(line.getByLabelText('Amount')).toHaveValue('240');
  expect(line.getByLabelText('Direction')).toHaveValue('export');
  expect(group.getByText(/They are in the calculation/)).toBeVisible();
  expect(group.queryByRole('button', { name: 'Take them over' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Manure 2' })).toBeNull();
});
