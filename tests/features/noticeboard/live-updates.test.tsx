// Important changes appear within a minute while the app is visible, and at once when it becomes visible again.
import { act, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ITEMS } from '@tests/features/checklists/account';
import { clearDisk } from '@tests/features/offline/phone';
import { recordReads, hidePage, showPage, advanceMinute } from '@tests/support/record-reads';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { hideFirstSteps } from './hide-first-steps';

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
  await hideFirstSteps(backend, owner);
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
});

async function post(title: string, columns: object = {}) {
  const id = crypto.randomUUID();
  const { error } = await owner.from('notices').insert({ id, user_id: owner.id, title, ...columns });
  if (error) throw error;
  return id;
}

async function failCheck(machine: string) {
  const id = crypto.randomUUID();
  const template = { id, user_id: owner.id, name: 'Tractor check', frequency: 'daily', items: ITEMS.slice(2, 3) };
  const inserted = await owner.from('checklist_templates').insert(template);
  if (inserted.error) throw inserted.error;
  await backend.sql(
    `insert into public.checklist_completions (user_id, template_id, version, machine, answers, created_by)
     values ($1, $2, 1, $3, '[{"value": "defect", "comment": "Slips", "photos": []}]', $1)`,
    [owner.id, id, machine],
  );
}

async function openBoard(person: Person) {
  const readings = recordReads(backend);
  const page = await renderPage('/noticeboard', { backend: readings, person });
  return { ...page, readings };
}

test('a notice and a machine that must not be used appear on an open board within a minute', async () => {
  await post('Gate shut');
  const { screen } = await openBoard(driver);
  expect(await screen.findByRole('heading', { name: 'Gate shut' })).toBeVisible();
  await post('Bridge closed');
  await failCheck('JD 6155R');
  await advanceMinute();
  expect(await screen.findByRole('heading', { name: 'Bridge closed' })).toBeVisible();
  expect(await screen.findByText('JD 6155R: do not use')).toBeVisible();
});

test('a response without changes is small, and changed data is fetched again: a safety defect, a confirmation, an edit, a deletion', async () => {
  const machine = crypto.randomUUID();
  const added = { id: machine, user_id: owner.id, name: 'Claas 2', machine_type: 'tractor' };
  expect((await owner.from('machines').insert(added)).error).toBeNull();
  const long = 'Doors open, nobody near the tank. '.repeat(50);
  const id = await post('Mixing slurry', { body: long, requires_ack: true });
  const { screen, user, readings } = await openBoard(owner);
  expect(await screen.findByText('Nothing needs you.')).toBeVisible();
  await user.click(within(await screen.findByRole('heading', { name: 'Mixing slurry' })).getByRole('button'));
  expect(await screen.findByText('Confirmed by 0 of 1')).toBeVisible();
  readings.clear();
  await advanceMinute();
  // Testing Library's waitFor would check only when the page changes, because its interval is faked.
  await vi.waitFor(() => expect(readings.bodiesOf('notices')).toHaveLength(1), { timeout: 30_000 });
  expect(readings.bodiesOf('notices')[0]?.length).toBeLessThan(200);
  const defect = { machine_id: machine, description: 'Handbrake slips', severity: 'safety' };
  const reported = { ...defect, user_id: owner.id, reported_at: new Date().toISOString() };
  expect((await driver.from('machine_defects').insert(reported)).error).toBeNull();
  await driver.from('notice_reads').insert({ user_id: owner.id, notice_id: id, edition: 1, acknowledged: true });
  await advanceMinute();
  expect(await screen.findByText('Confirmed by 1 of 1')).toBeVisible();
  const card = await screen.findByRole('link', { name: /^Claas 2: do not use/ });
  await waitFor(() => expect(card).toHaveTextContent('Handbrake slips. Sam Driver'));
  await owner.from('notices').update({ title: 'Mixing is over' }).eq('id', id);
  await advanceMinute();
  expect(await screen.findByRole('heading', { name: 'Mixing is over' })).toBeVisible();
  await owner.from('notices').delete().eq('id', id);
  await advanceMinute();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Mixing is over' })).not.toBeInTheDocument());
});

test('a hidden or offline board makes no requests until it is visible or online again, and then at once, also after seconds', async () => {
  await post('Gate shut');
  const { screen, readings } = await openBoard(driver);
  expect(await screen.findByRole('heading', { name: 'Gate shut' })).toBeVisible();
  hidePage();
  readings.clear();
  await advanceMinute();
  await advanceMinute();
  expect(readings.bodiesOf('notices')).toEqual([]);
  await post('Bridge closed');
  showPage();
  expect(await screen.findByRole('heading', { name: 'Bridge closed' })).toBeVisible();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  await post('Bridge open');
  readings.clear();
  await advanceMinute();
  await advanceMinute();
  expect(readings.bodiesOf('notices')).toEqual([]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('heading', { name: 'Bridge open' })).toBeVisible();
  // Offline for seconds: no minute has passed, so no request was paused that would be made now anyway.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  await post('Ford closed');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('heading', { name: 'Ford closed' })).toBeVisible();
});
