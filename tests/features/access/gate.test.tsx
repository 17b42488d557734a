import { cleanup, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '@/app/routes';
import { dismissToast, toastStore } from '@/lib/toast';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';

const ACCESS_ENDED =
  'Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.';
const SUSPENDED = 'Access Suspended: Please contact your main account holder to resume access.';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let lapsedOwner: Person;
let lapsedDriver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  lapsedOwner = await backend.user({ firstName: 'Kit', lastName: 'Moor' });
  lapsedDriver = await backend.employeeOf(lapsedOwner, { firstName: 'Jo', lastName: 'Fell' });
  await backend.lapse(lapsedOwner);
  await backend.sql(`update public.farm_settings set farm_name = 'Moor Farm' where user_id = $1`, [lapsedOwner.id]);
});
afterEach(() => sessionStorage.clear());
afterAll(() => backend.close());

describe('signed out', () => {
  test.each([
    ['/works-list', '/'],
    ['/nowhere?invite=TOKEN', '/?invite=TOKEN'],
    ['/noticeboard?a=1', '/?a=1'],
    ['/?invite=TOKEN', '/?invite=TOKEN'],
  ])('%s leads to %s', async (path, target) => {
    const { screen, address } = await renderPage(path, { backend });
    expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
    expect(address()).toBe(target);
  });

  test('an unknown address shows a message; a page that requires signing in does not', async () => {
    const known = await renderPage('/works-list', { backend });
    await known.screen.findByRole('heading', { name: 'Welcome to AgriFlow' });
    // Wait until the table of routes is loaded.
    await import('@/app/gate/unknown-address');
    expect(toastStore.get()).toBeNull();
    cleanup();
    const { screen } = await renderPage('/nowhere', { backend });
    expect(await screen.findByText('There is no page at that address.')).toBeInTheDocument();
    dismissToast(toastStore.get()?.id ?? 0);
  });

  test.each([
    ['/features', 'Features'],
    ['/about', 'About Us'],
    ['/pricing', 'Pricing'],
    ['/contact', 'Contact Support'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-and-conditions', 'Terms & Conditions'],
  ])('%s is open', async (path, title) => {
    const { screen, address } = await renderPage(path, { backend });
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Login / Register' })).toBeVisible();
    expect(address()).toBe(path);
    expect(document.title).toBe(`${title} · Farm Diary`);
  });
});

describe('signed in with an active account', () => {
  test('an unknown address shows a message and redirects home; the others lead where they belong, without a message', async () => {
    const { screen, address } = await renderPage('/nowhere', { backend, person: owner });
    expect(await screen.findByText('There is no page at that address.')).toBeInTheDocument();
    expect(address()).toBe('/noticeboard');
    expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
    dismissToast(toastStore.get()?.id ?? 0);
    for (const [path, target] of [
      ['/fields/map?zoom=3', '/fields/map?zoom=3'],
      ['/forgot-password', '/noticeboard'],
      ['/machinery/7/service', '/machinery/7/service'],
      ['/update-password', '/noticeboard'],
      ['/', '/'],
    ] as const) {
      navigate(path);
      await waitFor(() => expect(address(), path).toBe(target));
      expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
      expect(address(), path).toBe(target);
      expect(toastStore.get()).toBeNull();
    }
    navigate('/account');
    expect(await screen.findByText(/^Free trial – 30 days left/)).toBeVisible();
  });

  test('public pages stay open when signed in, with a link back into the app', async () => {
    const { screen, user } = await renderPage('/pricing', { backend, person: owner });
    expect(await screen.findByRole('heading', { name: 'One price. The whole farm.' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Login / Register' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Noticeboard' }));
    expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
  });

  test('a page of the account holder tells an employee that it is not for them, and requests no data', async () => {
    const requests: string[] = [];
    const recordingFetch: TestBackend['fetch'] = (input, init) => {
      requests.push(input instanceof Request ? input.url : String(input));
      return backend.fetch(input, init);
    };
    const { screen, address } = await renderPage('/invoices', { backend: { fetch: recordingFetch }, person: driver });
    expect(
      await screen.findByText('This page is for the main account holder. Ask Alex if you need something changed.'),
    ).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Back to Noticeboard' })).toHaveAttribute(
      'href',
      '/noticeboard',
    );
    expect(requests.filter((url) => /rest\/v1\/(?!profiles|rpc\/account_holder|farm_settings)/.test(url))).toEqual([]);
    for (const path of [
      ...['/view-invoices', '/reports', '/day-sheet', '/invoice-settings', '/manage-users', '/stocking-rate'],
      ...['/slurry-storage', '/np-loading', '/compliance-center'],
    ]) {
      navigate(path);
      const title = routes.find((route) => route.path === path)?.title;
      await waitFor(() => expect(document.title, path).toBe(`${title} · Farm Diary`));
      expect(await screen.findByText(/This page is for the main account holder\./), path).toBeVisible();
    }
    // The page of the account leads to the person's own.
    navigate('/account');
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeInTheDocument();
    expect(address()).toBe('/manage-account');
  });
});

describe('an account holder whose subscription is over', () => {
  test('can read the noticeboard, with a banner, and can open only the account page', async () => {
    const { screen, user, address } = await renderPage('/', { backend, person: lapsedOwner });
    const banner = await screen.findByText(ACCESS_ENDED);
    expect(banner).toBeVisible();
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    for (const name of ['Diary', 'Fields', 'Machinery', 'MyFarm', 'More']) {
      expect(main.getByRole('button', { name })).toBeDisabled();
    }
    expect(main.getByRole('link', { name: 'Noticeboard' })).toHaveAttribute('href', '/');
    expect(main.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/account');
    const phone = within(screen.getByRole('navigation', { name: 'Shortcuts' }));
    for (const name of ['Diary', 'Add Work', 'Fields']) expect(phone.getByRole('button', { name })).toBeDisabled();
    expect(phone.getByRole('link', { name: 'Noticeboard' })).toHaveAttribute('href', '/');
    expect(await screen.findByRole('heading', { name: 'Noticeboard' })).toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Quick actions' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Go to Account' }));
    expect(address()).toBe('/account');
    for (const path of ['/works-list', '/noticeboard', '/nowhere', '/manage-account']) {
      navigate(path);
      await waitFor(() => expect(address(), path).toBe('/account'));
      expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeInTheDocument();
      expect(await screen.findByText(/^Inactive: it ended on/)).toBeVisible();
    }
  });
});

test('an employee of a lapsed account sees their own page with the reason', async () => {
  const { screen, address } = await renderPage('/add-work', { backend, person: lapsedDriver });
  expect(await screen.findByRole('alert')).toHaveTextContent(SUSPENDED);
  expect(address()).toBe('/manage-account');
  expect(await screen.findByLabelText('First name')).toHaveValue('Jo');
  expect(await screen.findByText('Moor Farm')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
});

test('an employee without an account holder sees that they belong to no farm account', async () => {
  const removed = await backend.employeeOf(owner, { firstName: 'Max' });
  await backend.sql('update public.profiles set admin_id = null where id = $1', [removed.id]);
  const { screen, address } = await renderPage('/works-list', { backend, person: removed });
  expect(await screen.findByText(/You are not part of a farm account any more/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  expect(address()).toBe('/');
});

test('a person without a profile can try again, and is let in once there is one', async () => {
  const withoutProfile = await backend.user({ firstName: 'Lou', lastName: 'Lea' });
  let profileExists = false;
  const fetchWithoutProfile: TestBackend['fetch'] = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (profileExists || !url.includes('/rest/v1/profiles')) return backend.fetch(input, init);
    const body = JSON.stringify({ code: 'PGRST116', message: 'no rows', details: null, hint: null });
    return Promise.resolve(new Response(body, { status: 406, headers: { 'content-type': 'application/json' } }));
  };
  const { screen, user } = await renderPage('/diary', {
    backend: { fetch: fetchWithoutProfile },
    person: withoutProfile,
  });
  expect(await screen.findByText('We could not find your account details.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  profileExists = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Lou Lea, Admin' })).toBeVisible();
});

test('offline without a cached copy, the page says that there is no answer, not that the account is missing', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { screen } = await renderPage('/diary', { backend, person: owner });
  expect(await screen.findByRole('heading', { name: 'No answer' })).toBeInTheDocument();
  expect(screen.getByText(/You are still signed in/)).toBeVisible();
  expect(screen.queryByText('We could not find your account details.')).not.toBeInTheDocument();
});
