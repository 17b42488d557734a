// The map of fields in a real browser, under the content policy of the build: a field is drawn, saved, still there after
// a reload and without signal, and its file can be imported again. The page is checked with axe in every theme.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFieldFile } from '@/domain/geometry/files/field-file';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { openAs } from '@tests/support/browser/sign-in';

let app: App;
let page: Page;

const map = (tab: Page) => tab.locator('.field-map-canvas');
const tool = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });
const panel = (tab: Page, name: string) => tab.getByRole('region', { name, exact: true });
const row = (tab: Page, name: string) =>
  tab.getByRole('list', { name: 'Fields' }).getByRole('button', { name: new RegExp(`^${name}`) });

/** Presses these places on the map, in shares of its width and height. */
async function pressAt(tab: Page, ...places: readonly (readonly [number, number])[]) {
  const box = await map(tab).boundingBox();
  if (!box) throw new Error('there is no map');
  for (const [x, y] of places) await tab.mouse.click(box.x + x * box.width, box.y + y * box.height);
}
const hectares = async (tab: Page, name: string) =>
  Number(/([\d.]+) ha/.exec((await panel(tab, name).locator('output').textContent()) ?? '')?.[1]);

/** Violations that axe finds, including contrast in each theme, and any horizontal overflow. */
async function faults(tab: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'sunlight', 'light']) {
    await tab.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const here = await axe(tab, theme === 'light' ? undefined : ['color-contrast']);
    found.push(...here.map((fault) => `${theme}: ${fault}`));
  }
  const over = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return over > 0 ? [...found, `${over} px wider than the screen`] : found;
}

beforeAll(async () => {
  app = await startApp();
  const opened = await app.open({ viewport: DESKTOP });
  ({ page } = opened);
  await opened.context.grantPermissions(['geolocation']);
  await opened.context.setGeolocation({ latitude: 50.5009, longitude: -4.0985, accuracy: 8 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(page, app.origin, 'owner@demo.test');
});
afterAll(() => app.stop());

test('a field is drawn at the device’s position, its corners are moved, and it is saved', async () => {
  await page.goto('/fields/map');
  await tool(page, 'My position').click();
  // The scale is in metres once the map has moved there.
  await page.locator('.leaflet-control-scale-line', { hasText: /^\d+ m$/ }).waitFor();
  await tool(page, 'Draw a field').click();
  await pressAt(page, [0.3, 0.3], [0.6, 0.3], [0.6, 0.6], [0.3, 0.6]);
  await tool(page, 'Finish').click();
  await panel(page, 'Boundary').waitFor();
  const drawn = await hectares(page, 'Boundary');
  expect(drawn).toBeGreaterThan(1);
  // One corner is dragged outwards.
  const box = await map(page).boundingBox();
  if (!box) throw new Error('there is no map');
  await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.6 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.7 * box.height, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => hectares(page, 'Boundary')).toBeGreaterThan(drawn * 1.1);
  expect(await faults(page)).toEqual([]);

  await tool(page, 'Save...').click();
  const dialog = page.getByRole('dialog', { name: 'Save the boundary' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Give the field a name.').waitFor();
  await dialog.getByLabel('Name').fill('Drawn Meadow');
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Boundary saved!', { exact: true }).waitFor();
  await row(page, 'Drawn Meadow').waitFor();
});

test('a line is measured, and the area inside it once its ends are joined', async () => {
  await tool(page, 'Measure').click();
  await pressAt(page, [0.2, 0.2], [0.4, 0.2]);
  const words = panel(page, 'Measure').locator('output');
  await expect.poll(() => words.textContent()).toMatch(/^[\d.]+ m, [\d,]+ yd/);
  await pressAt(page, [0.4, 0.5], [0.2, 0.5]);
  await expect.poll(() => words.textContent()).toMatch(/With the ends joined: [\d.]+ ha, [\d.]+ ac/);
  await tool(page, 'Stop measuring').click();
});

test('the drawn field opens without signal, is exported, and its file can be imported again', async () => {
  await page.reload();
  await row(page, 'Drawn Meadow').click();
  await panel(page, 'Drawn Meadow').waitFor();
  await page.locator('.map-name', { hasText: 'Drawn Meadow' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await page.reload();
  await row(page, 'Drawn Meadow').waitFor();
  await page.locator('.map-name', { hasText: 'Drawn Meadow' }).waitFor();
  expect(await tool(page, 'Draw a field').count()).toBe(0);

  for (const format of ['GeoJSON', 'KML']) {
    await tool(page, 'Export').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format, exact: true }).click(),
    ]);
    const bytes = readFileSync(await download.path());
    const exported = readFieldFile(bytes).fields.find(({ name }) => name === 'Drawn Meadow');
    expect(exported?.checked).toMatchObject({ ok: true, notes: [] });
  }
  await page.context().setOffline(false);
  await tool(page, 'Import').waitFor();
  await tool(page, 'Export').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'KML', exact: true }).click(),
  ]);
  await tool(page, 'Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import boundaries' });
  await dialog.getByLabel('File with boundaries').setInputFiles(await download.path());
  await dialog.getByRole('checkbox', { name: /^Drawn Meadow/ }).waitFor();
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Import \d+ fields?$/ }).click();
  await page.getByText(/^(?:Boundary|\d+ boundaries) saved!$/).waitFor();
});

test('on a phone a driver finds the field from Add Work', async () => {
  const { page: phone, context } = await app.open({ viewport: PHONE });
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 50.5009, longitude: -4.0985, accuracy: 8 });
  await phone.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(phone, app.origin, 'driver@demo.test');
  await phone.goto('/fields/map');
  await row(phone, 'Drawn Meadow').waitFor();
  await map(phone).waitFor();
  expect(await faults(phone)).toEqual([]);
  await phone.goto('/add-work');
  await tool(phone, 'Which field am I in?').click();
  await phone
    .getByRole('group', { name: 'Fields here' })
    .getByRole('button', { name: /^Drawn Meadow/ })
    .waitFor();
  expect(await faults(phone)).toEqual([]);
});
