// Machines that were sold, and a service that waits on this phone after the meter was replaced.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearDisk, connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await clearDisk();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
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

test('a sold machine takes no readings, is not offered for a checklist, and is listed as sold', async () => {
  const machine = await addMachine();
  await addMachine({ name: 'Case 165' });
  const template = crypto.randomUUID();
  const question = { section: '', prompt: 'Lights', type: 'ok_defect_na', unit: '', min: null, max: null };
  await owner.from('checklist_templates').insert({
    ...{ id: template, user_id: owner.id, name: 'Tractor check', machine_type: 'tractor' },
    items: [{ ...question, required: true, critical: false, help: '' }],
  });
  const { user } = await renderPage(`/machinery/${machine}`, { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'More for Claas 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sold' }));
  await user.click(await screen.findByRole('button', { name: 'Mark as sold' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Enter reading' })).not.toBeInTheDocument());
  close();
  await renderPage(`/add-checklist?template=${template}`, { backend, person: owner });
  const picker = await screen.findByLabelText('Machine');
  await waitFor(() => expect(within(picker).getByRole('option', { name: /^Case 165/ })).toBeInTheDocument());
  // Until it is updated, the copy on the device may still offer the machine.
  await waitFor(() => expect(within(picker).queryByRole('option', { name: /^Claas 2/ })).not.toBeInTheDocument());
  close();
  await renderPage('/machinery?status=sold', { backend, person: owner });
  expect(await screen.findByRole('link', { name: /^Claas 2/ })).toBeInTheDocument();
});

test('an unsent service is counted from the current meter reading, also after the meter was replaced', async () => {
  const machine = await addMachine();
  await addReading(machine, 2350, 200);
  const replaced = {
    id: crypto.randomUUID(),
    user_id: owner.id,
    machine_id: machine,
    reading: 5,
    meter_replaced: true,
  };
  await owner.from('machine_readings').insert({ ...replaced, read_at: `${day(90)}T00:00:00Z` });
  await addReading(machine, 100, 2);
  const plan = { id: crypto.randomUUID(), user_id: owner.id, machine_id: machine, name: 'Engine oil' };
  await owner
    .from('service_schedules')
    .insert({ ...plan, interval_meter: 500, last_done_at: day(200), last_done_reading: 2350 });
  const connection = connectionTo(backend);
  const { user } = await renderPage('/machinery/due', { backend: connection, person: owner });
  await user.click(await screen.findByRole('link', { name: /^Done/ }));
  expect(await screen.findByLabelText('Engine oil, every 500 h')).toBeChecked();
  connection.cut();
  await user.clear(screen.getByLabelText(/^Reading/));
  await user.type(screen.getByLabelText(/^Reading/), '100');
  await user.click(screen.getByRole('button', { name: 'Save service' }));
  await user.click(await screen.findByRole('link', { name: 'Machinery' }));
  await user.click(await screen.findByRole('link', { name: /^Claas 2/ }));
  await user.click(await screen.findByRole('button', { name: 'Due' }));
  expect(await screen.findByText(/^500 h left/)).toBeVisible();
});
