import { act } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

const THANKS = 'Welcome back! Your purchase was successful.';
const WAITING_FOR_CONFIRMATION = 'Payment received, waiting for confirmation';
const ACCESS_ENDED =
  'Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.';

let backend: TestBackend;
let buyer: Person;
beforeAll(async () => {
  backend = await testBackend();
  buyer = await backend.user({ firstName: 'Kit', lastName: 'Moor' });
  await backend.lapse(buyer);
  await Promise.all([import('@/app/signed-in-app'), import('@/features/noticeboard/noticeboard-page')]);
});
afterAll(() => backend.close());

const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

/** Counts the requests for the profile. `from memory` repeats the first response, because fake time runs ahead. */
function countProfileRequests(responses: 'from the backend' | 'from memory' = 'from the backend') {
  const count = { profile: 0 };
  let first: string | null = null;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    // Not the list of the account's employees.
    if (!url.includes('/rest/v1/profiles') || url.includes('admin_id=')) return backend.fetch(input, init);
    count.profile += 1;
    if (responses === 'from the backend') return backend.fetch(input, init);
    first ??= await (await backend.fetch(input, init)).text();
    return new Response(first, { headers: { 'content-type': 'application/json' } });
  };
  return { count, fetch };
}

test('the page thanks at once, polls, and opens the app once the account is active', async () => {
  const { count, fetch } = countProfileRequests();
  const { screen, address, user } = await renderPage('/account?session_id=cs_test_1', {
    backend: { fetch },
    person: buyer,
  });
  expect(await screen.findByText(THANKS)).toBeVisible();
  expect(address()).toBe('/');
  expect(screen.getByText(WAITING_FOR_CONFIRMATION)).toBeVisible();
  expect(screen.queryByText(ACCESS_ENDED)).not.toBeInTheDocument();
  const before = count.profile;
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 year' where id = $1`,
    [buyer.id],
  );
  expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  expect(count.profile).toBeGreaterThan(before);
  expect(screen.queryByText(WAITING_FOR_CONFIRMATION)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(THANKS)).not.toBeInTheDocument();
});

test('the page stops polling after a minute, and shows that access has ended', async () => {
  await backend.lapse(buyer);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { count, fetch } = countProfileRequests('from memory');
  const { screen } = await renderPage('/?session_id=cs_test_2', { backend: { fetch }, person: buyer });
  expect(await screen.findByText(WAITING_FOR_CONFIRMATION)).toBeVisible();
  expect(screen.queryByText(ACCESS_ENDED)).not.toBeInTheDocument();
  const before = count.profile;
  for (let second = 0; second < 61; second += 1) await advance(1);
  expect(count.profile).toBeGreaterThan(before + 10);
  expect(await screen.findByText(ACCESS_ENDED)).toBeVisible();
  expect(screen.queryByText(WAITING_FOR_CONFIRMATION)).not.toBeInTheDocument();
  const after = count.profile;
  for (let second = 0; second < 10; second += 1) await advance(1);
  expect(count.profile).toBe(after);
});

test('the page stops polling once the subscription is active', async () => {
  const active = await backend.user();
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 year' where id = $1`,
    [active.id],
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { count, fetch } = countProfileRequests('from memory');
  const { screen } = await renderPage('/?session_id=cs_test_3', { backend: { fetch }, person: active });
  expect(await screen.findByText(THANKS)).toBeVisible();
  await advance(1);
  const before = count.profile;
  for (let second = 0; second < 10; second += 1) await advance(1);
  expect(count.profile).toBe(before);
});

test('the page keeps polling after a purchase during the trial: the active trial does not confirm the payment', async () => {
  const early = await backend.user();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { count, fetch } = countProfileRequests('from memory');
  const { screen } = await renderPage('/?session_id=cs_test_4', { backend: { fetch }, person: early });
  expect(await screen.findByText(THANKS)).toBeVisible();
  expect(screen.queryByText(WAITING_FOR_CONFIRMATION)).not.toBeInTheDocument();
  await advance(1);
  const before = count.profile;
  for (let second = 0; second < 10; second += 1) await advance(1);
  expect(count.profile).toBeGreaterThan(before + 1);
});
