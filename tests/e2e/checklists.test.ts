// A failed pre-use check: an offline driver finds the handbrake defective, with photo and signature; the office is
// told.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { sent } from '@tests/support/browser/field';

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
let office: Page;
let cab: Page;
let phone: BrowserContext;

async function signIn(page: Page, email: string) {
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('demo-farm-2026');
  await page.locator('form button[type=submit]').click();
  await page.locator('.app-frame').waitFor();
}
const answer = (prompt: string, word: string) =>
  cab
    .getByRole('group', { name: new RegExp(`^${prompt}`) })
    .first()
    .getByText(word, { exact: true })
    .click();

beforeAll(async () => {
  app = await startApp();
  ({ page: office } = await app.open({ viewport: DESKTOP }));
  ({ page: cab, context: phone } = await app.open({ viewport: PHONE }));
  await signIn(cab, 'driver@demo.test');
  await signIn(office, 'owner@demo.test');
}, 120_000);
afterAll(() => app.stop());

test('offline the driver fills in the tractor’s check, and is told not to use it (D)', async () => {
  await cab.goto('/add-checklist');
  // The app is installed on the phone, as after its first visit, including the code that processes photos.
  await cab.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await cab.reload();
  await cab.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await cab.getByRole('link', { name: /^Tractor, before use.*questions/ }).click();
  await cab.getByRole('button', { name: 'Save checklist' }).waitFor();
  await phone.setOffline(true);
  await cab.getByRole('button', { name: 'JD 6155R' }).click();
  const allOk = cab.getByRole('button', { name: 'All OK but the critical ones' });
  // Each disappears when pressed.
  for (let left = await allOk.count(); left > 0; left = await allOk.count()) await allOk.first().click();
  for (const prompt of CRITICAL) await answer(prompt, 'OK');
  await answer('Safe stop understood', 'Yes');
  await answer('Handbrake holds', 'Defect');
  const brake = cab.getByRole('group', { name: /^Handbrake holds/ }).first();
  await brake.getByLabel('What is wrong?').fill('Rolls on the ramp');
  await brake.locator('input[type=file]:not([capture])').setInputFiles({
    name: 'IMG_1.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(
      await cab.evaluate(async () => {
        const canvas = new OffscreenCanvas(800, 600);
        canvas.getContext('2d')?.fillRect(0, 0, 400, 300);
        return Array.from(new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer()));
      }),
    ),
  });
  await brake.getByRole('img', { name: 'Handbrake holds, photo 1' }).waitFor();
  const sheet = cab.getByRole('img', { name: 'Sign here with your finger' });
  await sheet.scrollIntoViewIfNeeded();
  const box = await sheet.boundingBox();
  if (!box) throw new Error('there is nowhere to sign');
  await cab.mouse.move(box.x + 20, box.y + 60);
  await cab.mouse.down();
  for (let step = 1; step <= 10; step += 1) await cab.mouse.move(box.x + 20 + step * 15, box.y + 60 - (step % 3) * 15);
  await cab.mouse.up();
  await cab.getByRole('img', { name: 'Your signature' }).waitFor();
  expect(await axe(cab)).toEqual([]);
  await cab.getByRole('button', { name: 'Save checklist' }).click();
  await cab.getByText(/^Do not use this machine\. Tell .+ now\.$/).waitFor();
  expect(await axe(cab)).toEqual([]);
  await cab.getByRole('link', { name: 'Completed checklists' }).click();
  await cab
    .getByRole('button', { name: /^Tractor, before use: JD 6155R/ })
    .filter({ hasText: 'Waiting to be sent' })
    .waitFor();
});

test('online it is sent once, with its photo, and the office sees the red card (D)', async () => {
  await phone.setOffline(false);
  await sent(cab);
  await office.goto('/completed-checklists?result=fail');
  const failed = office.getByRole('button', { name: /^Tractor, before use: JD 6155R/ });
  await failed.waitFor();
  expect(await failed.count()).toBe(1);
  await office.goto('/noticeboard');
  await office.getByRole('link', { name: /^JD 6155R: do not use/ }).click();
  const dialog = office.getByRole('dialog', { name: 'Tractor, before use' });
  await dialog.getByText('Rolls on the ramp').waitFor();
  await dialog.getByRole('img', { name: 'Handbrake holds, photo 1' }).waitFor();
  await dialog.getByRole('img', { name: /^Signature of/ }).waitFor();
  expect(await axe(office)).toEqual([]);
  const [file] = await Promise.all([
    office.waitForEvent('download'),
    dialog.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Checklist Tractor, before use JD 6155R \d{4}-\d\d-\d\d\.pdf$/);
});
