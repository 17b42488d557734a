// npm run screenshots: the pictures that a phone or desktop shows before the app is installed, and those of the public
// pages, taken of the demo farm in the build in dist. build/manifest.ts and src/features/public refer to them.
/* global Image */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { DEMO } from '../bench/client.mjs';
import { startServer } from '../bench/server.mjs';
import { launchOptions } from './chromium.mjs';

const FOLDER = 'public/screenshots';
const SITE_FOLDER = 'public/pictures';
const SHARE_PICTURE = 'public/share.jpg';
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const DESK = { viewport: { width: 1440, height: 900 } };
const PICTURES = [
  ['add-work', PHONE, '/add-work?customer=Hill%20Farm&task=Baling', '86'],
  ['works-list', PHONE, '/works-list'],
  ['invoices', DESK, '/view-invoices'],
];

/** The width of a picture on a public page, times two: phones and desktops have two device pixels per CSS pixel. */
const siteWidth = (device) => (device === PHONE ? 540 : 1440);

/** Runs in a page: converts a PNG in base64 into the data URL of a smaller WebP. */
async function asWebp({ png, width }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width ?? image.width;
  canvas.height = Math.round((image.height * canvas.width) / image.width);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', 0.7);
}

/** Runs in the landing page: reduces it to its picture with a sheet of text on it. */
function drawSharePicture() {
  const element = (tag, text, style) => Object.assign(document.createElement(tag), { textContent: text, style });
  const fields = document.querySelector('.hero-picture svg');
  fields.setAttribute('style', 'position:fixed;inset:0;width:100%;height:100%');
  const sheet = element(
    'div',
    '',
    'position:fixed;left:64px;bottom:64px;width:700px;padding:40px 48px;border-radius:22px',
  );
  sheet.style.background = 'var(--raised)';
  const brand = document.querySelector('header .brand').cloneNode(true);
  brand.setAttribute('style', 'font-size:34px;color:var(--text)');
  brand.querySelector('svg').setAttribute('style', 'width:40px;height:49px');
  sheet.append(
    brand,
    element('p', document.querySelector('h1').textContent, 'font:700 54px/1.14 var(--ff-serif);margin:22px 0 14px'),
    element('p', '30 days free, then £15.99 a year for the whole crew', 'font-size:26px;color:var(--muted)'),
  );
  document.body.replaceChildren(fields, sheet);
}

const server = await startServer({ preview: true });
const browser = await chromium.launch(launchOptions());
try {
  for (const folder of [FOLDER, SITE_FOLDER]) mkdirSync(folder, { recursive: true });
  for (const [name, device, path, keys = ''] of PICTURES) {
    const context = await browser.newContext({
      ...device,
      baseURL: server.origin,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByLabel('Email').fill(DEMO.email);
    await page.getByLabel('Password').fill(DEMO.password);
    await page.locator('form button[type=submit]').click();
    await page.locator('.app-frame main h1').waitFor();
    await page.goto(path);
    await page.locator('.app-frame main h1').waitFor({ state: 'attached' });
    await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    for (const key of keys) await page.getByRole('button', { name: key, exact: true }).click();
    const png = await page.screenshot();
    // The Content-Security-Policy of the app's pages blocks injected scripts.
    await page.goto('about:blank');
    for (const [folder, width] of [
      [FOLDER, null],
      [SITE_FOLDER, siteWidth(device)],
    ]) {
      const webp = await page.evaluate(asWebp, { png: png.toString('base64'), width });
      const file = `${folder}/${name}.webp`;
      writeFileSync(file, Buffer.from(webp.replace(/^.*,/, ''), 'base64'));
      console.log(`${file}: ${(statSync(file).size / 1000).toFixed(1)} kB`);
    }
    await context.close();
  }
  // The image that other sites show with a link to the app: the landing page's fields and its first sentence.
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
  await page.goto(server.origin);
  await page.evaluate(drawSharePicture);
  await page.screenshot({ path: SHARE_PICTURE, type: 'jpeg', quality: 82 });
  console.log(`${SHARE_PICTURE}: ${(statSync(SHARE_PICTURE).size / 1000).toFixed(1)} kB`);
} finally {
  await browser.close();
  await server.stop();
}
