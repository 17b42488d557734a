// Every page, opened without signal by somebody who never opened it with signal: it says that it is not on this device
// yet, and neither loads for ever nor shows an error.
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isOpenTo, routes } from '@/app/routes';
import { setUnanswered } from '@/lib/online';
import { ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { resizeWindow } from '../works/works-helpers';
import { clearDisk, connectionTo, waitForCopy } from './phone';

let backend: TestBackend;
let owner: Person;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
});
afterAll(() => backend.close());
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  resizeWindow(1440);
  await clearDisk();
});

/** What has to be read shows none of it without a copy. The other pages are forms, or keep what is typed on the device. */
const READ = [
  ...['/', '/noticeboard', '/diary', '/works-list', '/time-tracker', '/time-diary', '/time-off', '/view-invoices'],
  ...['/view-notes', '/manage-note-titles', '/fields/map', '/fields', '/machinery', '/compliance-center'],
  ...['/slurry-storage', '/manure-movements', '/meal-mixes', '/tmr-mixes', '/add-checklist', '/view-checklists'],
  ...['/completed-checklists', '/tasks', '/customers', '/import', '/manage-users', '/files'],
];

const ID = '00000000-0000-4000-8000-000000000000';

/** The pages of one record, and their headings until it is read. */
const RECORDS: [path: string, title: string][] = [
  [`/customers?id=${ID}`, 'Customer'],
  [`/customers?edit=${ID}`, 'Edit customer'],
  ['/customers?new=1', 'New customer'],
  [`/machinery/${ID}`, 'Machine'],
  [`/machinery/${ID}/service/${ID}`, 'Service'],
  [`/fields/${ID}`, 'Field'],
  [`/fields/${ID}/edit`, 'Edit field'],
  [`/fields/${ID}/activity/${ID}`, 'Activity'],
  [`/fields/${ID}/harvest/new`, 'Harvest'],
  [`/fields/${ID}/harvest/${ID}`, 'Harvest'],
  [`/fields/${ID}/season/2026`, 'Crop'],
  [`/fields/${ID}/soil/new`, 'Soil test'],
  [`/manure-movements/${ID}`, 'Movement'],
  [`/compliance-center?item=${ID}`, 'Compliance item'],
  [`/tmr-mixes/${ID}`, 'TMR mix'],
  [`/meal-mixes/${ID}`, 'Meal mix'],
];

const isLoading = () => document.querySelector('.skeleton') !== null;

/** What a start reads. No list arrives before the signal is gone, not even on a slow machine. */
const READ_AT_START = ['/rest/v1/profiles', '/rest/v1/farm_settings'];

test('each page that was never opened says that it is not on this device yet, and neither loads for ever nor fails', async () => {
  const connection = connectionTo(backend);
  const fetch: TestBackend['fetch'] = async (input, init) => {
    if (READ_AT_START.includes(new URL(new Request(input, init).url).pathname)) return connection.fetch(input, init);
    throw new TypeError('Failed to fetch');
  };
  await renderPage('/account', { backend: { fetch }, person: owner });
  await waitForCopy('profile', owner.id);
  connection.cut('refused', true);
  const pages = routes.filter((one) => isOpenTo(one, 'admin')).map(({ path, title }) => [path, title] as const);
  for (const [path, title] of [...pages, ...RECORDS]) {
    navigate(path);
    await screen.findByRole('heading', { level: 1, name: title });
    await waitFor(() => expect(isLoading(), path).toBe(false));
    if (READ.includes(path) || !pages.some(([one]) => one === path))
      expect((await screen.findAllByText(/not on this device yet/i)).length, path).toBeGreaterThan(0);
    expect(screen.queryByText('Loading your data...'), path).not.toBeInTheDocument();
    expect(screen.queryByText('Error Fetching Data'), path).not.toBeInTheDocument();
  }
});

test('a page that waits for an answer, or got none, says the same as without signal; an answer with an error is an error', () => {
  const words = () => document.body.textContent;
  setUnanswered(true);
  onTestFinished(() => setUnanswered(false));
  const { rerender } = render(<LoadingRows />);
  expect(words()).toContain("You're offline. This is not on this device yet");
  rerender(<ErrorState />);
  expect(screen.getByRole('status')).toHaveTextContent("Not on this device yetYou're offline.");
  act(() => setUnanswered(false));
  expect(screen.getByRole('alert')).toHaveTextContent('Error Fetching Data');
  rerender(<LoadingRows />);
  expect(words()).toContain('Loading your data...');
});
