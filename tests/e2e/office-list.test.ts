// A long works list in a real browser: every entry is reached once and in order, and few are rendered at any time.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { openAs, OWNER } from '@tests/support/browser/sign-in';
import { demoApi } from '@tests/support/embedded/demo-api';

const ROWS = 2500;
/** The entries of this test are older than the demo's, which the filter excludes. */
const LIST = '/works-list?period=custom&to=2024-01-01';

let app: App;

/** Logs the jobs, seven on each day, some with texts that need a second line. */
async function logJobs() {
  const api = await demoApi(app);
  const day = (job: number) => new Date(Date.UTC(2024, 0, 1 - Math.floor(job / 7))).toISOString().slice(0, 10);
  for (let from = 0; from < ROWS; from += 250) {
    const { error: refused } = await api.from('works').insert(
      Array.from({ length: 250 }, (_, at) => ({
        customer: `Farm ${(from + at) % 30}`,
        task_name: `Job ${from + at}`,
        task_description: at % 9 === 0 ? 'The far side of the long meadow, both headlands and the corner' : null,
        chargeable_unit: 'bale',
        rate: 2,
        quantity: 3,
        work_date: day(from + at),
      })),
    );
    if (refused) throw refused;
  }
}

/** Runs in the page: scrolls to the end and records the rows that pass through the window, in order. */
async function scrollThrough() {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const seen: { place: number; id: string; date: string }[] = [];
  let maxRendered = 0;
  for (;;) {
    await frame();
    await frame();
    const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
    maxRendered = Math.max(maxRendered, rows.length);
    const inWindow = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    for (const row of inWindow) {
      const place = Number(row.dataset['row']);
      if (place < seen.length) continue;
      const link = row.querySelector('a');
      seen.push({
        place,
        id: new URL(link?.href ?? '').searchParams.get('edit') ?? '',
        date: link?.getAttribute('aria-label')?.split(', ').at(-1) ?? '',
      });
    }
    const { scrollHeight } = document.documentElement;
    const last = rows.at(-1);
    const covered = (last?.getBoundingClientRect().bottom ?? 0) >= Math.min(innerHeight, scrollHeight - scrollY) - 300;
    // Wait for rows being loaded before the next step.
    if (!covered) continue;
    if (scrollY + innerHeight >= scrollHeight - 1) return { seen, maxRendered };
    scrollBy(0, innerHeight * 0.7);
  }
}

async function open(size: typeof PHONE): Promise<Page> {
  const { page } = await app.open({ viewport: size });
  await openAs(page, app.origin, OWNER, LIST);
  await page.locator('[data-row]').first().waitFor();
  // With the totals the page knows the list's length and height; before, it can't jump beyond the first rows.
  await page.locator('.total-bar').waitFor();
  return page;
}

beforeAll(async () => {
  app = await startApp();
  await logJobs();
});
afterAll(() => app.stop());

test.each([
  ['desk', DESKTOP],
  ['phone', PHONE],
])('all entries are reached, each once: %s', async (_, size) => {
  const page = await open(size);
  const { seen, maxRendered } = await page.evaluate(scrollThrough);
  expect(seen.map(({ place }) => place)).toEqual(Array.from({ length: ROWS }, (__, at) => at));
  expect(new Set(seen.map(({ id }) => id)).size).toBe(ROWS);
  expect(maxRendered).toBeLessThan(90);
  expect(app.pageErrors).toEqual([]);
});

test('the table header stays visible, and the keys reach both ends', async () => {
  const page = await open(DESKTOP);
  await page.keyboard.press('End');
  await page.locator('[data-row="2499"]').waitFor();
  const head = await page.locator('thead th').first().boundingBox();
  const bar = await page.locator('.bar').boundingBox();
  expect(Math.round(head?.y ?? 0)).toBe(Math.round((bar?.y ?? 0) + (bar?.height ?? 0)));
  expect(await page.locator('table').getAttribute('aria-rowcount')).toBe(`${ROWS + 1}`);
  // Wait for the end before the next key: the last rows are higher than estimated, so the page grows when they are
  // rendered, and while the browser scrolls smoothly it drops keys (on any page, not only on this one).
  const pixelsBelow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);
  await expect.poll(pixelsBelow, { interval: 250 }).toBeLessThan(1);
  await page.keyboard.press('Home');
  await page.locator('[data-row="0"]').waitFor();
  expect(await page.locator('[data-row]').count()).toBeLessThan(90);
});

test('going back to the list restores its scroll position', async () => {
  const page = await open(DESKTOP);
  await page.evaluate(() => scrollTo(0, 20_000));
  /** The position of the first visible row, and its task. */
  const first = () =>
    page.evaluate(() => {
      const row = [...document.querySelectorAll<HTMLElement>('[data-row]')].find(
        (one) => one.getBoundingClientRect().top > 120,
      );
      return [row?.dataset['row'], row?.querySelector('a')?.textContent].join(' ');
    });
  /** What is visible once rows and their heights are settled. */
  const settledPosition = async () => {
    let last = '';
    const isSettled = async () => {
      const before = last;
      last = await first();
      return Number.parseInt(last, 10) > 300 && last === before;
    };
    await expect.poll(isSettled, { interval: 500 }).toBe(true);
    return last;
  };
  const before = await settledPosition();
  await page.locator('.strip a[href="/diary"]').evaluate((link: HTMLElement) => link.click());
  await page.getByRole('heading', { level: 1, name: 'Diary' }).waitFor();
  await page.goBack();
  expect(await settledPosition()).toBe(before);
});

test('on a phone a long group name wraps beside its total, and both stay on the screen', async () => {
  const names = [
    'The Trustees of the Meadowbank Agricultural Estate and Partners',
    `Llan${'fairpwllgwyngyll'.repeat(4)}`,
  ];
  const api = await demoApi(app);
  const job = { task_name: 'Baling', chargeable_unit: 'bale', rate: 1234.5, quantity: 100, work_date: '2020-01-01' };
  const { error } = await api.from('works').insert(names.map((customer) => ({ ...job, customer })));
  if (error) throw error;
  const page = await open(PHONE);
  for (const size of [PHONE, { width: 320, height: 640 }]) {
    await page.setViewportSize(size);
    await page.goto('/works-list?group=customer&period=custom&to=2020-01-02');
    for (const name of names) {
      const group = page.getByRole('button', { name });
      await group.waitFor();
      const [card, title, sum] = await Promise.all(
        [group, group.locator('strong'), group.getByText('£123,450.00')].map((part) => part.boundingBox()),
      );
      const label = `${name} at ${size.width}`;
      if (!card || !title || !sum) throw new Error(`${label} is not drawn`);
      expect(card.width, label).toBeLessThanOrEqual(size.width);
      expect(sum.x + sum.width, label).toBeLessThanOrEqual(card.x + card.width);
      // Beside each other.
      expect(title.x + title.width, label).toBeLessThanOrEqual(sum.x);
    }
  }
});
