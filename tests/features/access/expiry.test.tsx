// The second in which a trial or a paid year ends, with the app open. Uses the real clock: fake time would run ahead of
// the responses, and a connection without responses counts as offline.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

const OVER = 'Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.';
const SUSPENDED = 'Access Suspended: Please contact your main account holder to resume access.';
const LEFT_MS = 4000;
/** The app's clock ticks once a minute: what happens sooner than this was not caused by the tick. */
const AT_ONCE_MS = 3000;

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

/** The backend, with an account that ends some seconds after it is first read, or renewed once `renew` was called. */
function ending(status: 'trialing' | 'active') {
  let end = 0;
  let renewed = false;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const answer = await backend.fetch(request);
    const own = request.method === 'GET' && request.url.includes('/rest/v1/profiles?');
    const holders = request.url.includes('/rest/v1/rpc/account_holder');
    if (!own && !holders) return answer;
    const row: unknown = await answer.json();
    end ||= Date.now() + LEFT_MS;
    const ends = new Date(end + (renewed ? 1e9 : 0)).toISOString();
    if (holders) return Response.json([{ first_name: 'Alex', last_name: 'Hill', active_until: ends }]);
    const read = { subscriptionStatus: status, trialEndsAt: ends, subscriptionEndsAt: ends };
    return Response.json(typeof row === 'object' ? { ...row, ...read } : row);
  };
  return { fetch, renew: () => (renewed = true), sinceEnd: () => Date.now() - end };
}

test.each(['trialing', 'active'] as const)(
  'a holder who is %s is led to the account at that second',
  async (status) => {
    const { fetch, sinceEnd } = ending(status);
    const { screen, address } = await renderPage('/noticeboard', { backend: { fetch }, person: owner });
    expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
    expect(address()).toBe('/noticeboard');
    expect(await screen.findByText(OVER)).toBeVisible();
    expect(sinceEnd()).toBeGreaterThanOrEqual(0);
    expect(sinceEnd()).toBeLessThan(AT_ONCE_MS);
    expect(address()).toBe('/account');
  },
);

test('an employee is led to their own page at that second', async () => {
  const { fetch, sinceEnd } = ending('trialing');
  const { screen, address } = await renderPage('/noticeboard', { backend: { fetch }, person: driver });
  expect(await screen.findByRole('button', { name: 'Sam Dale, Employee' })).toBeVisible();
  expect(address()).toBe('/noticeboard');
  expect(await screen.findByText(SUSPENDED)).toBeVisible();
  expect(sinceEnd()).toBeGreaterThanOrEqual(0);
  expect(sinceEnd()).toBeLessThan(AT_ONCE_MS);
  expect(address()).toBe('/manage-account');
});

test('a year that was renewed meanwhile continues', async () => {
  const { fetch, renew, sinceEnd } = ending('active');
  const { screen } = await renderPage('/noticeboard', { backend: { fetch }, person: owner });
  expect(await screen.findByRole('navigation', { name: 'Quick actions' })).toBeVisible();
  renew();
  await vi.waitFor(() => expect(sinceEnd()).toBeGreaterThan(1000), { timeout: 10_000 });
  expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
  expect(screen.queryByText(OVER)).not.toBeInTheDocument();
});

test('a renewal that arrives late opens the account again by itself', async () => {
  const { fetch, renew } = ending('active');
  const { screen } = await renderPage('/noticeboard', { backend: { fetch }, person: owner });
  expect(await screen.findByText(OVER)).toBeVisible();
  renew();
  await vi.waitFor(() => expect(screen.queryByText(OVER)).not.toBeInTheDocument(), { timeout: 25_000 });
}, 45_000);

test('an expired cached copy redirects no one while the server is being asked', async () => {
  const lapsed = await backend.user({ firstName: 'Kit', lastName: 'Moor' });
  await backend.lapse(lapsed);
  const first = await renderPage('/works-list', { backend, person: lapsed });
  expect(await first.screen.findByText(OVER)).toBeVisible();
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
