import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { fourJobs, resize, stored } from '../works/farm';
import { lineTo } from './phone';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = vi.fn(() => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
});

const silentRequest = (): unknown =>
  Object.defineProperty(Object.create(IDBOpenDBRequest.prototype), 'addEventListener', { value: () => undefined });

test.each([
  ['forbidden', { open }],
  // Private windows of some browsers never respond.
  ['silent', { open: () => silentRequest() }],
  ['missing', undefined],
])('storage that is %s changes nothing online, and nothing false is claimed', async (_, indexedDB) => {
  vi.stubGlobal('indexedDB', indexedDB);
  resize(1440);
  const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  await fourJobs(owner, await backend.employeeOf(owner));
  await renderPage('/works-list', { backend, person: owner });
  expect(await screen.findByRole('link', { name: /^Open Ploughing/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5));
  expect(await screen.findByRole('region', { name: 'Totals' })).toHaveTextContent('Entries4');
  expect(screen.queryByText(/you're offline/)).not.toBeInTheDocument();
});

test('a deletion that can’t be stored is sent if online; offline, it says so and the entry stays', async () => {
  vi.stubGlobal('indexedDB', { open });
  resize(1440);
  const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  await fourJobs(owner, await backend.employeeOf(owner));
  const line = lineTo(backend);
  const { user } = await renderPage('/works-list', { backend: line, person: owner });
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: /^More for Ploughing/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
  };
  await screen.findByRole('button', { name: /^More for Ploughing/ });
  line.cut('refused');
  await remove();
  expect(await screen.findByText(/^Could not delete work entry\. .*try again\.$/)).toBeInTheDocument();
  expect(await stored(backend, owner)).toHaveLength(4);
  line.mend();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Work entry deleted.')).toBeInTheDocument();
  expect(await stored(backend, owner)).toHaveLength(3);
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Open Ploughing/ })).not.toBeInTheDocument());
});
