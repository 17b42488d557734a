// The office types yesterday's paper dockets at a desk, with the keyboard alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { openAs, OWNER } from '@tests/support/browser/sign-in';
import { waitForText } from '@tests/support/browser/wait-for-text';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const DOCKETS = [
  ['Hill Farm', 'Baling', '86'],
  ['Hill Farm', 'Baling', '41'],
  ['Hill Farm', 'Mole ploughing', '12,5'],
  ['Church Farm Partnership', 'Baling', '7'],
  ['Church Farm Partnership', 'Mole ploughing', '3'],
  ['Church Farm Partnership', 'Baling', '9'],
] as const;

test('six dockets of yesterday are typed in one sheet and saved together', async () => {
  const { page } = await app.open({ viewport: DESKTOP });
  await openAs(page, app.origin, OWNER, '/day-sheet');
  await page.getByRole('group', { name: 'Line 1' }).getByLabel('Person').focus();
  for (const [at, [customer, task, quantity]] of DOCKETS.entries()) {
    if (at > 0) await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    for (const text of [customer, task, quantity]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
  }
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  // A name or task that is new to the demo farm, or close to another one, is confirmed.
  const sure = page.getByRole('button', { name: 'Save anyway' });
  const saved = page.getByText(/^6 jobs saved for /);
  await sure.or(saved).first().waitFor();
  if (await sure.isVisible()) {
    await sure.focus();
    await page.keyboard.press('Enter');
  }
  await saved.waitFor();
  await page.getByRole('link', { name: 'Show them' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Works List' }).waitFor();
  for (const quantity of ['86 bales', '41 bales', '7 bales', '9 bales']) await waitForText(page, quantity);

  // Who did it was left open; a stored entry says it afterwards, on a phone as well.
  await page
    .getByRole('link', { name: /Baling/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Who did it' }).click();
  const who = page.getByRole('dialog', { name: 'Who did “Baling”' });
  await who.getByLabel('Who did it').selectOption('Sam Driver');
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    expect(await axe(page)).toEqual([]);
  }
  await who.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Job updated!', { exact: true }).waitFor();
  expect(app.pageErrors).toEqual([]);
});
