// A driver's day offline, in a real browser: three jobs, a photo, a new customer, and a dead battery in between.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAnotherJob,
  sentBatches,
  HILL_FARM_FORM,
  save,
  expectAllSent,
  startProxiedServer,
  expectWaiting,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';
import { cameraPhoto } from '@tests/support/browser/camera-photo';
import { phoneFactory, type Phones } from '@tests/support/browser/killed-phone';

let server: ProxiedServer;
let allPhones: Phones;

beforeAll(async () => {
  server = await startProxiedServer();
  allPhones = await phoneFactory(server.proxy.origin);
});
afterAll(async () => {
  await allPhones.stop();
  await server.stop();
});

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting on this phone' }).getByRole('link');

test('three jobs logged offline, with a photo, a new customer and a dead phone in between, make three rows', async () => {
  await server.startTest();
  const phone = allPhones.phone();
  const morning = await phone.start({ offline: true });
  const { page } = morning;
  await page.goto(server.url(HILL_FARM_FORM));
  await page.getByRole('button', { name: 'Photo', exact: true }).click();
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto(page) });
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  await page.getByRole('button', { name: 'Photo', exact: true }).click();
  await save(page, 86);
  await addAnotherJob(page);
  await save(page, 87);
  await page.getByRole('button', { name: 'Someone else' }).click();
  await page.getByRole('button', { name: /^Someone else/ }).click();
  await page.getByRole('searchbox').fill('Moor End');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('button', { name: 'Something else' }).click();
  await page.getByRole('searchbox').fill('Baling');
  await page.getByRole('button', { name: /^Baling/ }).click();
  await save(page, 88);
  // Three jobs, the photo and the new customer.
  await expectWaiting(page, 5);
  await morning.kill();

  const noon = await phone.start({ offline: true });
  await noon.page.goto(server.url('/works-list'));
  await expectWaiting(noon.page, 5);
  await waiting(noon.page).nth(2).waitFor();
  expect(await waiting(noon.page).count()).toBe(3);
  for (const bales of [86, 87, 88])
    await waiting(noon.page)
      .filter({ hasText: `${bales} bales` })
      .waitFor();
  await waiting(noon.page).filter({ hasText: 'Moor End' }).waitFor();
  expect(await server.rows()).toEqual([]);
  expect(sentBatches(server)).toEqual([]);
  await noon.kill();

  const evening = await phone.start({ offline: true });
  await evening.page.goto(server.url('/works-list'));
  await expectWaiting(evening.page, 5);
  await evening.context.setOffline(false);
  await expectAllSent(evening.page);

  const rows = await server.rows();
  expect(rows.map(({ customer, quantity }) => [customer, quantity])).toEqual(
    expect.arrayContaining([
      ['Hill Farm', 86],
      ['Hill Farm', 87],
      ['Moor End', 88],
    ]),
  );
  expect(rows).toHaveLength(3);
  const first = rows.find(({ quantity }) => quantity === 86);
  expect(first?.total_value).toBe(534.92);
  expect(await server.newCustomers()).toEqual(['Moor End']);
  expect(
    await server.ask(`attachments?select=parent_id,mime&parent_id=in.(${rows.map(({ id }) => id).join()})`),
  ).toEqual([{ parent_id: first?.id, mime: 'image/jpeg' }]);
  // The driver sees each once, and the photo on its entry.
  await evening.page.goto(server.url('/works-list'));
  for (const bales of [86, 87, 88]) {
    const jobs = evening.page.getByRole('link', { name: new RegExp(`${bales} bales`) });
    await jobs.first().waitFor();
    expect(await jobs.count()).toBe(1);
  }
  // They are shown above the list until it has been fetched again.
  await expect.poll(() => waiting(evening.page).count()).toBe(0);
  await evening.page.goto(server.url(`/works-list?edit=${first?.id ?? ''}`));
  const photo = evening.page.getByRole('dialog').getByRole('img', { name: /^Photo 1/ });
  await photo.waitFor();
  expect(await photo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1600);
  await evening.close();
});
