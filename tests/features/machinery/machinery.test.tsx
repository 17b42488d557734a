// Machinery: the account holder adds a machine with its plan, readings and a service with its costs; a driver reads it
// without prices, reports a defect offline, and everyone on the farm sees that it must not be used.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearDisk, connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await clearDisk();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
});

const close = () => act(() => cleanup());
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

async function addMachine(more: object = {}): Promise<string> {
  const id = crypto.randomUUID();
  const row = { id, user_id: owner.id, name: 'Claas 2', machine_type: 'tractor', make: 'Claas', model: 'Arion 640' };
  const { error } = await owner.from('machines').insert({ ...row, ...more });
  if (error) throw error;
  return id;
}
const addReading = async (machine: string, reading: number, ago: number) => {
  const row = { id: crypto.randomUUID(), user_id: owner.id, machine_id: machine, reading };
  const { error } = await owner.from('machine_readings').insert({ ...row, read_at: `${day(ago)}T00:00:00Z` });
  if (error) throw error;
};

test('the account holder adds the first machine and its reading', async () => {
  const { user, address } = await renderPage('/machinery', { backend, person: owner });
  expect(await screen.findByText('No machines yet.')).toBeVisible();
  expect(screen.getByText('Add the tractor you use most.')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'New machine' }));
  await user.click(await screen.findByRole('button', { name: 'Save machine' }));
  expect(await screen.findByText('Give the machine a name.')).toBeVisible();
  await user.type(screen.getByLabelText('Name'), 'Claas 2');
  await user.type(screen.getByLabelText('Registration'), 'px19 klm');
  await user.type(screen.getByLabelText('Price'), '48,000.50');
  await user.click(screen.getByRole('button', { name: 'Save machine' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Claas 2' })).toBeInTheDocument();
  expect(address()).toMatch(/^\/machinery\/[0-9a-f-]{36}$/);
  expect((await screen.findAllByText('PX19 KLM')).length).toBeGreaterThan(0);
  expect(await screen.findByText('£48,000.50')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Enter reading' }));
  await user.type(await screen.findByLabelText('Reading'), '2812');
  await user.click(screen.getByRole('button', { name: 'Save reading' }));
  expect(await screen.findByText('2,812 h')).toBeVisible();
  await waitFor(async () =>
    expect((await owner.from('machine_readings').select('reading')).data).toEqual([{ reading: 2812 }]),
  );
});

test('a lower reading asks whether the meter was replaced, and a ready-made plan when each service was last done', async () => {
  const machine = await addMachine();
  const row = { id: crypto.randomUUID(), user_id: owner.id, machine_id: machine, reading: 2812 };
  expect((await owner.from('machine_readings').insert({ ...row, read_at: new Date().toISOString() })).error).toBeNull();
  const { user } = await renderPage(`/machinery/${machine}`, { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Enter reading' }));
  await user.type(await screen.findByLabelText('Reading'), '2790');
  await user.click(screen.getByRole('button', { name: 'Save reading' }));
  expect(await screen.findByText("Last reading was 2,812 h. Lower? Tick 'meter replaced'.")).toBeVisible();
  await user.clear(screen.getByLabelText('Reading'));
  await user.type(screen.getByLabelText('Reading'), '3000');
  await user.click(screen.getByRole('button', { name: 'Save reading' }));
  expect(await screen.findByText('That is 188 h in a day. Save again if it is right.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Due' }));
  await user.click(await screen.findByRole('button', { name: 'Ready-made plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ready-made plan' }));
  expect(dialog.getByLabelText('Engine oil and filter, every 250 h or 12 months')).toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Add to the plan' }));
  expect(await screen.findByText('Service plan saved!')).toBeInTheDocument();
  expect((await screen.findAllByText(/Say when it was last done/)).length).toBeGreaterThan(0);
});

test('a service is due by the meter, logged from the list of what is due, and its costs give the cost per hour', async () => {
  const machine = await addMachine();
  await addReading(machine, 2350, 200);
  await addReading(machine, 2443, 90);
  await addReading(machine, 2812, 0);
  const plan = { id: crypto.randomUUID(), user_id: owner.id, machine_id: machine, name: 'Engine oil' };
  await owner
    .from('service_schedules')
    .insert({ ...plan, interval_meter: 500, interval_months: 12, last_done_at: day(200), last_done_reading: 2350 });
  const { user } = await renderPage('/machinery/due', { backend, person: owner });
  expect(await screen.findByRole('link', { name: 'Claas 2: Engine oil' })).toBeVisible();
  expect(screen.getByText(/^38 h left, about /)).toBeVisible();
  await user.click(screen.getByRole('link', { name: /^Done/ }));
  expect(await screen.findByLabelText('Engine oil, every 500 h or 12 months')).toBeChecked();
  const reading = screen.getByLabelText(/^Reading/);
  for (const [typed, doubt] of [
    ['2790', 'Lower than the last reading, 2,812 h.'],
    ['28140', /^That is 25,328 h in (a day|2 days)\./],
  ] as const) {
    await user.clear(reading);
    await user.type(reading, typed);
    expect(screen.getByText(doubt, { exact: false })).toHaveTextContent(
      / Saved like this, it is marked as in doubt and does not count\.$/,
    );
  }
  await user.clear(reading);
  await user.type(reading, '2814');
  expect(screen.queryByText(/in doubt/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add a part' }));
  await user.type(screen.getByLabelText('Part'), 'Oil filter');
  await user.click(screen.getByRole('button', { name: 'Save service' }));
  expect(await screen.findByText('1 × Oil filter')).toBeVisible();
  await user.type(await screen.findByLabelText('Parts'), '2,340');
  await user.click(screen.getByRole('button', { name: 'Save costs' }));
  expect(await screen.findByText('£2,340.00')).toBeVisible();
  close();

  const costs = await renderPage(`/machinery/${machine}?tab=costs`, { backend, person: owner });
  expect(await screen.findByText('£5.04/h')).toBeVisible();
  expect(screen.getByText('£2,340.00 over 464 h.')).toBeVisible();
  await costs.user.click(screen.getByRole('button', { name: 'Due' }));
  expect(await screen.findByText(/^500 h left/)).toBeVisible();
});

test('the costs tab does not say that there are no services while they are loading, or if that fails', async () => {
  const machine = await addMachine();
  const service = { id: crypto.randomUUID(), user_id: owner.id, machine_id: machine, service_date: day(10) };
  const { error } = await owner.from('service_records').insert({ ...service, kind: 'repair', description: 'Clutch' });
  expect(error).toBeNull();
  let broken = true;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    return broken && request.url.includes('/rest/v1/service_records?')
      ? Response.json({ message: 'The server is resting.', code: 'XX000' }, { status: 500 })
      : backend.fetch(request);
  };
  const { user } = await renderPage(`/machinery/${machine}?tab=costs`, { backend: { fetch }, person: owner });
  expect(await screen.findByText('Loading your data...')).toBeInTheDocument();
  const heading = await screen.findByRole('heading', { name: 'Error Fetching Data' });
  expect(screen.queryByText('No service in this period.')).not.toBeInTheDocument();
  broken = false;
  await user.click(within(heading.parentElement ?? document.body).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Clutch' })).toBeVisible();
});

test('a driver sees no prices and reports a safety defect offline; all are told not to use the machine', async () => {
  const machine = await addMachine({ engine_oil: '15W-40, 22 l' });
  await owner.from('machine_costs').update({ purchase_price: 48_000 }).eq('id', machine);
  const connection = connectionTo(backend);
  const { user } = await renderPage('/machinery', { backend: connection, person: driver });
  await user.click(await screen.findByRole('link', { name: /^Claas 2/ }));
  expect(await screen.findByText('15W-40, 22 l')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Costs' })).not.toBeInTheDocument();
  expect(screen.queryByText(/48,000/)).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  connection.cut();
  await user.click(screen.getByRole('link', { name: 'Report a defect' }));
  await user.click(await screen.findByRole('button', { name: 'Report defect' }));
  expect(await screen.findByText('Say what is wrong.')).toBeVisible();
  await user.type(screen.getByLabelText('What is wrong'), 'Handbrake slips');
  await user.click(screen.getByRole('radio', { name: 'Do not use' }));
  await user.click(screen.getByRole('button', { name: 'Report defect' }));
  expect(await screen.findByText('Do not use this machine.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Handbrake slips' })).toBeVisible();
  connection.restore();
  await waitFor(async () =>
    expect((await owner.from('machines').select('status')).data).toEqual([{ status: 'do_not_use' }]),
  );
  close();

  await renderPage('/', { backend, person: owner });
  const card = await screen.findByRole('link', { name: /^Claas 2: do not use/ });
  // The card is rendered before its defects are loaded.
  await waitFor(() => expect(card).toHaveTextContent('Handbrake slips. Sam Driver'));
  expect(card).toHaveAttribute('href', `/machinery/${machine}/defects`);
  close();

  // After the repair the machine may be used, and the history shows defect and repair.
  const repair = await renderPage(`/machinery/${machine}/defects`, { backend, person: owner });
  await repair.user.click(await screen.findByRole('link', { name: /^Log the repair/ }));
  expect(await screen.findByLabelText('Handbrake slips')).toBeChecked();
  await repair.user.type(screen.getByLabelText('What was done'), 'New cable');
  await repair.user.click(screen.getByRole('button', { name: 'Save service' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'New cable' })).toBeInTheDocument();
  await waitFor(async () =>
    expect((await owner.from('machines').select('status')).data).toEqual([{ status: 'in_use' }]),
  );
  close();

  const history = await renderPage(`/machinery/${machine}`, { backend, person: owner });
  await history.user.click(await screen.findByRole('button', { name: 'History' }));
  const list = within(await screen.findByRole('region', { name: 'History' }));
  expect(await list.findByText(/Status: Do not use/)).toBeInTheDocument();
  expect(list.getByText(/Status: In use/)).toBeInTheDocument();
});

test('the account holder finds the readings in doubt in the list of machines, and corrects one', async () => {
  const machine = await addMachine();
  await addReading(machine, 2812, 5);
  const job = {
    id: crypto.randomUUID(),
    customer: 'Hill Farm',
    task_name: 'Baling',
    chargeable_unit: 'bale',
    quantity: 86,
  };
  const { error } = await owner.rpc('log_job', {
    p_job: {
      id: job.id,
      lines: [{ ...job, work_date: day(2) }],
      machines: [{ id: crypto.randomUUID(), machine_id: machine, hours: 6, meter_end: 2189 }],
    },
  });
  expect(error).toBeNull();
  const { user } = await renderPage('/machinery', { backend, person: owner });
  const banner = (await screen.findByText(/^1 reading is in doubt and does not count:/)).closest('div');
  await user.click(within(banner ?? document.body).getByRole('link', { name: 'Claas 2' }));
  expect(await screen.findByText(/^lower than the 2,812 h before it, Job, /)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Correct 2,189 h' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'It is right' }));
  expect(await dialog.findByText(/^The reading before it is 2,812 h, of /)).toBeVisible();
  const reading = dialog.getByLabelText('Reading');
  await user.clear(reading);
  await user.type(reading, '2819');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Reading corrected.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/in doubt/i)).not.toBeInTheDocument());
  expect((await owner.from('machines').select('current_reading')).data).toEqual([{ current_reading: 2819 }]);
});
