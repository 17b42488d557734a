// Photos in a real browser: how a chosen file is processed, online and offline, until another person sees it.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PHONE, startApp, type App } from '@tests/support/app';
import { expectAllSent, pressSave } from '@tests/support/browser/proxied-server';
import { brokenJpeg, exifJpeg, heicHead, hugePng } from '@tests/support/pictures';
import { openAs, OWNER, putSession } from '@tests/support/browser/sign-in';
import { FULL } from '@tests/support/full';
import { waitForText } from '@tests/support/browser/wait-for-text';

let app: App;
let page: Page;
let context: BrowserContext;
/** The account holder's, at a desk. */
let owner: Page;

/** A picture from the browser's own encoder. */
const drawPicture = async (width: number, height: number, type: string): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(
      async ([w, h, mime]) => {
        const canvas = new OffscreenCanvas(Number(w), Number(h));
        const paint = canvas.getContext('2d');
        if (!paint) throw new Error('no canvas');
        paint.fillStyle = '#fff';
        paint.fillRect(0, 0, Number(w), Number(h));
        // Red in the upper left corner only, which shows the orientation.
        paint.fillStyle = '#f00';
        paint.fillRect(0, 0, Number(w) / 2, Number(h) / 2);
        const bytes = new Uint8Array(
          await (await canvas.convertToBlob({ type: String(mime), quality: 0.9 })).arrayBuffer(),
        );
        return Array.from(bytes);
      },
      [width, height, type],
    ),
  );

const fileInput = () => page.locator('input[type=file]:not([capture])');
const choose = (name: string, buffer: Buffer, mimeType = 'image/jpeg') =>
  fileInput().setInputFiles({ name, mimeType, buffer });

/** The photos stored on this device, as they would be sent. */
const storedPhotos = () =>
  page.evaluate(
    () =>
      new Promise<{ bytes: number[]; path: string }[]>((done, fail) => {
        const opening = indexedDB.open('farm-diary-outbox');
        opening.onerror = () => fail(new Error('not opened'));
        opening.onsuccess = () => {
          const all = opening.result.transaction('files').objectStore('files').getAll();
          all.onsuccess = () => {
            opening.result.close();
            const files = all.result as { bytes: ArrayBuffer; entry: { fields: { storage_path: string } } }[];
            done(
              files.map(({ bytes, entry }) => ({ bytes: [...new Uint8Array(bytes)], path: entry.fields.storage_path })),
            );
          };
        };
      }),
  );

/** Size and corner colours of a picture as a browser shows it. */
const pictureInfo = (bytes: number[]) =>
  page.evaluate(async (values) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(values)]));
    const paint = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!paint) throw new Error('no canvas');
    paint.drawImage(bitmap, 0, 0);
    const at = (x: number, y: number) => ((paint.getImageData(x, y, 1, 1).data[1] ?? 0) < 128 ? 'red' : 'white');
    const [w, h] = [bitmap.width - 5, bitmap.height - 5];
    return { width: bitmap.width, height: bitmap.height, corners: [at(5, 5), at(w, 5), at(w, h), at(5, h)] };
  }, bytes);

async function openForm() {
  await page.goto('/add-work?customer=Hill+Farm&task=Baling');
  await page.getByRole('button', { name: 'Photo', exact: true }).click();
  await page.getByText('Choose photos').waitFor();
}

beforeAll(async () => {
  app = await startApp();
  ({ page, context } = await app.open({ viewport: PHONE }));
  ({ page: owner } = await app.open({ worker: false }));
  await openAs(page, app.origin, 'driver@demo.test');
  await putSession(owner, app.origin, OWNER);
});
afterAll(() => app.stop());

describe('a chosen file', () => {
  test('a chosen photo is scaled down, turned upright, and loses its location, whatever its name says', async () => {
    await openForm();
    // Lying on its side, as a phone held upright stores it: orientation 6.
    const original = exifJpeg(await drawPicture(4000, 3000, 'image/jpeg'), 6);
    expect(original.includes('GPS-NEAR-THE-BARN')).toBe(true);
    await choose('IMG_0001.jpg', original);
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    const [photo] = await storedPhotos();
    const bytes = Buffer.from(photo?.bytes ?? []);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(bytes.includes('Exif')).toBe(false);
    expect(bytes.includes('GPS-NEAR-THE-BARN')).toBe(false);
    // Rotated by a quarter turn: the red corner is the upper right one.
    expect(await pictureInfo(photo?.bytes ?? [])).toEqual({
      width: 1200,
      height: 1600,
      corners: ['white', 'red', 'white', 'white'],
    });
    await page.getByRole('button', { name: 'Remove photo 1' }).click();
    await page.getByRole('img', { name: 'Photo 1' }).waitFor({ state: 'detached' });
    expect(await storedPhotos()).toEqual([]);
    // A PNG named as a JPEG is recognised as a PNG.
    await choose('really-a-png.jpg', await drawPicture(800, 600, 'image/png'));
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    const [png] = await storedPhotos();
    expect(await pictureInfo(png?.bytes ?? [])).toEqual({
      width: 800,
      height: 600,
      corners: ['red', 'white', 'white', 'white'],
    });
    await page.getByRole('button', { name: 'Remove photo 1' }).click();
    await page.getByRole('img', { name: 'Photo 1' }).waitFor({ state: 'detached' });
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  // The same sentence does not follow itself: it would be found before the file is read.
  const REFUSED = [
    ['a HEIC', 'IMG_1.HEIC', () => heicHead(), /can’t read HEIC photos.*Most Compatible/],
    ['30,000 pixels', 'wide.png', () => hugePng(30_000, 30_000), /too large \(30,000 × 30,000 pixels\)/],
    ['an svg', 'logo.svg', () => svg, /This is a drawing \(SVG\)/],
    [
      'a page named as a photo',
      'photo.jpg',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      /This is not a photo, whatever its name says/,
    ],
    ['an svg named as a photo', 'photo.jpg', () => svg, /This is a drawing \(SVG\)/],
    ['half a photo', 'half.jpg', () => brokenJpeg(), /damaged and can’t be read/],
  ] as const;

  test('a chosen file that is not a photo is refused with a message that says why, and typed input stays', async () => {
    await openForm();
    await page.getByRole('button', { name: 'Note' }).click();
    await page.getByLabel('Note (optional)').fill('By the gate');
    for (const [what, name, bytes, sentence] of REFUSED) {
      await page.getByRole('button', { name: 'Photo', exact: true }).click();
      await choose(name, bytes());
      await page.getByRole('status').getByText(sentence).waitFor();
      expect(await storedPhotos(), what).toEqual([]);
      await page.getByRole('button', { name: 'Note' }).click();
      expect(await page.getByLabel('Note (optional)').inputValue(), what).toBe('By the gate');
    }
    await page.getByRole('button', { name: 'Photo', exact: true }).click();
    // Created in the page, so that it need not be transferred there.
    await fileInput().evaluate((input: HTMLInputElement) => {
      const transfer = new DataTransfer();
      transfer.items.add(
        new File([new Uint8Array([0xff, 0xd8, 0xff]), new Uint8Array(50 * 1024 * 1024 - 3)], 'big.jpg'),
      );
      input.files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.getByRole('status').getByText('This file has 50 MB. A photo may have 25 MB.').waitFor();
    expect(await storedPhotos()).toEqual([]);
  });
});

test('an offline job with two photos, closed and reopened, is stored once with its photos', async () => {
  await page.goto('/add-work?customer=Hill+Farm&task=Baling');
  await page.getByRole('button', { name: 'Photo', exact: true }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await page.getByRole('button', { name: 'Photo', exact: true }).click();
  const pictures = [await drawPicture(1000, 500, 'image/jpeg'), await drawPicture(500, 1000, 'image/jpeg')];
  await context.setOffline(true);
  await fileInput().setInputFiles(
    pictures.map((buffer, at) => ({ name: `p${at}.jpg`, mimeType: 'image/jpeg', buffer })),
  );
  await page.getByRole('img', { name: 'Photo 2' }).waitFor();
  await page.getByRole('button', { name: 'Photo', exact: true }).click();
  for (const key of '77') await page.getByRole('button', { name: key, exact: true }).click();
  await pressSave(page);
  await waitForText(page, 'Work entry saved!');
  await page.close();

  page = await context.newPage();
  await page.goto('/works-list');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [first, ...others] = (await storedPhotos()).map(({ path }) => path.split('/')[2]);
  expect(others).toEqual([first]);
  await context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectAllSent(page);
  const photos = owner.getByRole('dialog').getByRole('img', { name: /^Photo \d, by/ });
  const opened = async () => {
    await owner.goto(`/works-list?edit=${first}`);
    await photos
      .nth(1)
      .waitFor({ timeout: 5000 })
      .catch(() => undefined);
    return photos.count();
  };
  await expect.poll(opened).toBe(2);
  const widths = await photos.evaluateAll((images) =>
    Promise.all((images as HTMLImageElement[]).map((i) => i.decode().then(() => i.naturalWidth))),
  );
  expect(widths.toSorted((a, b) => a - b)).toEqual([500, 1000]);
  await owner.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  const jobs = owner.getByRole('row').filter({ hasText: '77' }).filter({ hasText: 'Baling' });
  await jobs.first().waitFor();
  expect(await jobs.count()).toBe(1);
});

/** How many large photos are still being prepared; in a full run as many as a job may have. */
const LARGE_PHOTOS = FULL ? 8 : 3;

test('Save pressed while large photos are still being prepared sends the job with all of them', async () => {
  await page.goto('/add-work?customer=Hill+Farm&task=Baling');
  for (const key of '78') await page.getByRole('button', { name: key, exact: true }).click();
  await page.getByRole('button', { name: 'Photo', exact: true }).click();
  const picture = await drawPicture(4000, 3000, 'image/jpeg');
  const before = new Set((await storedPhotos()).map(({ path }) => path));
  await fileInput().setInputFiles(
    Array.from({ length: LARGE_PHOTOS }, (_, at) => ({ name: `p${at}.jpg`, mimeType: 'image/jpeg', buffer: picture })),
  );
  await waitForText(page, 'Preparing the photo...');
  await pressSave(page);
  await page.getByRole('heading', { name: 'Work entry saved!' }).waitFor();
  const added = (await storedPhotos()).map(({ path }) => path).filter((path) => !before.has(path));
  expect(added).toHaveLength(LARGE_PHOTOS);
  await page
    .locator('.send-state')
    .filter({ hasText: /^Nothing waits on this phone/ })
    .waitFor();
  const parent = added[0]?.split('/')[2] ?? '';
  await owner.goto(`/works-list?edit=${parent}`);
  await owner
    .getByRole('dialog')
    .getByRole('img', { name: new RegExp(`^Photo ${LARGE_PHOTOS}, by`) })
    .waitFor();
});

test('a logo appears on the sheet once it is chosen, and another kind of file is refused with a message', async () => {
  await owner.goto('/invoice-settings');
  const input = owner.locator('input[type=file]');
  const chooseLogo = (name: string, buffer: Buffer) => input.setInputFiles({ name, mimeType: 'image/png', buffer });
  const waitForMessage = (text: RegExp) =>
    owner.getByRole('status').or(owner.getByRole('alert')).filter({ hasText: text }).first().waitFor();
  await chooseLogo('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await waitForMessage(/A logo is a PNG or a JPEG/);
  await chooseLogo('logo.png', Buffer.concat([await drawPicture(10, 10, 'image/png'), Buffer.alloc(1024 * 1024)]));
  await waitForMessage(/This file has 1.0 MB. A logo may have 1 MB/);
  expect(await owner.locator('.sheet-logo').count()).toBe(0);
  await chooseLogo('logo.png', await drawPicture(1200, 400, 'image/png'));
  await waitForMessage(/Logo saved!/);
  const logo = owner.getByRole('region', { name: 'Example' }).locator('.sheet-logo');
  await logo.waitFor();
  expect(await logo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    800, 267,
  ]);
  await owner.getByRole('button', { name: 'Remove logo' }).click();
  await waitForMessage(/Logo removed/);
  await logo.waitFor({ state: 'detached' });
});
