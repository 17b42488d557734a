// The diary: a job is planned at the desk, its driver logs it on the phone, and both see it once. Every view and dialog
// is checked with axe.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayOf } from '@/domain/core/calendar';
import { addDays, todayIn, weekday, weekdayName } from '@/domain/core/time';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { axe } from '@tests/support/browser/axe';
import { pressSave, expectAllSent, typeQuantity } from '@tests/support/browser/proxied-server';
import { openAs } from '@tests/support/browser/sign-in';
import { waitForText } from '@tests/support/browser/wait-for-text';

// The day on which the farm is filled: a run across midnight keeps using it.
const day = todayIn('Europe/London', new Date());
let app: App;
let ownerPage: Page;
let driverPage: Page;

/** Violations that axe finds on the current page, including contrast in each theme, and any horizontal overflow. */
async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'sunlight', 'light']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const here = await axe(page, theme === 'light' ? undefined : ['color-contrast']);
    found.push(...here.map((fault) => `${theme}: ${fault}`));
  }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return over > 0 ? [...found, `${over} px wider than the screen`] : found;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
async function close(page: Page) {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

beforeAll(async () => {
  app = await startApp();
  ({ page: ownerPage } = await app.open({ viewport: DESKTOP }));
  ({ page: driverPage } = await app.open({ viewport: PHONE }));
  await ownerPage.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(ownerPage, app.origin, 'owner@demo.test');
  await driverPage.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(driverPage, app.origin, 'driver@demo.test');
});
afterAll(() => app.stop());

test('a job is planned at the desk for a driver', async () => {
  await ownerPage.goto(`/diary?date=${day}`);
  // A week on a desktop, a day on a phone.
  await ownerPage.locator('.diary-week > section').nth(6).waitFor();
  await press(ownerPage, 'Add');
  await ownerPage.getByRole('menuitem', { name: 'Plan…' }).click();
  const plan = dialog(ownerPage, 'Plan');
  await plan.getByLabel(/^Title/).fill('Clear the yard drain');
  await plan.getByRole('button', { name: 'Sam Driver' }).click();
  await plan.getByLabel(/^Note/).fill('Rods are in the workshop.');
  expect(await faults(ownerPage)).toEqual([]);
  await plan.getByRole('button', { name: 'Save' }).click();
  await ownerPage.getByText('Added to the diary!', { exact: true }).waitFor();
  await ownerPage.getByRole('button', { name: /Clear the yard drain/ }).click();
  await dialog(ownerPage, 'Clear the yard drain').waitFor();
  expect(await faults(ownerPage)).toEqual([]);
  await close(ownerPage);
});

test('a job that repeats moves to another weekday, and back with one undo; axe finds no violation at both sizes', async () => {
  const later = addDays(day, 40);
  await ownerPage.goto(`/diary?view=day&date=${later}`);
  await press(ownerPage, 'Add');
  await ownerPage.getByRole('menuitem', { name: 'Plan…' }).click();
  const plan = dialog(ownerPage, 'Plan');
  await plan.getByLabel(/^Title/).fill('Milk relief');
  await plan.getByLabel('Repeat', { exact: true }).selectOption('week');
  await plan.getByLabel('Repeat until').fill(addDays(later, 14));
  await plan.getByRole('button', { name: 'Save' }).click();
  await ownerPage.getByText('3 jobs added to the diary!', { exact: true }).waitFor();
  await ownerPage.getByRole('button', { name: /Milk relief/ }).click();
  await press(ownerPage, 'How it repeats…');
  const repeat = dialog(ownerPage, 'How “Milk relief” repeats');
  for (const date of [addDays(later, 1), later])
    await repeat.getByRole('button', { name: weekdayName(weekday(date)) }).click();
  for (const viewport of [PHONE, DESKTOP]) {
    await ownerPage.setViewportSize(viewport);
    expect(await faults(ownerPage)).toEqual([]);
  }
  await repeat.getByLabel('Repeat until').fill(addDays(later, 15));
  await repeat.getByRole('button', { name: 'Save' }).click();
  await ownerPage.getByText('3 jobs added, 3 deleted.', { exact: true }).waitFor();
  await ownerPage.getByRole('button', { name: /Milk relief/ }).waitFor({ state: 'detached' });
  await press(ownerPage, 'Undo');
  await ownerPage.getByRole('button', { name: /Milk relief/ }).waitFor();
});

test('the warning about another job at that time is visible without scrolling, at every window size', async () => {
  await ownerPage.goto(`/diary?view=day&date=${day}`);
  for (const { width, height } of [PHONE, { width: 390, height: 640 }, { width: 640, height: 360 }, DESKTOP]) {
    await ownerPage.setViewportSize({ width, height });
    await press(ownerPage, 'Add');
    await ownerPage.getByRole('menuitem', { name: 'Plan…' }).click();
    const plan = dialog(ownerPage, 'Plan');
    await plan.getByLabel('All day').uncheck();
    await plan.getByLabel('Start', { exact: true }).fill('08:00');
    await plan.getByRole('button', { name: 'Sam Driver' }).click();
    const clash = plan.getByText('Sam Driver has Hedge cutting – Hill Farm that day, 08:00 – book anyway?');
    await clash.waitFor();
    const box = await clash.boundingBox();
    expect(box?.y, `${width} by ${height}`).toBeGreaterThan(0);
    expect((box?.y ?? height) + (box?.height ?? 0), `${width} by ${height}`).toBeLessThanOrEqual(height);
    expect(await faults(ownerPage)).toEqual([]);
    await close(ownerPage);
  }
});

test('the driver starts the planned job on the phone and logs it as work, and the work exists once', async () => {
  await driverPage.goto(`/diary?date=${day}`);
  const hedges = driverPage.getByRole('button', { name: /Job: 08:00 Hedge cutting – Hill Farm/ });
  await hedges.click();
  const job = dialog(driverPage, 'Hedge cutting – Hill Farm');
  await job.getByRole('button', { name: 'Start' }).click();
  await job.getByText('Under way').waitFor();
  expect(await faults(driverPage)).toEqual([]);
  await job.getByRole('link', { name: 'Log as work' }).click();
  await typeQuantity(driverPage, 3);
  await pressSave(driverPage);
  await driverPage.getByRole('heading', { name: 'Work entry saved!' }).waitFor();
  await expectAllSent(driverPage);
  await driverPage.goto(`/diary?date=${day}`);
  await driverPage.getByRole('link', { name: /Work: Hedge cutting/ }).waitFor();
  await hedges.waitFor({ state: 'detached' });
  expect(await driverPage.getByRole('link', { name: /Work: Hedge cutting/ }).count()).toBe(1);
  await ownerPage.goto(`/diary?view=day&date=${day}`);
  await ownerPage.getByRole('link', { name: /Work: Hedge cutting/ }).waitFor();
  await ownerPage.getByText('Job: 08:00 Hedge cutting').waitFor({ state: 'detached' });
});

test('a job is dragged to another day of the week and the month, and to a person, and Undo takes it back', async () => {
  const job = (view: string, date: string) =>
    ownerPage.locator(`${view} [data-day="${date}"]`).getByRole('button', { name: /Clear the yard drain/ });
  const monday = mondayOf(day);
  const other = day === monday ? addDays(monday, 1) : monday;
  const { mouse } = ownerPage;
  const middle = async (place: Locator) => {
    const box = await place.boundingBox();
    if (!box) throw new Error('nothing to drag');
    return [box.x + box.width / 2, box.y + Math.min(box.height / 2, 60)] as const;
  };
  const dragTo = async (item: Locator, place: Locator) => {
    await item.scrollIntoViewIfNeeded();
    const [x, y] = await middle(item);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 10, y + 10);
    await ownerPage.locator('html[data-dragging]').waitFor({ state: 'attached' });
    await mouse.move(...(await middle(place)), { steps: 5 });
    await ownerPage.locator('[data-drop]').waitFor();
    await mouse.up();
    await ownerPage.getByText(/^“Clear the yard drain” moved/).waitFor();
  };
  const undo = async () => {
    await ownerPage.keyboard.press('F8');
    await ownerPage.keyboard.press('Tab');
    await ownerPage.keyboard.press('Tab');
    expect(await ownerPage.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
    await ownerPage.keyboard.press('Enter');
    await ownerPage.getByText('Undone.', { exact: true }).waitFor();
  };
  for (const view of ['week', 'month'] as const) {
    await ownerPage.goto(`/diary?view=${view}&date=${day}`);
    await job('main', day).waitFor();
    // The code for dragging is loaded after the page.
    await ownerPage.waitForLoadState('networkidle');
    await dragTo(job('main', day), ownerPage.locator(`main [data-day="${other}"]`));
    await job('main', other).waitFor();
    expect(await ownerPage.getByRole('dialog').count()).toBe(0);
    await undo();
    await job('main', day).waitFor();
  }
  await dragTo(job('main', day), ownerPage.locator('[data-person]', { hasText: 'Whoever has time' }));
  await ownerPage.getByText(/^“Clear the yard drain” moved for whoever has time/).waitFor();
  await undo();
  expect(await faults(ownerPage)).toEqual([]);
});

/** Words of headings and table headers that are broken across lines. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    for (const { firstChild: text } of document.querySelectorAll('main :is(h2, th)')) {
      if (!(text instanceof Text)) continue;
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
    return broken;
  });

/**
 * Buttons and day headings whose text overflows their box or the screen, unless it can be scrolled to. Visually hidden
 * text is ignored.
 */
const cutOffTexts = (page: Page) =>
  page.evaluate(() => {
    const cut = new Set<string>();
    for (const button of document.querySelectorAll('main :is(button, .btn, .segment, .day-head), .bottom-bar > *')) {
      const box = button.getBoundingClientRect();
      const [from, to] = button.closest('.chips-scroll') ? [-Infinity, Infinity] : [0, innerWidth];
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        if ((text.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
        const words = document.createRange();
        words.selectNodeContents(text);
        for (const { left, right } of words.getClientRects())
          if (left < Math.max(box.left, from) - 0.5 || right > Math.min(box.right, to) + 0.5)
            cut.add(`${button.ariaLabel ?? button.textContent}: ${text.textContent}`);
      }
    }
    return [...cut];
  });

test('on the narrowest phone no view overflows, and no button cuts off its text', async () => {
  const before = driverPage.viewportSize() ?? PHONE;
  await driverPage.setViewportSize({ width: 320, height: 640 });
  // The total of two days ago is the longest: hours, a value and a missing rate.
  for (const [view, date] of [
    ['day', day],
    ['day', addDays(day, -2)],
    ['week', day],
    ['month', day],
    ['agenda', day],
  ] as const) {
    await driverPage.goto(`/diary?view=${view}&date=${date}`);
    await driverPage.locator('.diary-mark, .diary-dots').first().waitFor();
    for (const theme of ['light', 'sunlight']) {
      await driverPage.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      const label = `${view} of ${date}, ${theme}`;
      expect(await cutOffTexts(driverPage), label).toEqual([]);
      expect(await brokenWords(driverPage), label).toEqual([]);
      expect(await driverPage.evaluate(() => document.documentElement.scrollWidth), label).toBeLessThanOrEqual(320);
    }
  }
  await driverPage.setViewportSize(before);
});

test('axe finds no violation in any view at both sizes, nor in the "Rained off" dialog', async () => {
  for (const [page, views] of [
    [ownerPage, ['day', 'week', 'month', 'agenda']],
    [driverPage, ['day', 'week', 'month', 'agenda']],
  ] as const) {
    for (const view of views) {
      await page.goto(`/diary?view=${view}&date=${day}`);
      await page.locator('.diary-mark, .diary-dots').first().waitFor();
      expect(await faults(page), view).toEqual([]);
    }
  }
  await ownerPage.goto(`/diary?view=day&date=${day}`);
  await press(ownerPage, 'Rained off');
  await dialog(ownerPage, /^Rained off/).waitFor();
  expect(await faults(ownerPage)).toEqual([]);
  await dialog(ownerPage, /^Rained off/)
    .getByRole('button', { name: /^Move \d jobs?$/ })
    .click();
  await ownerPage.getByText(/^\d jobs? moved\.$/).waitFor();
  await press(ownerPage, 'On');
  await ownerPage.getByRole('button', { name: /Clear the yard drain/ }).waitFor();
  expect(app.pageErrors).toEqual([]);
});

test('a driver asks for a holiday on the phone, the desk approves it, and both see it counted', async () => {
  // Further ahead than anything that the demo farm plans.
  const monday = addDays(mondayOf(day), 70);
  await driverPage.goto(`/diary?view=day&date=${monday}`);
  await press(driverPage, 'Add');
  await driverPage.getByRole('menuitem', { name: 'Ask for time off…' }).click();
  const ask = dialog(driverPage, 'Time off');
  await ask.getByLabel('Last day').fill(addDays(monday, 4));
  await ask.getByText(/^That is 5 days\./).waitFor();
  expect(await faults(driverPage)).toEqual([]);
  await ask.getByRole('button', { name: 'Ask' }).click();
  await driverPage.getByText('Asked, not answered yet').waitFor();
  expect(await faults(driverPage)).toEqual([]);

  await ownerPage.goto(`/diary?view=day&date=${monday}`);
  await ownerPage.getByRole('link', { name: /Sam Driver: Holiday\?/ }).click();
  const answer = dialog(ownerPage, 'Sam Driver: Holiday?');
  await answer.getByText(/ 5 days$/).waitFor();
  expect(await faults(ownerPage)).toEqual([]);
  await answer.getByRole('button', { name: 'Approve' }).click();
  await ownerPage.getByText('Approved. Sam Driver is told.', { exact: true }).waitFor();
  await ownerPage
    .getByRole('button', { name: /Sam Driver/ })
    .filter({ hasText: '5 booked' })
    .click();
  await dialog(ownerPage, 'Sam Driver').getByRole('button', { name: 'Save' }).waitFor();
  expect(await faults(ownerPage)).toEqual([]);
  await close(ownerPage);

  await driverPage.goto(`/time-off?date=${monday}`);
  await waitForText(driverPage, 'In the diary');
  expect(await faults(driverPage)).toEqual([]);
  await driverPage.goto(`/diary?view=day&date=${monday}`);
  await driverPage.getByRole('button', { name: /Absence: .*Sam Driver: Holiday/ }).waitFor();
});
