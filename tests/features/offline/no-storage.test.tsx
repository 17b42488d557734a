import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/backend';
import { renderPage } from '@tests/support/render-page';
import { fourJobs, resize } from '../works/farm';

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
  // Private windows of some browsers never answer.
  ['silent', { open: () => silentRequest() }],
  ['missing', undefined],
])('storage that is %s changes nothing with signal, and nothing is claimed', async (_, indexedDB) => {
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
