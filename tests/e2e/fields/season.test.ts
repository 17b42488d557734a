// A season of one field: the account holder imports its boundary and enters the crop at the desk; the driver records
// drilling, a spray and the harvest in the cab without signal, on a phone that is killed in between; the printed field
// record contains all of it.
import { execFileSync } from 'node:child_process';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REGIME_NAMES } from '@/domain/rules/rules';
import { DESKTOP, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { expectAllSent, expectWaiting } from '@tests/support/browser/proxied-server';
import { openAs, OWNER } from '@tests/support/browser/sign-in';
import { FULL } from '@tests/support/full';
import { phoneFactory, type Phones } from '@tests/support/browser/killed-phone';

const FIELD = 'Season Meadow';
const YEAR = 2026;

let app: App;
let allPhones: Phones;
let desk: Page;

beforeAll(async () => {
  app = await startApp();
  ({ page: desk } = await app.open({ viewport: DESKTOP, worker: false }));
  await openAs(desk, app.origin, OWNER);
  allPhones = await phoneFactory(app.origin);
});
afterAll(async () => {
  await allPhones.stop();
  await app.stop();
});

/** A square with this corner, 200 m wide: about 4 ha. */
const square = (name: string, lng: number, lat: number) => {
  const [east, north] = [lng + 0.00283, lat + 0.0018];
  const ring = [
    [lng, lat],
    [east, lat],
    [east, north],
    [lng, north],
    [lng, lat],
  ];
  return { type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [ring] } };
};
const boundaries = JSON.stringify({
  type: 'FeatureCollection',
  features: [square(FIELD, -4.21, 50.51), square('Season Bank', -4.2, 50.51)],
});

/** Opens the field from the register, on one of its tabs. */
async function openField(page: Page, tab: string) {
  await page.goto(`${app.origin}/fields`);
  await page.getByRole('link', { name: new RegExp(`^${FIELD}`) }).click();
  await page.getByRole('heading', { level: 1, name: FIELD }).waitFor();
  await page.getByRole('tab', { name: tab, exact: true }).click();
}
const box = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}(?: \\(optional\\).*)?$`));
async function fill(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await box(page, label).fill(text);
}
const card = (page: Page, ...words: (string | RegExp)[]): Locator =>
  words.reduce<Locator>((found, hasText) => found.filter({ hasText }), page.getByRole('main').getByRole('link'));
const waitUntilQueued = (found: Locator) => found.filter({ hasText: 'Waiting on this phone' }).waitFor();

test('the account holder imports the boundaries from a file and enters the crop of the season', async () => {
  await desk.goto(`${app.origin}/fields/map`);
  await desk.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = desk.getByRole('dialog', { name: 'Import boundaries' });
  expect(await axe(desk)).toEqual([]);
  await dialog
    .getByLabel('File with boundaries')
    .setInputFiles({ name: 'map.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(boundaries) });
  await dialog.getByRole('checkbox', { name: new RegExp(`^${FIELD}: 4\\.0`) }).waitFor();
  expect(await axe(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 fields' }).click();
  await desk.getByText('2 boundaries saved!', { exact: true }).waitFor();
  const listed = desk.getByRole('list', { name: 'Fields' }).getByRole('button', { name: new RegExp(`^${FIELD}`) });
  await listed.click();
  await desk.locator('.map-name', { hasText: FIELD }).waitFor();

  await openField(desk, 'Crop & harvest');
  const [address = ''] = desk.url().split('?');
  await desk.goto(`${address}/season/${YEAR}`);
  await fill(desk, { Crop: 'Spring barley', Variety: 'RGT Planet', Sown: `${YEAR}-03-12`, 'Target yield': '7.5' });
  expect(await axe(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Save crop' }).click();
  await card(desk, `${YEAR}: Spring barley`, 'RGT Planet', 'target 7.5 t/ha').waitFor();
  expect(await axe(desk)).toEqual([]);
});

test('the driver records drilling, a spray and the harvest without signal, on a phone that is killed in between', async () => {
  const phone = allPhones.phone();
  const morning = await phone.start();
  let { page } = morning;
  // The fields are stored on the phone once it has shown them.
  await openField(page, 'Activities');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: FIELD }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Log activity' }).click();
  await page.getByRole('link', { name: 'Drilling' }).waitFor();
  await morning.context.setOffline(true);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Drilling' }).click();
  await fill(page, { Seed: 'RGT Planet', Rate: '185', Date: `${YEAR}-03-12`, Start: '09:15', Finish: '12:40' });
  await fill(page, { Batch: 'Lot 1', Machine: 'Vaderstad Rapid' });
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save activity' }).click();
  await waitUntilQueued(card(page, 'Drilling, RGT Planet', '185 kg/ha'));
  await expectWaiting(page, 1);
  await morning.kill();

  // The next start has no signal either. The phone is put away while the spray is typed.
  const noon = await phone.start({ offline: true });
  ({ page } = noon);
  await openField(page, 'Activities');
  await waitUntilQueued(card(page, 'Drilling, RGT Planet'));
  await page.getByRole('link', { name: 'Log activity' }).click();
  await page.getByRole('link', { name: 'Spray', exact: true }).click();
  await page.getByRole('button', { name: 'Save activity' }).click();
  await page.getByText('Name the product.').waitFor();
  await fill(page, { Product: 'Siltra Xpro', 'MAPP/PCS number': '17082', Rate: '0.6', Water: '150' });
  await fill(page, { Reason: 'Net blotch' });
  await page.reload();
  await page.getByText(/^Restored what you typed at/).waitFor();
  expect(await page.getByLabel('Product').inputValue()).toBe('Siltra Xpro');
  expect(await page.getByLabel('Crop', { exact: true }).inputValue()).toBe('Spring barley');
  expect(await page.getByLabel('Operator').inputValue()).toBe('Sam Driver');
  await fill(page, { Date: `${YEAR}-06-02`, Start: '06:30', Finish: '07:50', Certificate: 'PA2 104417' });
  await fill(page, {
    ...{ 'EPPO code': 'horvx', 'Growth stage, BBCH': '39', Wind: '8', Temperature: '14', Weather: 'Dry, overcast' },
    ...{
      'Active ingredient': 'Bixafen, prothioconazole',
      Batch: 'EV44-1',
      'Harvest interval': '35',
      Machine: 'Amazone',
    },
    Notes: 'Headland left out',
  });
  await box(page, 'Wind from').selectOption('SW');
  await box(page, 'Buffer observed').selectOption('yes');
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save activity' }).click();
  await waitUntilQueued(card(page, 'Spray, Siltra Xpro', '0.6 L/ha'));
  await expectWaiting(page, 2);

  // A full run kills it once more.
  if (FULL) await noon.kill();
  const evening = FULL ? await phone.start({ offline: true }) : noon;
  ({ page } = evening);
  await openField(page, 'Crop & harvest');
  await page.getByRole('link', { name: 'Harvest', exact: true }).click();
  await fill(page, { Harvested: 'Spring barley', Quantity: '31.2', Date: `${YEAR}-08-14` });
  await fill(page, { Moisture: '16.5', 'Stored in': 'Shed 1' });
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save harvest' }).click();
  await waitUntilQueued(card(page, 'Spring barley', '31.2 tonnes at 16.5 %', 'Stored in Shed 1'));
  expect(await axe(page)).toEqual([]);
  await expectWaiting(page, 3);
  // Slurry on the stubble, for the wheat of the next year.
  await openField(page, 'Activities');
  await page.getByRole('link', { name: 'Log activity' }).click();
  await page.getByRole('link', { name: 'Slurry', exact: true }).click();
  await fill(page, { Material: 'Cattle slurry', Rate: '40', Date: `${YEAR}-09-12`, Start: '08:00', Finish: '11:30' });
  await page.getByRole('button', { name: 'Save activity' }).click();
  await waitUntilQueued(card(page, 'Slurry, Cattle slurry', '40 m³/ha'));
  await expectWaiting(page, 4);
  await evening.context.setOffline(false);
  await expectAllSent(page);
  await evening.close();
});

test('the account holder sees what was done, and the printed field record contains it', async () => {
  await openField(desk, 'Activities');
  await card(desk, 'Drilling, RGT Planet').first().waitFor();
  expect(await axe(desk)).toEqual([]);
  await card(desk, 'Spray, Siltra Xpro', 'Sam Driver, certificate PA2 104417').first().click();
  await desk.getByRole('heading', { level: 1, name: 'Spray' }).waitFor();
  expect(await axe(desk)).toEqual([]);
  await openField(desk, 'Crop & harvest');
  await card(desk, 'Spring barley', 'Stored in Shed 1').waitFor();
  await desk.getByRole('button', { name: `More for ${FIELD}` }).click();
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('menuitem', { name: 'Field record as PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^field-record-\d{4}-\d\d-\d\d\.pdf$/);
  const text = execFileSync('pdftotext', ['-layout', await file.path(), '-'], { encoding: 'utf8' }).replace(
    /\s+/g,
    ' ',
  );
  for (const words of [
    FIELD,
    `${YEAR}: Spring barley`,
    'RGT Planet, sown 12 Mar 2026',
    'Drilling, RGT Planet',
    `12 Mar ${YEAR}, 09:15 to 12:40`,
    'batch Lot 1',
    'Vaderstad Rapid',
    'Spray, Siltra Xpro',
    `2 Jun ${YEAR}, 06:30 to 07:50`,
    'MAPP/PCS 17082, Bixafen, prothioconazole, batch EV44-1, water 150 L/ha',
    'Spring barley, EPPO HORVX, BBCH 39, against Net blotch',
    'Sam Driver, certificate PA2 104417, wind 8 km/h, from SW, 14 °C, Dry, overcast',
    'harvest interval 35 days, buffer observed',
    'Headland left out',
    '31.2 tonnes at 16.5 %',
    'stored in Shed 1',
  ])
    expect(text).toContain(words);
  // Each arrived once.
  for (const words of ['batch Lot 1', 'batch EV44-1', 'stored in Shed 1']) expect(text.split(words)).toHaveLength(2);
});

test('the slurry on the stubble counts for the wheat of the next year, not for the barley that was harvested', async () => {
  await desk.goto(`${app.origin}/np-loading`);
  await desk.getByLabel('Rules').selectOption({ label: REGIME_NAMES['eng-nvz'] });
  await desk.getByLabel('Area of the farm').fill('100');
  const year = desk.getByLabel('Year', { exact: true });
  const takeOver = () => desk.getByRole('button', { name: 'Take over fields and spreading' }).click();
  const wheat = desk.getByRole('row', { name: /^N-max, autumn or early winter-sown wheat/ });
  await year.fill(String(YEAR + 1));
  await takeOver();
  await desk.getByRole('button', { name: `Change ${FIELD}`, exact: true }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Tillage').check();
  await dialog.getByLabel('Crop').selectOption('wheat_autumn_early_winter_sown');
  await dialog.getByRole('button', { name: 'Keep field' }).click();
  // Now that the field is tillage, its spreading of the autumn before belongs to the year.
  await takeOver();
  // 40 m³ with 2.6 kg of nitrogen, of which 40 % count, and at most 220 kg, on 4.0194 ha.
  await expect.poll(() => wheat.innerText()).toMatch(/\t167\t884$/);
  await year.fill(String(YEAR));
  await takeOver();
  await desk.getByText(`Counts for the crop harvested in ${YEAR + 1}.`).waitFor();
  expect(await wheat.innerText()).toMatch(/\t0\t884$/);
});
