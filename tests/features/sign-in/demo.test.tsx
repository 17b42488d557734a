import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ORIGIN, testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

// As in a build without a project.
vi.hoisted(() => vi.stubEnv('VITE_SUPABASE_URL', ''));
vi.mock('@/lib/env', async (original) => ({
  ...(await original<typeof import('@/lib/env')>()),
  backendConfig: () => Promise.resolve({ url: ORIGIN, key: 'sb_publishable_test', embedded: { mailbox: '/_mail' } }),
}));

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
// The page is unmounted before this: an open page would keep sending requests.
afterAll(() => backend.close());

test('the demo card says what the demo farm shows, and its button signs in to the demo farm of the embedded backend', async () => {
  await backend.user({ firstName: 'Alex', lastName: 'Owner', email: 'owner@demo.test', password: 'demo-farm-2026' });
  const { screen, user } = await renderPage('/', { backend });
  expect(
    await screen.findByText(/^The demo farm is a contractor with two drivers: three months of jobs/),
  ).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Try the demo farm' }));
  expect(await screen.findByRole('button', { name: 'Alex Owner, Admin' })).toBeVisible();
});
