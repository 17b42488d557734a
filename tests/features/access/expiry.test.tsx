// A trial or a paid year ends while the app is open. Uses the real clock: fake time would run ahead of the responses,
// and a connection without responses counts as offline.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

const ACCESS_ENDED =
  'Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.';
const SUSPENDED = 'Access Suspended: Please contact your main account holder to resume access.';
const TIME_LEFT_MS = 4000;
/** Far less than the minute between two ticks of the app's clock, so that no tick can have caused the change. */
const MAX_DELAY_MS = 3000;

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
afterAll(() => backend.close());

/** The backend with an account that ends `TIME_LEFT_MS` after it is first read; `renew` extends it. */
function backendWithEndingAccount(status: 'trialing' | 'active') {
  let end = 0;
  let renewed = false;
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
    if (isHolder) return Response.json([{ first_name: 'Alex', last_name: 'Hill', active_until: activeUntil }]);
    const columns = { subscriptionStatus: status, trialEndsAt: activeUntil, subscriptionEndsAt: activeUntil };
    return Response.json(typeof row === 'object' ? { ...row, ...columns } : row);
  };
  return { fetch, renew: () => (renewed = true), sinceEnd: () => Date.now() - end };
}

test.each(['trialing', 'active'] as const)(
  'redirects an account holder who is %s to the account page as soon as their access ends',
  async (status) => {
    const { fetch, sinceEnd } = backendWithEndingAccount(status);
    const { screen, address } = await renderPage('/noticeboard', { backend: { fetch }, person: owner });
    expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
    expect(address()).toBe('/noticeboard');
    expect(await screen.findByText(ACCESS_ENDED)).toBeVisible();
    expect(sinceEnd()).toBeGreaterThanOrEqual(0);
    expect(sinceEnd()).toBeLessThan(MAX_DELAY_MS);
    expect(address()).toBe('/account');
  },
);

test('redirects an employee to their own page as soon as the access ends', async () => {
  const { fetch, sinceEnd } = backendWithEndingAccount('trialing');
  const { screen, address } = await renderPage('/noticeboard', { backend: { fetch }, person: driver });
  expect(await screen.findByRole('button', { name: 'Sam Dale, Employee' })).toBeVisible();
  expect(address()).toBe('/noticeboard');
  expect(await screen.findByText(SUSPENDED)).toBeVisible();
  expect(sinceEnd()).toBeGreaterThanOrEqual(0);
  expect(sinceEnd()).toBeLessThan(MAX_DELAY_MS);
  expect(address()).toBe('/manage-account');
});

test('stays open if the year was renewed before it ended', async () => {
  const { fetch, renew, sinceEnd } = backendWithEndingAccount('active');
  const { screen } = await renderPage('/noticeboard', { backend: { fetch }, person: owner });
  expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  renew();
  await vi.waitFor(() => expect(sinceEnd()).toBeGreaterThan(1000), { timeout: 10_000 });
  expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
  expect(screen.queryByText(ACCESS_ENDED)).not.toBeInTheDocument();
});

test('a renewal that arrives late opens the account again by itself', async () => {
  const { fetch, renew } = backendWithEndingAccount('active');
  const { screen } = await renderPage('/noticeboard', { backend: { fetch }, person: owner });
  expect(await screen.findByText(ACCESS_ENDED)).toBeVisible();
  renew();
  await vi.waitFor(() => expect(screen.queryByText(ACCESS_ENDED)).not.toBeInTheDocument(), { timeout: 25_000 });
}, 45_000);

test('does not redirect because of an expired cached copy before the server has answered', async () => {
  const lapsed = await backend.user({ firstName: 'Kit', lastName: 'Moor' });
  await backend.lapse(lapsed);
  const first = await renderPage('/works-list', { backend, person: lapsed });
  expect(await first.screen.findByText(ACCESS_ENDED)).toBeVisible();
  // Cached copies are written with a delay.
  await new Promise((done) => setTimeout(done, 1000));
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
