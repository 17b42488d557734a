import { expect, test, vi } from 'vitest';
import { ORIGIN, testBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

vi.mock('@/lib/env', () => ({
  asksOwnOrigin: true,
  backendConfig: () => Promise.resolve({ url: ORIGIN, key: 'sb_publishable_test', embedded: { mailbox: '/_mail' } }),
}));

test('with the embedded backend the demo farm is one press away', async () => {
  const backend = await testBackend();
  await backend.user({ firstName: 'Alex', lastName: 'Owner', email: 'owner@demo.test', password: 'demo-farm-2026' });
  const { screen, user } = await renderPage('/', { backend });
  await user.click(await screen.findByRole('button', { name: 'Try the demo farm' }));
  expect(await screen.findByRole('button', { name: 'Alex Owner, Admin' })).toBeVisible();
  await backend.close();
});
