// Notifications on the account page: turned on for one device, with kinds and quiet hours, and ended when signing out.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { followDevice } from '@/data/push-devices';
import { signOut } from '@/session/sign-out';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/phone';

/** A browser's own part of notifications: the permission, and its subscription. */
function fakeBrowser(answer: NotificationPermission = 'granted') {
  let subscription: PushSubscription | null = null;
  const browser = { permission: 'default' as NotificationPermission, endpoint: ENDPOINT, current: () => subscription };
  const make = () => ({
    endpoint: browser.endpoint,
    toJSON: () => ({ endpoint: browser.endpoint, keys: { p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) } }),
    unsubscribe: () => Promise.resolve(((subscription = null), true)),
  });
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    // As much of a subscription as the app uses.
    subscribe: () => Promise.resolve((subscription = make() as unknown as PushSubscription)),
  };
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: () => Promise.resolve({ pushManager }) });
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: () => Promise.resolve((browser.permission = answer)),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  return { ...browser, set: (values: Partial<typeof browser>) => Object.assign(browser, values), pushManager };
}

beforeEach(async () => {
  vi.stubEnv('VITE_VAPID_PUBLIC_KEY', 'BJqlkey');
  localStorage.removeItem('farm-diary-push');
  await backend.sql('delete from public.push_subscriptions');
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const open = (person = driver) => renderPage(person === owner ? '/account' : '/manage-account', { backend, person });
const card = async () => within(await screen.findByRole('region', { name: 'Notifications' }));
const devices = () =>
  backend.sql('select person_id, endpoint, kinds, quiet_from, quiet_to, show_details from public.push_subscriptions');

test('an employee turns notifications on for a phone, and chooses kinds, quiet hours and details', async () => {
  fakeBrowser();
  const { user } = await open();
  await user.click((await card()).getByRole('button', { name: 'Turn on for this phone' }));
  const form = await card();
  await waitFor(() => expect(form.getByRole('checkbox', { name: 'Urgent notices' })).toBeChecked());
  expect(await devices()).toEqual([
    {
      ...{ person_id: driver.id, endpoint: ENDPOINT, kinds: ['notice', 'machine', 'job', 'week', 'clock', 'absence'] },
      ...{ quiet_from: null, quiet_to: null, show_details: false },
    },
  ]);
  await user.click(form.getByRole('checkbox', { name: 'My week was sent back' }));
  await user.click(form.getByRole('checkbox', { name: 'Quiet hours' }));
  await user.clear(form.getByLabelText('To'));
  await user.click(form.getByRole('button', { name: 'Save notifications' }));
  expect(form.getByText('Enter both times.')).toBeVisible();
  await user.type(form.getByLabelText('To'), '05:30');
  await user.click(form.getByRole('checkbox', { name: 'Show details on a locked screen' }));
  await user.click(form.getByRole('button', { name: 'Save notifications' }));
  await waitFor(async () =>
    expect(await devices()).toMatchObject([
      { kinds: ['notice', 'machine', 'job', 'clock', 'absence'], quiet_from: 1290, quiet_to: 330, show_details: true },
    ]),
  );
  await user.click((await card()).getByRole('button', { name: 'Turn off for this phone' }));
  expect(await screen.findByRole('button', { name: 'Turn on for this phone' })).toBeVisible();
  expect(await devices()).toEqual([]);
});

test('a test message is sent to this phone, at most one a minute; signing out ends notifications on the device', async () => {
  const browser = fakeBrowser();
  const { user } = await open();
  await user.click((await card()).getByRole('button', { name: 'Turn on for this phone' }));
  const send = () => screen.findByRole('button', { name: 'Send a test message' });
  // Messages of this minute and of the next, as if the phone had just sent a test message.
  await backend.sql(
    `insert into public.push_messages (user_id, person_id, kind, message_key, path, title)
     select $1, $2, 'test', 'test:' || to_char((now() + n * interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD HH24.MI'), '/noticeboard', 'Test'
     from generate_series(0, 1) n`,
    [owner.id, driver.id],
  );
  await user.click(await send());
  expect(
    await screen.findByText(/^The test message was not sent\. You have just sent one\. Wait a minute/),
  ).toBeVisible();
  await backend.sql('delete from public.push_messages where person_id = $1', [driver.id]);
  await user.click(await send());
  expect(await screen.findByText(/^Sent\. It appears on this phone within two minutes/)).toBeVisible();
  expect(screen.queryByText(/was not sent/)).not.toBeInTheDocument();
  const queued = await backend.sql(
    `select s.endpoint, d.state from private.push_deliveries d join public.push_subscriptions s on s.id = d.subscription_id`,
  );
  expect(queued).toEqual([{ endpoint: ENDPOINT, state: 'waiting' }]);
  // A test message is not news: the noticeboard does not list it.
  const { data } = await driver.from('push_messages').select('kind');
  expect(data).toEqual([{ kind: 'test' }]);
  cleanup();
  await renderPage('/noticeboard', { backend, person: driver });
  await screen.findByRole('heading', { name: 'Your day' });
  expect(screen.queryByRole('heading', { name: /^What’s new/ })).not.toBeInTheDocument();

  expect(await signOut()).toBe(true);
  // Signing out waits a few seconds at most for the end of the notifications.
  await waitFor(async () => expect(await devices()).toEqual([]));
  await waitFor(() => expect(browser.current()).toBeNull());
  await waitFor(() => expect(localStorage.getItem('farm-diary-push')).toBeNull());
});

test('the account holder is offered the kinds of message for account holders', async () => {
  const browser = fakeBrowser();
  browser.set({ permission: 'granted' });
  const { user } = await open(owner);
  await user.click((await card()).getByRole('button', { name: 'Turn on for this phone' }));
  expect(await screen.findByRole('checkbox', { name: 'A week was handed in' })).toBeChecked();
  expect(screen.queryByRole('checkbox', { name: 'Urgent notices' })).toBeNull();
});

test('a refused permission is explained, with what to do', async () => {
  fakeBrowser('denied');
  const { user } = await open();
  await user.click((await card()).getByRole('button', { name: 'Turn on for this phone' }));
  expect(await screen.findByText(/Notifications from Farm Diary are blocked on this phone/)).toBeVisible();
  expect(await devices()).toEqual([]);
});

test('an iPhone outside of the home screen is told to put the app there', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  await open();
  expect(await screen.findByText(/add Farm Diary to the home screen first/)).toBeVisible();
});

test('another person who signs in on the device receives their own messages there, and a changed address is registered', async () => {
  const browser = fakeBrowser();
  const keys = { p_p256dh: 'A'.repeat(87), p_auth: 'B'.repeat(22) };
  await owner.rpc('keep_push_subscription', { p_endpoint: ENDPOINT, ...keys, p_show_details: true, p_kinds: ['week'] });
  await browser.pushManager.subscribe();
  localStorage.setItem('farm-diary-push', JSON.stringify({ userId: owner.id, endpoint: ENDPOINT }));
  await open();
  await waitFor(async () => expect(await devices()).toMatchObject([{ person_id: driver.id, show_details: false }]));
  // The device notes the person after the server's answer.
  await waitFor(() => expect(localStorage.getItem('farm-diary-push')).toContain(driver.id));
  const endpoint = `${ENDPOINT}-next`;
  browser.set({ endpoint });
  await browser.pushManager.subscribe();
  await followDevice(driver.id);
  expect(await devices()).toMatchObject([{ person_id: driver.id, endpoint }]);
});
