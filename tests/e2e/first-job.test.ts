// A new account holder on a phone, from the end of the sign-up to the first job, with every tap and key counted.
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe } from '@tests/support/browser/axe';
import { newAccountByApi } from '@tests/support/browser/new-account';
import { putSession } from '@tests/support/browser/sign-in';
import { PHONE, startApp, type App } from '@tests/support/app';
import { waitForText } from '@tests/support/browser/wait-for-text';

const MAX_TAPS = 8;
const MAX_KEYS = 15;

let app: App;
let context: BrowserContext;
let page: Page;
let taps = 0;
let keys = 0;

beforeAll(async () => {
  app = await startApp({ demo: false });
  ({ context, page } = await app.open({ viewport: PHONE, worker: false }));
  // Before four in the morning, Add Work asks which day a job belongs to.
  const noon = new Date();
  noon.setUTCHours(12, 0, 0, 0);
  await page.clock.setFixedTime(noon);
});
afterAll(async () => {
  await context.close();
  await app.stop();
});

async function tap(target: Locator) {
  await target.click();
  taps += 1;
}

/** Types into the field that has the focus; the key to finish counts, too. */
async function type(text: string) {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  keys += text.length + 1;
}

test('the first job takes eight taps and fifteen keys at most from the end of the sign-up', async () => {
  const email = 'first.job@walk.test';
  const { password } = await newAccountByApi(app, email);
  await putSession(page, app.origin, email, password);
  await page.goto('/');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  expect(await axe(page)).toEqual([]);

  await tap(page.getByText('No', { exact: true }));
  await tap(page.getByLabel('Business name'));
  await type('Kelly');
  await tap(page.getByRole('button', { name: 'Contractor' }));
  expect(await axe(page)).toEqual([]);
  await tap(page.getByRole('button', { name: /^Add \d+ tasks$/ }));
  await tap(page.getByRole('link', { name: 'Log the first job' }));
  await page.getByRole('searchbox', { name: 'Search, or type a new name' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await type('Moor');
  await tap(page.getByRole('button', { name: 'Drilling' }));
  await tap(page.getByRole('button', { name: '8', exact: true }));
  await tap(page.getByRole('button', { name: 'Save work' }));
  await page.getByRole('heading', { name: 'Work entry saved!' }).waitFor();

  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  expect(keys).toBeLessThanOrEqual(MAX_KEYS);
});

test('the job is in the works list, and the First steps card is gone from the noticeboard', async () => {
  await page.goto('/works-list');
  await waitForText(page, 'Moor');
  await page.goto('/noticeboard');
  await page.getByText('One thing needs you.').waitFor();
  expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
  expect(app.pageErrors).toEqual([]);
});
