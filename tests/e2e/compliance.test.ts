// The compliance center from an empty account to the inspection pack, with evidence recorded without signal.
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { cameraPhoto } from '@tests/support/browser/camera-photo';
import { expectAllSent } from '@tests/support/browser/proxied-server';
import { newAccount } from '@tests/support/browser/new-account';
import { waitUntilStored } from '@tests/support/browser/stored-app';
import { waitForText } from '@tests/support/browser/wait-for-text';

const SPRAYER = 'Sprayer test (NSTS)';
let app: App;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  app = await startApp({ demo: false });
  ({ page, context } = await app.open({ viewport: PHONE }));
  // A system dialog can't be operated here: use the ordinary download instead.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await newAccount(app, page, 'compliance@walk.test');
});
afterAll(() => app.stop());

const dialog = () => page.getByRole('dialog');
const waitForDialogClosed = () => dialog().waitFor({ state: 'detached' });

test('an empty list offers the usual items of a country, each with its rule and source', async () => {
  await page.goto('/compliance-center');
  await page.getByText("Pick your country and we'll add the usual items.").waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Usual items' }).click();
  await dialog().getByLabel('Country').selectOption({ label: 'England' });
  expect(await axe(page)).toEqual([]);
  await dialog()
    .getByRole('button', { name: /^Add \d+ items$/ })
    .click();
  await waitForDialogClosed();
  await page.getByRole('link', { name: SPRAYER }).first().click();
  await page.getByText('The rule and its source').waitFor();
  expect(await axe(page)).toEqual([]);
});

test('an item is done without signal, with a certificate number and a photo, and sent once the signal is back', async () => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.goto('/compliance-center');
  await page.getByRole('link', { name: SPRAYER }).first().waitFor();
  await waitUntilStored(page);
  const photo = await cameraPhoto(page);
  await context.setOffline(true);
  await page.goto('/compliance-center');
  await page
    .getByRole('button', { name: new RegExp(`^Done.*${SPRAYER.replace(/[()]/g, '\\$&')}`) })
    .first()
    .click();
  await dialog().getByLabel('Certificate or report number').fill('NSTS-4711');
  await dialog()
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'certificate.jpg', mimeType: 'image/jpeg', buffer: photo });
  await dialog().getByRole('button', { name: 'Save' }).click();
  await waitForDialogClosed();
  await page.getByRole('link', { name: SPRAYER }).first().click();
  await waitForText(page, /NSTS-4711/);
  expect(await axe(page)).toEqual([]);
  await context.setOffline(false);
  await expectAllSent(page);
});

test('the inspection pack contains the evidence and its photo, and an index that names every file', async () => {
  await page.setViewportSize(DESKTOP);
  await page.goto('/compliance-center');
  await page.getByRole('button', { name: 'Inspection pack' }).click();
  await dialog().getByRole('button', { name: 'Make the pack' }).waitFor();
  expect(await axe(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog().getByRole('button', { name: 'Make the pack' }).click();
  const archive = unzipSync(new Uint8Array(readFileSync(await (await download).path())));
  const names = Object.keys(archive);
  const index = strFromU8(archive['Index.csv'] ?? new Uint8Array());
  for (const name of names.filter((one) => !/^(Index\.(csv|pdf)|Read me\.txt)$/.test(one)))
    expect(index).toContain(name);
  expect(names.filter((name) => /\.(jpe?g|webp)$/i.test(name))).toHaveLength(1);
  const evidence = names
    .filter((name) => name.endsWith('.csv'))
    .map((name) => strFromU8(archive[name] ?? new Uint8Array()));
  expect(evidence.join('\n')).toContain('NSTS-4711');
  expect(evidence.join('\n')).not.toMatch(/you are compliant/i);
  expect(app.pageErrors.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});
