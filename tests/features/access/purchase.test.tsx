import { act } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

const THANKS = 'Welcome back! Your purchase was successful.';
const WAITING = 'Payment received, waiting for confirmation';
const OVER = 'Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.';

let backend: TestBackend;
let buyer: Person;
beforeAll(async () => {
  backend = await testBackend();
  buyer = await backend.user({ firstName: 'Kit', lastName: 'Moor' });
  await backend.lapse(buyer);
  await Promise.all([import('@/app/signed-in-app'), import('@/features/noticeboard/noticeboard-page')]);
});
afterAll(() => backend.close());

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

/** Counts the requests for the profile. `at once` answers from memory, because fake time runs ahead. */
function counting(answers: 'as it is' | 'at once' = 'as it is') {
  const count = { profile: 0 };
  let kept: string | null = null;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    if (!(input instanceof Request ? input.url : String(input)).includes('/rest/v1/profiles')) {
      return backend.fetch(input, init);
    }
    count.profile += 1;
    if (answers === 'as it is') return backend.fetch(input, init);
    kept ??= await (await backend.fetch(input, init)).text();
    return new Response(kept, { headers: { 'content-type': 'application/json' } });
  };
  return { count, fetch };
}

test('thanks at once, polls every three seconds, and unlocks only what the database returns', async () => {
  const { count, fetch } = counting();
  const { screen, address, user } = await renderPage('/account?session_id=cs_test_1', {
    backend: { fetch },
    person: buyer,
  });
  expect(await screen.findByText(THANKS)).toBeVisible();
  expect(address()).toBe('/');
  expect(screen.getByText(WAITING)).toBeVisible();
  expect(screen.queryByText(OVER)).not.toBeInTheDocument();
  const before = count.profile;
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 year' where id = $1`,
    [buyer.id],
  );
  expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  expect(count.profile).toBeGreaterThan(before);
  expect(screen.queryByText(WAITING)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(THANKS)).not.toBeInTheDocument();
});

test('stops polling after a minute, and shows the state', async () => {
  await backend.lapse(buyer);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { count, fetch } = counting('at once');
  const { screen } = await renderPage('/?session_id=cs_test_2', { backend: { fetch }, person: buyer });
  expect(await screen.findByText(WAITING)).toBeVisible();
  expect(screen.queryByText(OVER)).not.toBeInTheDocument();
  const before = count.profile;
  for (let second = 0; second < 61; second += 1) await pass(1);
  expect(count.profile).toBeGreaterThan(before + 10);
  expect(await screen.findByText(OVER)).toBeVisible();
  expect(screen.queryByText(WAITING)).not.toBeInTheDocument();
  const after = count.profile;
  for (let second = 0; second < 10; second += 1) await pass(1);
  expect(count.profile).toBe(after);
});

test('stops polling once the subscription is active', async () => {
  const active = await backend.user();
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 year' where id = $1`,
    [active.id],
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { count, fetch } = counting('at once');
  const { screen } = await renderPage('/?session_id=cs_test_3', { backend: { fetch }, person: active });
  expect(await screen.findByText(THANKS)).toBeVisible();
  await pass(1);
  const before = count.profile;
  for (let second = 0; second < 10; second += 1) await pass(1);
  expect(count.profile).toBe(before);
});

test('polls also for a purchase during the trial: the running trial does not count as the answer', async () => {
  const early = await backend.user();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { count, fetch } = counting('at once');
  const { screen } = await renderPage('/?session_id=cs_test_4', { backend: { fetch }, person: early });
  expect(await screen.findByText(THANKS)).toBeVisible();
  expect(screen.queryByText(WAITING)).not.toBeInTheDocument();
  await pass(1);
  const before = count.profile;
  for (let second = 0; second < 10; second += 1) await pass(1);
  expect(count.profile).toBeGreaterThan(before + 1);
});
