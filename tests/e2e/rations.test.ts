// The account holder changes the dry matter of the silage at the desk; the driver opens the load sheet in
// the cab without signal, loads for 118 head and logs the feeding, which is sent later.
import type { BrowserContext, Page } from 'playwright-core';
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

beforeAll(async () => {
  app = await startApp();
  ({ page: ownerPage } = await app.open({ viewport: DESKTOP }));
  ({ page: driverPage, context: driverContext } = await app.open({ viewport: PHONE }));
  await openAs(ownerPage, app.origin, 'owner@demo.test');
  await openAs(driverPage, app.origin, 'driver@demo.test');
});
afterAll(() => app.stop());

test('changing the dry matter of the silage at the desk turns 28 kg into 31.36 kg', async () => {
  await ownerPage.goto('/tmr-mixes');
  await ownerPage.getByRole('link', { name: /Milkers, winter/ }).click();
  await waitForText(ownerPage, '19.34 kg (38.2 %)');
  expect(await axe(ownerPage)).toEqual([]);
  await ownerPage.getByRole('button', { name: 'Change the dry matter of Grass silage' }).click();
  const dialog = ownerPage.getByRole('dialog', { name: 'Dry matter of Grass silage' });
  await dialog.getByLabel('Dry matter', { exact: true }).fill('25');
  await dialog.getByText('31.36 kg').waitFor();
  expect(await axe(ownerPage)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change the mix' }).click();
  await waitForText(ownerPage, 'Mix updated!');
  await ownerPage.getByRole('cell', { name: '31.36' }).waitFor();
});

test('the driver loads for 118 head without signal and logs it; it is sent when the signal is back', async () => {
  // The worker has cached the app, and the app the mix: both open offline.
  await driverPage.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await driverContext.setOffline(false);
  await driverPage.goto('/');
  await driverPage.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await driverPage.getByRole('link', { name: 'Load sheet: Milkers, winter' }).click();
  await waitForText(driverPage, '2 loads of 3,241 kg');
  await driverContext.setOffline(true);
  await driverPage.reload();
  await driverPage.getByLabel('Head today', { exact: true }).fill('118');
  await waitForText(driverPage, '2 loads of 3,187 kg');
  const reads = driverPage.locator('.load-table tbody td:last-child');
  // A load feeds 59 head. Each figure is the exact total so far, rounded to 5 kg.
  expect(await reads.allTextContents()).toEqual(['30', '40', '215', '365', '450', '1,335', '3,185']);
  expect(await axe(driverPage)).toEqual([]);
  await driverPage.getByRole('button', { name: 'Next: Minerals' }).click();
  await driverPage
    .getByRole('region', { name: 'Load now' })
    .getByText('40 kg')
    .filter({ visible: true })
    .first()
    .waitFor();
  await driverPage.getByRole('button', { name: 'Log feeding' }).click();
  expect(await axe(driverPage)).toEqual([]);
  await driverPage.getByRole('button', { name: 'Save feeding' }).click();
  await waitForText(driverPage, 'Feeding saved!');
  await driverPage.getByRole('button', { name: /Milkers, winter.*118 head.*Waiting on this phone/ }).waitFor();
  await driverContext.setOffline(false);
  await expectAllSent(driverPage);
  await ownerPage.goto('/tmr-mixes?tab=log');
  await ownerPage
    .getByRole('button', { name: /118 head.*Sam/ })
    .first()
    .waitFor();
  expect(await axe(ownerPage)).toEqual([]);
});
