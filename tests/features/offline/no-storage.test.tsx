// In a process of its own: the app keeps waiting for a database that never opens.
import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logSampleJobs, resizeWindow, storedWorks } from '../works/works-helpers';
import { connectionTo } from './phone';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
afterEach(() => {
  vi.unstubAllGlobals();
});

const refuseOpen = vi.fn(() => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
});

test('without storage the app works online and does not claim to be offline; a deletion is sent if online, and offline it is refused and the entry stays', async () => {
  vi.stubGlobal('indexedDB', { open: refuseOpen });
  resizeWindow(1440);
  const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  await logSampleJobs(owner, await backend.employeeOf(owner));
  const connection = connectionTo(backend);
  const { user } = await renderPage('/works-list', { backend: connection, person: owner });
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: /^More for Ploughing/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
  };
  expect(await screen.findByRole('link', { name: /^Open Ploughing/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5));
  expect(await screen.findByRole('region', { name: 'Totals' })).toHaveTextContent('Entries4');
  await waitFor(() => expect(screen.queryByText(/you're offline/)).not.toBeInTheDocument());
  connection.cut('refused');
  await remove();
  expect(await screen.findByText(/^Could not delete work entry\. .*try again\.$/)).toBeInTheDocument();
  expect(await storedWorks(backend, owner)).toHaveLength(4);
  connection.restore();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Work entry deleted.')).toBeInTheDocument();
  expect(await storedWorks(backend, owner)).toHaveLength(3);
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Open Ploughing/ })).not.toBeInTheDocument());
});
