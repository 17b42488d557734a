// A visitor uses the contact form on the built app: the mail arrives in the mailbox, and each failure is shown.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { waitForText } from '@tests/support/browser/wait-for-text';

const FUNCTION = '**/functions/v1/send-contact-email';

let app: App;
let page: Page;
beforeAll(async () => {
  app = await startApp({ demo: false });
});
afterAll(() => app.stop());

beforeEach(async () => {
  ({ page } = await app.open());
  return () => page.context().close();
});

const fields = ['Name', 'Email', 'Message', 'What is 2 + 2?'] as const;
const FILLED = ['Ann Hill', 'ann@hill.farm', 'The gate is open.\n<b>Sincerely</b> {{7*7}}', '4'];

async function fill(values = FILLED) {
  await page.goto('/contact', { waitUntil: 'commit' });
  for (const [at, label] of fields.entries()) await page.getByLabel(label).fill(values[at] ?? '');
}
/** Presses the button, which is a submit button once the script controls the form. */
const press = () => page.locator('form button[type=submit]').click();
const values = () => Promise.all(fields.map((label) => page.getByLabel(label).inputValue()));
const seeText = (text: string) => waitForText(page, text, { exact: true });

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s a message is sent, and its mail is in the mailbox with the reply address', async (name, size) => {
  await page.setViewportSize(size);
  await fill([`Ann of ${name}`, ...FILLED.slice(1)]);
  await press();
  await seeText('Message Sent!');
  await seeText("Thanks for reaching out. We'll get back to you soon.");
  expect(await values()).toEqual(['', '', '', '']);
  const mails = (await app.mails()) as { subject: string; text: string; html: string; replyTo?: string }[];
  const mail = mails.find(({ subject }) => subject === `Message from Ann of ${name}`);
  expect(mail).toMatchObject({ replyTo: 'ann@hill.farm', html: '' });
  expect(mail?.text).toContain('The gate is open.\n<b>Sincerely</b> {{7*7}}');
  expect(app.pageErrors).toEqual([]);
});

test.each([
  ['Missing Fields', 'Please fill out all required fields.', 2, '  '],
  ['Invalid Email', 'Please enter a valid email address.', 1, 'ann@hill'],
  ['Incorrect Answer', 'Please answer the anti-spam question correctly.', 3, '5'],
])('%s is reported, nothing is sent and nothing is lost', async (title, description, at, wrong) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const typed = FILLED.map((value, field) => (field === at ? wrong : value));
  await fill(typed);
  await press();
  await seeText(title);
  await seeText(description);
  expect(await values()).toEqual(typed);
  expect(asked.filter((url) => url.includes('/functions/'))).toEqual([]);
});

const unverified = JSON.stringify({
  error: { name: 'validation_error', message: 'The b.example domain is not verified.' },
});

test.each([
  [
    'a refusal',
    429,
    { success: false, error: 'Too many messages today. Try again tomorrow.' },
    'Too many messages today. Try again tomorrow.',
  ],
  [
    'an unverified domain',
    502,
    { success: false, error: unverified },
    "The site's email sending service is not yet configured. Please contact the site administrator.",
  ],
  ['no success flag', 200, {}, 'An unknown error occurred while sending the message.'],
])(
  'after %s the form shows the reason, keeps the message, and sends it with the next press',
  async (_, status, body, reason) => {
    await page.route(FUNCTION, (route) => route.fulfill({ status, json: body }));
    await fill();
    await press();
    await seeText(`Failed to send message: ${reason}`);
    expect(await values()).toEqual(FILLED);
    await page.unroute(FUNCTION);
    await page.route(FUNCTION, (route) => route.fulfill({ json: { success: true } }));
    await press();
    await seeText('Message Sent!');
  },
);

/** Delays the script that takes the page over, until it is released. */
async function delayScript() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => (release = done));
  await page.route('**/assets/eager-contact-*.js', (route) => released.then(() => route.continue()));
  return release;
}
/** The code that reports being offline is loaded before the connection is cut. */
const waitForOfflineCode = () =>
  page.waitForFunction(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    const needed = ['/assets/toaster-', '/assets/functions-', '/_embedded.json'];
    return needed.every((file) => names.some((name) => name.includes(file)));
  });

test('offline the form says so and keeps the message, also if typing began before the page was ready', async () => {
  const release = await delayScript();
  await fill();
  release();
  await waitForOfflineCode();
  await page.context().setOffline(true);
  await press();
  await seeText('Failed to send message: There is no signal. Try again when there is.');
  expect(await values()).toEqual(FILLED);
});

test('if nothing more could be fetched, the form itself says that there is no connection', async () => {
  await page.route(/assets\/(toaster|functions)-/, (route) => route.abort());
  await fill();
  await press();
  await seeText('There is no signal. Try again when there is. What you wrote is still here.');
  expect(await values()).toEqual(FILLED);
});

test('a press before the page is ready gets a response, and the next one sends the message', async () => {
  await page.route(FUNCTION, (route) => route.fulfill({ json: { success: true } }));
  const release = await delayScript();
  await fill();
  await page.getByRole('button', { name: 'Send message' }).click();
  const notYet = page.getByText('Not ready to send yet. What you wrote stays here: press again in a moment.');
  await notYet.waitFor();
  expect(await values()).toEqual(FILLED);
  release();
  await notYet.waitFor({ state: 'detached' });
  expect(await values()).toEqual(FILLED);
  await press();
  await seeText('Message Sent!');
});

test('without JavaScript a press loses nothing, and the page says that sending needs it', async () => {
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false, baseURL: app.origin });
  if (!context) throw new Error('no browser');
  const scriptlessPage = await context.newPage();
  await scriptlessPage.goto('/contact');
  await scriptlessPage.getByLabel('Message').fill('The gate is open.');
  await scriptlessPage.getByRole('button', { name: 'Send message' }).click();
  expect(await scriptlessPage.getByLabel('Message').inputValue()).toBe('The gate is open.');
  expect(await scriptlessPage.locator('form noscript p').innerText()).toBe(
    'Sending needs JavaScript. Switch it on for this page.',
  );
  await context.close();
});
