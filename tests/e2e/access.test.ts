// Signing in and out on the built app: sign up and confirm by mail; reset a forgotten password, which signs an attacker
// out; sign out offline, in every tab.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE, startApp, typePassword, type App } from '@tests/support/app';
import { openSignUp } from '@tests/support/browser/new-account';
import { FULL } from '@tests/support/full';
import { waitForText } from '@tests/support/browser/wait-for-text';

type Opened = Awaited<ReturnType<App['open']>>;

const EMAIL = 'new.farmer@farm.example';
const PASSWORD = 'a gate and a hedge 26';
const NEW_PASSWORD = 'another gate entirely 27';

let app: App;
/** The phone on which the account is made, a computer, and a phone that stores the app. */
let phone: Opened;
let desk: Opened;
let newPhone: Opened;

beforeAll(async () => {
  app = await startApp({ demo: false });
  phone = await app.open({ viewport: PHONE, worker: false });
  desk = await app.open({ worker: false });
  newPhone = await app.open({ viewport: PHONE });
});

afterAll(() => app.stop());

/** The link in the last mail with this subject to the address. */
async function linkOf(subject: string, to = EMAIL): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const mail = (await app.mails()).filter((one) => one.to === to && one.subject === subject).at(-1);
    const link = /http\S+/.exec(mail?.text ?? '')?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail '${subject}' to ${to}`);
}

async function signIn(page: Page, password: string) {
  await page.goto('/');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(password);
  await page.locator('form button[type=submit]').click();
}

const storedSessionCount = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')).length);

test('a farmer signs up, follows the link in the mail, and is on trial', async () => {
  const { page, context } = phone;
  await openSignUp(page);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByPlaceholder('Create a strong password').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await waitForText(page, 'Please check your email for a confirmation link.', { exact: true });
  await page.getByRole('button', { name: 'Send it again' }).waitFor();
  expect(await page.getByText(/You can ask for another mail in \d+ s\./).isVisible()).toBe(true);
  // Signing in fails until the link is followed.
  await signIn(page, PASSWORD);
  await waitForText(page, 'Email not confirmed', { exact: true });
  await page.goto(await linkOf('Confirm your address'));
  // Nothing else opens before the password is typed, here or in another tab.
  const tab = await context.newPage();
  await tab.goto('/works-list');
  await tab.getByRole('heading', { name: 'Type your password' }).waitFor();
  await tab.close();
  await typePassword(page, PASSWORD);
  await page.locator('.app-frame').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.goto('/account');
  await waitForText(page, /Free trial/);
  // The link no longer works.
  await desk.page.goto(await linkOf('Confirm your address'));
  await waitForText(desk.page, 'This link was used before, or it is too old. Ask for a new one.');
  expect(await storedSessionCount(desk.page)).toBe(0);
});

const pressed = [
  ['Enter', (page: Page) => page.getByLabel('Password').press('Enter')],
  ['the button', (page: Page) => page.getByRole('button', { name: 'Sign In' }).click()],
] as const;

test.each(FULL ? pressed : pressed.slice(0, 1))(
  '%s pressed before the page is ready signs in when it is',
  async (_what, press) => {
    const { page } = desk;
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => (release = done));
    await page.route('**/assets/landing-*.js', (route) => released.then(() => route.continue()));
    await page.evaluate(() => localStorage.clear());
    // The load event waits for the preload of the delayed file.
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page);
    release();
    await page.locator('.app-frame').waitFor();
    await page.unrouteAll();
  },
);

test('a forgotten password is reset by mail, and other sessions are signed out (A56)', async () => {
  // Somebody else is signed in on the computer.
  const { page: thief } = desk;
  const { page } = newPhone;
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The previous page stays until the new one is loaded.
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText(`If ${EMAIL} has an account, a mail is on its way to it.`).waitFor();
  const link = await linkOf('Set a new password');
  // The page of the link is open already, so that only the fragment changes.
  await page.goto('/update-password');
  await page.getByRole('link', { name: 'Send me a link' }).waitFor();
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New password', { exact: true }).waitFor();
  expect(page.url()).toBe(`${app.origin}/update-password`);
  // This page takes precedence over every other one.
  await page.goto('/works-list');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  expect(page.url()).toBe(`${app.origin}/update-password`);
  await page.getByLabel('New password again').fill(NEW_PASSWORD);
  // The session in the other browser ends: its next request is refused. The page makes one each minute.
  const before = app.pageErrors.length;
  const refused = thief.waitForResponse(
    (response) => response.url().includes('/auth/v1/token') && response.status() === 400,
    { timeout: 100_000 },
  );
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await waitForText(page, 'Password changed', { exact: true });
  await page.locator('.app-frame').waitFor();
  expect((await app.mails()).some(({ to, subject }) => to === EMAIL && subject === 'Your password was changed')).toBe(
    true,
  );

  // The attacker's access token would still be valid for most of an hour.
  await thief.reload();
  await refused;
  await thief.getByRole('heading', { name: 'Welcome to AgriFlow' }).waitFor();
  expect(await storedSessionCount(thief)).toBe(0);
  await signIn(thief, PASSWORD);
  await waitForText(thief, 'Invalid login credentials');
  // Browsers log refused requests to the console; these were expected.
  app.pageErrors.length = before;

  await signIn(thief, NEW_PASSWORD);
  await thief.locator('.app-frame').waitFor();
});

test('signing out offline signs out every tab, and leaves nothing on the phone (A76, A77, A78)', async () => {
  const { page, context } = newPhone;
  const tab = await context.newPage();
  await tab.goto('/noticeboard');
  await tab.locator('.app-frame').waitFor();
  // The app is installed on the phone: code loaded on demand comes from there.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator('.app-frame').waitFor();
  await context.setOffline(true);
  await page.locator('header .account-button').click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Welcome to AgriFlow' }).waitFor();
  await tab.getByRole('heading', { name: 'Welcome to AgriFlow' }).waitFor();
  expect(await storedSessionCount(tab)).toBe(0);
  // The next person on this phone finds the bare app: no page and no response of the previous user.
  await tab.goBack().catch(() => null);
  await tab.goto('/works-list');
  await tab.getByRole('heading', { name: 'Welcome to AgriFlow' }).waitFor();
  const cached = await tab.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });
  expect(cached.length).toBeGreaterThan(0);
  expect(cached.filter((path) => /^\/(rest|auth|storage|functions|spare)\/|^\/_/.test(path))).toEqual([]);
});
