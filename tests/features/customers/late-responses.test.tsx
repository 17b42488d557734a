// A late response on a slow connection navigates only if the user is still on that page.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logJobs, resizeWindow } from '@tests/features/works/works-helpers';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { holdRequests } from '@tests/support/hold-requests';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let hill: string;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  hill = crypto.randomUUID();
  const { error } = await owner.from('customers').insert([
    { id: hill, user_id: owner.id, name: 'Hill Farm' },
    { id: crypto.randomUUID(), user_id: owner.id, name: 'Bryn Dairy' },
  ]);
  if (error) throw error;
});

/** A connection that holds the requests that match. */
function slowConnection(held: RegExp) {
  const slow = holdRequests(backend, held);
  let lastResponse = performance.now();
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const answer = await slow.fetch(input, init);
    lastResponse = performance.now();
    return answer;
  };
  return {
    fetch,
    release: slow.release,
    /** Waits half a second after the last response: a customer page navigates once its lists are fetched again. */
    untilIdle: () => waitFor(() => expect(performance.now() - lastResponse).toBeGreaterThan(500)),
  };
}

async function choose(user: UserEvent, item: string) {
  await user.click(await screen.findByRole('button', { name: 'More for Hill Farm' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}
const press = async (user: UserEvent, name: string) =>
  user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }));
async function addWork(user: UserEvent) {
  await user.keyboard('{Escape}');
  const [link] = await screen.findAllByRole('link', { name: 'Add Work' });
  if (!link) throw new Error('there is no link to Add Work');
  await user.click(link);
  await screen.findByRole('heading', { name: 'Add Work', level: 1 });
}

test('a late response to the deletion of a customer does not take the user away from Add Work', async () => {
  const connection = slowConnection(/^DELETE .*\/customers\?/);
  const { user, address } = await renderPage(`/customers?id=${hill}`, { backend: connection, person: owner });
  await choose(user, 'Delete');
  await press(user, 'Delete');
  await addWork(user);
  connection.release();
  await screen.findByText('Customer deleted.');
  await connection.untilIdle();
  expect(address()).toBe('/add-work');
});

test('a late response to a merge of customers does not take the user away from Add Work', async () => {
  const connection = slowConnection(/merge_customers$/);
  const { user, address } = await renderPage(`/customers?id=${hill}`, { backend: connection, person: owner });
  await choose(user, 'Merge into another customer…');
  await press(user, 'Bryn Dairy');
  await press(user, 'Merge');
  await addWork(user);
  connection.release();
  await screen.findByText('Hill Farm was merged into Bryn Dairy.');
  await connection.untilIdle();
  expect(address()).toBe('/add-work');
});

test('work saved while the next screen is loading does not bring the user back to the form', async () => {
  resizeWindow(390);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6, quantity: 74 },
  ]);
  const path = '/add-work?customer=Hill+Farm&task=Baling';
  const { user, address } = await renderPage(path, { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: '8' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save work' }));
  // The router is in this state until it has rendered the new address.
  window.history.pushState({}, '', '/works-list');
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  expect(address()).toBe('/works-list');
});
