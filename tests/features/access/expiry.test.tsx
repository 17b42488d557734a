// A trial or a paid year ends while the app is open. The end is twenty minutes ahead: the test sets the clock to it and
// calls the page's own timer. Other timers keep the real time, because fake time would run ahead of the responses, and a
// connection without responses counts as offline.
import { act, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { FULL } from '@tests/support/full';
import { renderPage } from '@tests/support/render-page';
import { waitForCopy } from '../offline/phone';

const ACCESS_ENDED =
  'Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.';
const SUSPENDED = 'Access Suspended: Please contact your main account holder to resume access.';
const MINUTE_MS = 60_000;
const TIME_LEFT_MS = 20 * MINUTE_MS;

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
});
afterAll(() => backend.close());

/**
 * The backend with an account that ends `TIME_LEFT_MS` after it is first read. `renew` extends it; `reachEnd` is the
 * moment of the end on the open page, and `reachPoll` that of its next request for a renewal.
 */
function backendWithEndingAccount(status: 'trialing' | 'active') {
  let end = 0;
  let renewed = false;
  let renewalsRead = 0;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const answer = await backend.fetch(request);
    // Not the list of the account's employees.
    const isOwnProfile = request.method === 'GET' && /\/rest\/v1\/profiles\?(?!.*admin_id=)/.test(request.url);
    const isHolder = request.url.includes('/rest/v1/rpc/account_holder');
    if (!isOwnProfile && !isHolder) return answer;
    const row: unknown = await answer.json();
    end ||= Date.now() + TIME_LEFT_MS;
    const activeUntil = new Date(end + (renewed ? 1e9 : 0)).toISOString();
    if (renewed) renewalsRead += 1;
    if (isHolder) return Response.json([{ first_name: 'Alex', last_name: 'Hill', active_until: activeUntil }]);
    const columns = { subscriptionStatus: status, trialEndsAt: activeUntil, subscriptionEndsAt: activeUntil };
    return Response.json(typeof row === 'object' ? { ...row, ...columns } : row);
  };
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  const intervals = vi.spyOn(globalThis, 'setInterval');
  /** Calls what the page would call after a delay of this kind. */
  const reach = (timers: typeof timeouts | typeof intervals, isSearched: (delayMs: number) => boolean) => {
    const call = timers.mock.calls.findLast(([, delay]) => isSearched(Number(delay)));
    if (!call) throw new Error('the page has no such timer');
    act(() => call[0]());
  };
  return {
    fetch,
    renew: () => (renewed = true),
    renewalsRead: () => renewalsRead,
    reachEnd: () => {
      vi.useFakeTimers({ toFake: ['Date'], now: end + 1 });
      reach(timeouts, (delay) => delay > TIME_LEFT_MS - MINUTE_MS && delay <= TIME_LEFT_MS);
    },
    reachPoll: () => reach(intervals, (delay) => delay === 15_000),
  };
}

test.each(FULL ? (['trialing', 'active'] as const) : (['active'] as const))(
  'redirects an account holder who is %s to the account page as soon as their access ends',
  async (status) => {
    const { fetch, reachEnd } = backendWithEndingAccount(status);
    const { screen, address } = await renderPage('/noticeboard', { backend: { fetch }, person: owner });
    expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
    expect(address()).toBe('/noticeboard');
    reachEnd();
    expect(await screen.findByText(ACCESS_ENDED)).toBeVisible();
    expect(address()).toBe('/account');
  },
);

test('redirects an employee to their own page as soon as the access ends', async () => {
  const { fetch, reachEnd } = backendWithEndingAccount('trialing');
  const { screen, address } = await renderPage('/noticeboard', { backend: { fetch }, person: driver });
  expect(await screen.findByRole('button', { name: 'Sam Dale, Employee' })).toBeVisible();
  expect(address()).toBe('/noticeboard');
  reachEnd();
  expect(await screen.findByText(SUSPENDED)).toBeVisible();
  expect(address()).toBe('/manage-account');
});

test('stays open if the year was renewed before it ended', async () => {
  const { fetch, renew, renewalsRead, reachEnd } = backendWithEndingAccount('active');
  const { screen } = await renderPage('/noticeboard', { backend: { fetch }, person: owner });
  expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  renew();
  reachEnd();
  await waitFor(() => expect(renewalsRead()).toBe(1));
  await waitFor(() => expect(screen.queryByText(ACCESS_ENDED)).not.toBeInTheDocument());
  expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
});

test('a renewal that arrives late opens the account again by itself', async () => {
  const { fetch, renew, reachEnd, reachPoll } = backendWithEndingAccount('active');
  const { screen } = await renderPage('/noticeboard', { backend: { fetch }, person: owner });
  expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  reachEnd();
  expect(await screen.findByText(ACCESS_ENDED)).toBeVisible();
  renew();
  reachPoll();
  await waitFor(() => expect(screen.queryByText(ACCESS_ENDED)).not.toBeInTheDocument());
});

test('does not redirect because of an expired cached copy before the server has answered', async () => {
  const lapsed = await backend.user({ firstName: 'Kit', lastName: 'Moor' });
  await backend.lapse(lapsed);
  const first = await renderPage('/works-list', { backend, person: lapsed });
  expect(await first.screen.findByText(ACCESS_ENDED)).toBeVisible();
  await waitForCopy('profile', 'canceled');
  first.view.unmount();
  await backend.sql(
    `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 year' where id = $1`,
    [lapsed.id],
  );
  const slow: TestBackend['fetch'] = async (input, init) => {
    if ((input instanceof Request ? input.url : String(input)).includes('/rest/v1/profiles')) {
      await new Promise((done) => setTimeout(done, 500));
    }
    return backend.fetch(input, init);
  };
  const { screen, address } = await renderPage('/works-list', { backend: { fetch: slow }, person: lapsed });
  expect(await screen.findByRole('heading', { name: 'Works List', level: 1 })).toBeInTheDocument();
  expect(address()).toBe('/works-list');
});
