// "What's new" on the noticeboard: a person's unread messages, which disappear once they are read.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clearDisk } from '@tests/features/offline/phone';
import { navigate } from '@tests/support/navigate';
import { advanceMinute, recordReads } from '@tests/support/record-reads';
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

const post = async (title: string) => {
  const { error } = await owner
    .from('notices')
    .insert({ user_id: owner.id, title, body: 'By the top road.', priority: 'urgent' });
  expect(error).toBeNull();
};
const unread = async () => (await driver.from('push_messages').select('title').is('read_at', null)).data?.length;
const list = () => screen.findByRole('list', { name: 'What’s new' });

test('a message appears on an open board within a minute, without notifications', async () => {
  const reads = recordReads(backend);
  await renderPage('/noticeboard', { backend: reads, person: driver });
  expect(await screen.findByText('Nothing on the board. Have a safe day.')).toBeVisible();
  // The messages are loaded after the board.
  await vi.waitFor(() => expect(reads.bodiesOf('push_messages')).not.toHaveLength(0), { timeout: 30_000 });
  expect(screen.queryByRole('heading', { name: /What’s new/ })).toBeNull();
  await post('Bridge closed');
  await advanceMinute();
  expect(await screen.findByRole('heading', { name: 'What’s new (1)' })).toBeVisible();
  expect(within(await list()).getByText('By the top road.')).toBeVisible();
});

test('opening a message leads to its page and marks it as read; all are marked as read at once, also those that are not shown', async () => {
  const id = crypto.randomUUID();
  const machine = { id, user_id: owner.id, name: 'Claas 2', machine_type: 'tractor', status: 'do_not_use' };
  for (const title of ['One', 'Two', 'Three', 'Four']) await post(title);
  expect((await owner.from('machines').insert(machine)).error).toBeNull();
  const { user } = await renderPage('/noticeboard', { backend, person: driver });
  expect(within(await list()).getAllByRole('link')).toHaveLength(3);
  await user.click(within(await list()).getByRole('link', { name: /Do not use Claas 2/ }));
  await waitFor(() => expect(window.location.pathname).toBe(`/machinery/${id}/defects`));
  await waitFor(async () => expect(await unread()).toBe(4));
  navigate('/noticeboard');
  await user.click(await screen.findByRole('button', { name: 'Show all 4' }));
  expect(within(await list()).getAllByRole('link')).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /What’s new/ })).toBeNull());
  expect(await unread()).toBe(0);
});

test('a lapsed account shows messages without links, and marks them as read', async () => {
  const id = crypto.randomUUID();
  const machine = { id, user_id: owner.id, name: 'Claas 2', machine_type: 'tractor' };
  expect((await owner.from('machines').insert(machine)).error).toBeNull();
  const defect = { user_id: owner.id, machine_id: id, description: 'Mirror loose' };
  const reported = { ...defect, reported_at: new Date().toISOString() };
  expect((await driver.from('machine_defects').insert(reported)).error).toBeNull();
  await backend.lapse(owner);
  const { user } = await renderPage('/', { backend, person: owner });
  expect(within(await list()).getByText('Claas 2: defect reported')).toBeVisible();
  expect(within(await list()).queryByRole('link')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Mark as read' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /What’s new/ })).toBeNull());
});
