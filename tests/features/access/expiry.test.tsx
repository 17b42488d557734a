// The very second in which a trial or a paid year ends, with the app open.
import { act } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/backend';
import { renderPage } from '@tests/support/render-page';

const OVER = 'Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.';
const SUSPENDED = 'Access Suspended: Please contact your main account holder to resume access.';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  await Promise.all([
    import('@/app/signed-in-app'),
    import('@/features/noticeboard/noticeboard-page'),
    import('@/features/account/account-page'),
  ]);
});
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());
afterAll(() => backend.close());

/** Not a whole minute away, so that the clock's ticks are not what tells it. */
const LEFT_MS = 140_500;

/** The account ends in LEFT_MS from now, as a trial or a paid year. */
async function endsSoon(kind: 'trialing' | 'active') {
  const end = new Date(Date.now() + LEFT_MS);
  await backend.sql(
    `update public.profiles set subscription_status = $2, trial_ends_at = $3, subscription_ends_at = $3 where id = $1`,
    [owner.id, kind, end.toISOString()],
  );
  return end.getTime();
}

/** Brings the clock to this many milliseconds before (or, negative, after) the end. */
const until = (end: number, before: number) => act(() => vi.advanceTimersByTimeAsync(end - before - Date.now()));

test.each(['trialing', 'active'] as const)('a holder who is %s is led to the account at that second', async (kind) => {
  const end = await endsSoon(kind);
  const { screen, address } = await renderPage('/noticeboard', { backend, person: owner });
  expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  await until(end, 5000);
  expect(address()).toBe('/noticeboard');
  expect(screen.queryByText(OVER)).not.toBeInTheDocument();
  await until(end, 0);
  expect(await screen.findByText(OVER)).toBeVisible();
  expect(address()).toBe('/account');
  expect(Date.now() - end).toBeLessThan(20_000);
});

test('an employee is led to their own page at that second', async () => {
  const end = await endsSoon('trialing');
  const { screen, address } = await renderPage('/noticeboard', { backend, person: driver });
  expect(await screen.findByRole('button', { name: 'Sam Dale, Employee' })).toBeVisible();
  await until(end, 5000);
  expect(address()).toBe('/noticeboard');
  await until(end, 0);
  expect(await screen.findByText(SUSPENDED)).toBeVisible();
  expect(address()).toBe('/manage-account');
});

test('a year that was renewed meanwhile goes on', async () => {
  const end = await endsSoon('active');
  const { screen } = await renderPage('/noticeboard', { backend, person: owner });
  expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  await backend.sql(`update public.profiles set subscription_ends_at = now() + interval '1 year' where id = $1`, [
    owner.id,
  ]);
  await until(end, -100);
  expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.queryByText(OVER)).not.toBeInTheDocument();
});

test('word of a renewal that comes some minutes late opens the account again by itself', async () => {
  const end = await endsSoon('active');
  const { screen } = await renderPage('/noticeboard', { backend, person: owner });
  expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  await until(end, 0);
  expect(await screen.findByText(OVER)).toBeVisible();
  await backend.sql(`update public.profiles set subscription_ends_at = now() + interval '1 year' where id = $1`, [
    owner.id,
  ]);
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  await vi.waitFor(() => expect(screen.queryByText(OVER)).not.toBeInTheDocument());
});
