// Every page of the menus, opened without signal by somebody who never opened it with signal: it says that it is not on
// this device yet, and neither loads for ever nor shows an error.
import { act, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isOpenTo, routes } from '@/app/routes';
import { FIRST_SYNC } from '@/offline/snapshot/sync-times';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { resizeWindow } from '../works/works-helpers';
import { clearDisk, connectionTo, waitForCopy } from './phone';

let backend: TestBackend;
let owner: Person;

beforeAll(async () => {
  // No list is copied in the background.
  FIRST_SYNC.ms = 3_600_000;
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
});
afterAll(() => backend.close());
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  resizeWindow(1440);
  await clearDisk();
});

const goTo = (path: string) =>
  act(() => {
    window.history.pushState({}, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });

/** What has to be read shows none of it without a copy. The other pages are forms, or keep what is typed on the device. */
const READ = [
  ...['/', '/noticeboard', '/diary', '/works-list', '/time-tracker', '/time-diary', '/time-off', '/view-invoices'],
  ...['/view-notes', '/manage-note-titles', '/fields/map', '/fields', '/machinery', '/compliance-center'],
  ...['/slurry-storage', '/manure-movements', '/meal-mixes', '/tmr-mixes', '/add-checklist', '/view-checklists'],
  ...['/completed-checklists', '/tasks', '/customers', '/import', '/manage-users', '/files'],
];

test('each page that was never opened says that it is not on this device yet, and neither loads for ever nor fails', async () => {
  const connection = connectionTo(backend);
  await renderPage('/account', { backend: connection, person: owner });
  await waitForCopy('profile', owner.id);
  connection.cut('refused', true);
  for (const { path, title } of routes.filter((one) => isOpenTo(one, 'admin'))) {
    goTo(path);
    await screen.findByRole('heading', { level: 1, name: title });
    if (READ.includes(path))
      expect((await screen.findAllByText(/not on this device yet/i)).length, path).toBeGreaterThan(0);
    expect(screen.queryByText('Loading your data...'), path).not.toBeInTheDocument();
    expect(screen.queryByText('Error Fetching Data'), path).not.toBeInTheDocument();
  }
});
