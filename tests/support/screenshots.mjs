// npm run screenshots: the pictures that a phone or desk shows before the app is installed, taken of the demo farm in
// the build in dist. src/lib/manifest.ts names them.
/* global Image */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { DEMO } from '../bench/client.mjs';
import { startServer } from '../bench/server.mjs';
import { findChromium } from './chromium.mjs';

const FOLDER = 'public/screenshots';
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const DESK = { viewport: { width: 1440, height: 900 } };
const PICTURES = [
  ['add-work', PHONE, '/add-work?customer=Hill%20Farm&task=Baling'],
  ['works-list', PHONE, '/works-list'],
  ['invoices', DESK, '/view-invoices'],
];

/** Runs in a page: a PNG in base64 as a smaller picture's address. */
async function asWebp(png) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.7);
}

const server = await startServer({ preview: true });
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, device, path] of PICTURES) {
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
    await page.locator('.skel, [aria-busy=true]').first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    const png = await page.screenshot();
    // The app's own pages allow no script of ours.
    await page.goto('about:blank');
    const webp = await page.evaluate(asWebp, png.toString('base64'));
    const file = `${FOLDER}/${name}.webp`;
    writeFileSync(file, Buffer.from(webp.replace(/^.*,/, ''), 'base64'));
    console.log(`${file}: ${(statSync(file).size / 1000).toFixed(1)} kB`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
