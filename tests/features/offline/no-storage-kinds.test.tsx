// In a process of its own: the app keeps waiting for a database that never opens.
// What no-storage shows for a browser that forbids storage, for one that never answers and for one that has none.
import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logSampleJobs, resizeWindow } from '../works/works-helpers';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
afterEach(() => {
  vi.unstubAllGlobals();
});

const silentRequest = (): unknown =>
  Object.defineProperty(Object.create(IDBOpenDBRequest.prototype), 'addEventListener', { value: () => undefined });

test.each([
  // Private windows of some browsers never respond.
  ['silent', { open: () => silentRequest() }],
  ['missing', undefined],
])('the app works online with storage that is %s, and does not claim to be offline', async (_, indexedDB) => {
  vi.stubGlobal('indexedDB', indexedDB);
  resizeWindow(1440);
  const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  await logSampleJobs(owner, await backend.employeeOf(owner));
  await renderPage('/works-list', { backend, person: owner });
  expect(await screen.findByRole('link', { name: /^Open Ploughing/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5));
  expect(await screen.findByRole('region', { name: 'Totals' })).toHaveTextContent('Entries4');
  await waitFor(() => expect(screen.queryByText(/you're offline/)).not.toBeInTheDocument());
});
