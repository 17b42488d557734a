// A failed pre-use check: an offline driver finds the handbrake defective, with photo and signature; the office is told,
// logs the repair, and the machine is in use again.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { expectAllSent } from '@tests/support/browser/proxied-server';
import { openAs } from '@tests/support/browser/sign-in';
import { waitUntilStored } from '@tests/support/browser/stored-app';
import { waitForText } from '@tests/support/browser/wait-for-text';

const CRITICAL = [
  'Tyres and wheel nuts',
  'Pick-up hitch and drawbar',
  'PTO guard, O-guard or U-guard, shaft and chain',
  'Seat belt and roll-over frame',
  'Starts only from the seat',
  'Foot brake',
  'Steering',
];
let app: App;
let ownerPage: Page;
let driverPage: Page;
let driverContext: BrowserContext;
/** Each try has a tractor of its own, and a new phone. */
let tries = 0;

const answer = (prompt: string, word: string) =>
  driverPage
    .getByRole('group', { name: new RegExp(`^${prompt}`) })
    .first()
    .getByText(word, { exact: true })
    .click();

beforeAll(async () => {
  app = await startApp();
  ({ page: ownerPage } = await app.open({ viewport: DESKTOP }));
  await openAs(ownerPage, app.origin, 'owner@demo.test');
});
afterAll(() => app.stop());

const openMachinePart = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'About this machine' }).getByRole('button', { name }).click();

test('a tractor that fails its check without signal is not used until its repair is logged (walk-through D)', async () => {
  tries += 1;
  const tractor = `Loader tractor ${tries}`;
  await ownerPage.goto('/machinery/new');
  await ownerPage.getByLabel('Name', { exact: true }).fill(tractor);
  await ownerPage.getByLabel('Type', { exact: true }).selectOption('tractor');
  await ownerPage.getByRole('button', { name: 'Save machine' }).click();
  await ownerPage.getByRole('heading', { level: 1, name: tractor }).waitFor();
  ({ page: driverPage, context: driverContext } = await app.open({ viewport: PHONE }));
  await openAs(driverPage, app.origin, 'driver@demo.test');

  // The driver fills in the check.
  await driverPage.goto('/add-checklist');
  // The app is stored on the phone, as soon after its first visit.
  await driverPage.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await driverPage.reload();
  await driverPage.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await waitUntilStored(driverPage);
  await driverPage.getByRole('link', { name: /^Tractor, before use.*questions/ }).click();
  await driverPage.getByRole('button', { name: 'Save checklist' }).waitFor();
  await driverContext.setOffline(true);
  await driverPage.getByLabel('Machine', { exact: true }).selectOption({ label: tractor });
  await driverPage.getByLabel(/^Hours on the meter/).fill('2806');
  const allOk = driverPage.getByRole('button', { name: 'All OK but the critical ones' });
  // Each button disappears when it is pressed.
  for (let left = await allOk.count(); left > 0; left = await allOk.count()) await allOk.first().click();
  for (const prompt of CRITICAL) await answer(prompt, 'OK');
  await answer('Safe stop understood', 'Yes');
  await answer('Handbrake holds', 'Defect');
  const brake = driverPage.getByRole('group', { name: /^Handbrake holds/ }).first();
  await brake.getByLabel('What is wrong?').fill('Rolls on the ramp');
  await brake.locator('input[type=file]:not([capture])').setInputFiles({
    name: 'IMG_1.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(
      await driverPage.evaluate(async () => {
        const canvas = new OffscreenCanvas(800, 600);
        canvas.getContext('2d')?.fillRect(0, 0, 400, 300);
        return Array.from(new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer()));
      }),
    ),
  });
  await brake.getByRole('img', { name: 'Handbrake holds, photo 1' }).waitFor();
  const signatureArea = driverPage.getByRole('img', { name: 'Sign here with your finger' });
  await signatureArea.scrollIntoViewIfNeeded();
  const box = await signatureArea.boundingBox();
  if (!box) throw new Error('there is nowhere to sign');
  await driverPage.mouse.move(box.x + 20, box.y + 60);
  await driverPage.mouse.down();
  for (let step = 1; step <= 10; step += 1)
    await driverPage.mouse.move(box.x + 20 + step * 15, box.y + 60 - (step % 3) * 15);
  await driverPage.mouse.up();
  await driverPage.getByRole('img', { name: 'Your signature' }).waitFor();
  expect(await axe(driverPage)).toEqual([]);
  await driverPage.getByRole('button', { name: 'Save checklist' }).click();
  await driverPage.getByText(/^Do not use this machine\. Tell .+ now\.$/).waitFor();
  expect(await axe(driverPage)).toEqual([]);
  await driverPage.getByRole('link', { name: 'Completed checklists' }).click();
  await driverPage
    .getByRole('button', { name: `Tractor, before use: ${tractor}` })
    .filter({ hasText: 'Waiting on this phone' })
    .waitFor();

  // With signal it is sent once, with its photo, and the office sees it.
  await driverContext.setOffline(false);
  await expectAllSent(driverPage);
  await ownerPage.goto('/completed-checklists?result=fail');
  const failed = ownerPage.getByRole('button', { name: `Tractor, before use: ${tractor}` });
  await failed.waitFor();
  expect(await failed.count()).toBe(1);
  await failed.click();
  const dialog = ownerPage.getByRole('dialog', { name: 'Tractor, before use' });
  await dialog.getByText('Rolls on the ramp').waitFor();
  await dialog.getByRole('img', { name: 'Handbrake holds, photo 1' }).waitFor();
  await dialog.getByRole('img', { name: /^Signature of/ }).waitFor();
  expect(await axe(ownerPage)).toEqual([]);
  const [file] = await Promise.all([
    ownerPage.waitForEvent('download'),
    dialog.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Checklist Tractor, before use Loader tractor \d+ \d{4}-\d\d-\d\d\.pdf$/);

  // The office logs the repair.
  const doNotUseLink = (page: Page) => page.getByRole('link', { name: new RegExp(`^${tractor}.*Do not use`) });
  await driverPage.goto('/machinery');
  await doNotUseLink(driverPage).waitFor();
  expect(await axe(driverPage)).toEqual([]);
  await ownerPage.goto('/noticeboard');
  await ownerPage.getByRole('link', { name: `${tractor}: do not use` }).click();
  await ownerPage.getByText('Do not use this machine.').waitFor();
  expect(await axe(ownerPage)).toEqual([]);
  await ownerPage.getByRole('link', { name: /^Log the repair.*Rolls on the ramp/ }).click();
  await ownerPage.getByLabel('What was done').fill('New handbrake cable');
  expect(await axe(ownerPage)).toEqual([]);
  await ownerPage.getByRole('button', { name: 'Save service' }).click();
  await ownerPage.getByRole('heading', { level: 1, name: 'New handbrake cable' }).waitFor();
  await expectAllSent(ownerPage);
  await ownerPage.getByLabel('Paid to others').fill('86.40');
  expect(await axe(ownerPage)).toEqual([]);
  await ownerPage.getByRole('button', { name: 'Save costs' }).click();
  await ownerPage.getByText('£86.40').waitFor();
  await ownerPage.goto('/noticeboard');
  await ownerPage.getByRole('list', { name: 'Needs you' }).waitFor();
  expect(await ownerPage.getByRole('link', { name: `${tractor}: do not use` }).count()).toBe(0);

  // The tractor is in use again, and its history shows both.
  await ownerPage.goto(`/machinery?q=${encodeURIComponent(tractor)}`);
  await ownerPage.getByRole('link', { name: tractor }).click();
  await waitForText(ownerPage, '2,806 h');
  await ownerPage.getByRole('button', { name: 'History', exact: true }).click();
  await ownerPage.getByText(/Status: Do not use/).waitFor();
  await ownerPage.getByText(/Status: In use/).waitFor();
  expect(await axe(ownerPage)).toEqual([]);
  await driverPage.goto(`/machinery?q=${encodeURIComponent(tractor)}`);
  await driverPage.getByRole('link', { name: tractor }).waitFor();
  await expect.poll(() => doNotUseLink(driverPage).count()).toBe(0);
  await driverPage.getByRole('link', { name: tractor }).click();
  await openMachinePart(driverPage, 'Service history');
  const record = driverPage.getByRole('link', { name: /^New handbrake cable/ });
  await record.waitFor();
  expect(await axe(driverPage)).toEqual([]);
  await record.click();
  await driverPage.getByRole('heading', { level: 1, name: 'New handbrake cable' }).waitFor();
  // The record names the defect that it fixed; what the repair cost is for the office.
  await waitForText(driverPage, 'Rolls on the ramp');
  expect(await driverPage.getByText('£').count()).toBe(0);
  expect(await axe(driverPage)).toEqual([]);
  await driverContext.close();
});

test('axe finds no violations on the machine pages', async () => {
  await ownerPage.goto('/machinery?q=6155');
  await ownerPage.getByRole('link', { name: 'JD 6155R' }).click();
  for (const tab of ['Due', 'Service history', /^Defects/, 'Readings', 'Checklists', 'Costs', 'Documents and photos']) {
    await openMachinePart(ownerPage, tab);
    await ownerPage.locator('.skeleton').waitFor({ state: 'detached' });
    expect(await axe(ownerPage), String(tab)).toEqual([]);
  }
  for (const path of ['/machinery', '/machinery/due', '/machinery/new']) {
    await ownerPage.goto(path);
    await ownerPage.getByRole('heading', { level: 1 }).waitFor();
    await ownerPage.locator('.skeleton').waitFor({ state: 'detached' });
    expect(await axe(ownerPage), path).toEqual([]);
  }
});
