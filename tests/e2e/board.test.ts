// The noticeboard: the account holder posts a notice at the desk, a driver confirms it on the phone while offline, and
// records an accident with a photo, which can't be changed.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { expectAllSent } from '@tests/support/browser/proxied-server';
import { openAs } from '@tests/support/browser/sign-in';
import { waitForText } from '@tests/support/browser/wait-for-text';

let app: App;
let ownerPage: Page;
let driverPage: Page;
let driverContext: BrowserContext;

/** The worker has cached the app: it opens offline. */
async function waitUntilInstalled(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

beforeAll(async () => {
  app = await startApp();
  ({ page: ownerPage } = await app.open({ viewport: DESKTOP, worker: false }));
  ({ page: driverPage, context: driverContext } = await app.open({ viewport: PHONE }));
  await openAs(ownerPage, app.origin, 'owner@demo.test');
  await openAs(driverPage, app.origin, 'driver@demo.test');
});
afterAll(() => app.stop());

test('a notice posted at the desk appears on the phone', async () => {
  await ownerPage.getByRole('button', { name: 'Post a notice' }).click();
  const form = ownerPage.getByRole('dialog', { name: 'Post a notice' });
  await form.getByLabel('Title').fill('Nobody near the slurry tank');
  await form.getByLabel(/^Notice/).fill('While it is mixed, and for half an hour after.');
  await form.getByText('Urgent').click();
  await form.getByLabel('Ask everybody to confirm it').check();
  expect(await axe(ownerPage)).toEqual([]);
  await form.getByRole('button', { name: 'Post notice' }).click();
  await waitForText(ownerPage, 'Notice posted!');
  await driverPage.reload();
  await driverPage.getByRole('heading', { name: 'Nobody near the slurry tank' }).waitFor();
});

test('the notice is confirmed offline, also across a restart, and the account holder sees by whom', async () => {
  await waitUntilInstalled(driverPage);
  await driverPage.getByRole('heading', { name: 'Nobody near the slurry tank' }).waitFor();
  await driverContext.setOffline(true);
  await driverPage.getByRole('button', { name: 'Got it: Nobody near the slurry tank' }).click();
  await waitForText(driverPage, /^You confirmed this .+ at \d\d:\d\d\.$/);
  await waitForText(driverPage, '1 entry only on this phone');
  expect(await axe(driverPage)).toEqual([]);
  await driverPage.reload();
  await waitForText(driverPage, /^You confirmed this/);
  await driverContext.setOffline(false);
  await driverPage.getByText('1 entry only on this phone').waitFor({ state: 'detached' });
  await ownerPage.reload();
  await ownerPage.getByRole('button', { name: 'Nobody near the slurry tank' }).click();
  await waitForText(ownerPage, 'Confirmed by 1 of 2');
  expect(await axe(ownerPage)).toEqual([]);
});

test('an accident is recorded with a photo, reported to the account holder, and can’t be changed', async () => {
  await driverPage.goto('/add-note');
  await driverPage.getByRole('button', { name: 'Accident / near miss' }).click();
  await driverPage.getByLabel('Note', { exact: true }).fill('Slipped on the step of the tanker');
  // A PNG of one white pixel.
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  );
  await driverPage
    .locator('input[type=file][multiple]')
    .setInputFiles([1, 2, 3, 4, 5, 6, 7].map((n) => ({ name: `step${n}.png`, mimeType: 'image/png', buffer })));
  await driverPage.getByRole('img', { name: 'Photo 6' }).waitFor();
  await waitForText(driverPage, 'step7.png: 6 photos are the most.');
  expect(await driverPage.locator('input[type=file]').count()).toBe(0);
  expect(await axe(driverPage)).toEqual([]);
  await driverPage.getByRole('button', { name: 'Save note' }).click();
  await waitForText(driverPage, 'Note saved!');
  await expectAllSent(driverPage);
  await ownerPage.goto('/noticeboard');
  await ownerPage
    .getByRole('list', { name: 'Needs you' })
    .getByRole('link', { name: /^Accident \/ near miss\s*Sam Driver/ })
    .click();
  const note = ownerPage.getByRole('dialog', { name: 'Accident / near miss' });
  await note.getByText('Slipped on the step of the tanker').waitFor();
  await note.getByRole('img', { name: /^Photo 6, by/ }).waitFor();
  expect(await axe(ownerPage)).toEqual([]);
  expect(await note.getByLabel('Note', { exact: true }).count()).toBe(0);
  expect(await note.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  await note.getByRole('button', { name: 'Mark as done' }).click();
  await note.getByText(/^Done/).waitFor();
});

test('notes are downloaded as a PDF with their photos', async () => {
  await ownerPage.goto('/view-notes?title=Accident+%2F+near+miss');
  await ownerPage.getByRole('link', { name: /Slipped on the step/ }).waitFor();
  const [download] = await Promise.all([
    ownerPage.waitForEvent('download'),
    ownerPage.getByRole('button', { name: 'Notes as PDF' }).click(),
  ]);
  const bytes = readFileSync(await download.path());
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  expect(text.replace(/\s+/g, ' ')).toContain('Slipped on the step of the tanker');
  // The browser itself logs requests that fail offline.
  expect(app.pageErrors.filter((one) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(one))).toEqual([]);
});
