// Printed lists, read from Chromium's PDF: every row of the filter, and the table header on each page.
import { extractText, getDocumentProxy } from 'unpdf';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { openAs, OWNER } from '@tests/support/browser/sign-in';
import { demoApi } from '@tests/support/embedded/demo-api';
import { FULL } from '@tests/support/full';

let app: App;
let api: Awaited<ReturnType<typeof demoApi>>;
beforeAll(async () => {
  app = await startApp();
  api = await demoApi(app);
});
afterAll(() => app.stop());

/** The pages that the browser prints, as text. */
async function printed(page: Page, landscape: boolean): Promise<string[]> {
  const bytes = await page.pdf({ format: 'A4', landscape });
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
  expect(width > height).toBe(landscape);
  const { text } = await extractText(document, { mergePages: false });
  return text.map((one) => one.replace(/\s+/g, ' '));
}

/** Replaces the browser's dialog, which would wait for a person: records how many rows are printed. */
const recordPrinting = (page: Page) =>
  page.evaluate(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      document.body.dataset['printed'] = String(document.querySelectorAll('.print-sheet tbody tr').length);
      window.dispatchEvent(new Event('afterprint'));
    };
  });
/** Whether the paper is landscape. */
const BOTH = [false, true];
const printedRows = async (page: Page) => {
  const body = await page.waitForSelector('body[data-printed]', { state: 'attached' });
  return Number(await body.getAttribute('data-printed'));
};

const column = async (table: string, name: string): Promise<string[]> => {
  const { data, error } = await api.from(table).select(name).limit(1000);
  if (error) throw error;
  return (data as unknown as Record<string, string>[]).map((row) => row[name] ?? '');
};
const DATED = /\b\d{1,2} [A-Z][a-z]{2} \d{4}\b/g;
const countMatches = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length;

// A list is printed from a sheet of its own, whatever the screen shows of it: a full run prints from both sizes.
describe.each(FULL ? [PHONE, DESKTOP] : [PHONE])('printed from a screen of $width × $height', (viewport) => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await app.open({ viewport, worker: false }));
    await openAs(page, app.origin, OWNER);
  });

  /** What is printed of a list, for each orientation of the paper: portrait, and in a full run landscape as well. */
  async function printPages(
    path: string,
    ready: string,
    head: string,
    press: () => Promise<void>,
    orientations = FULL ? BOTH : [false],
  ) {
    await page.goto(path);
    await page.getByText(ready).filter({ visible: true }).first().waitFor();
    await recordPrinting(page);
    await press();
    expect(await printedRows(page)).toBeGreaterThan(3);
    const printouts: string[] = [];
    for (const landscape of orientations) {
      const sheets = await printed(page, landscape);
      for (const sheet of sheets) expect(sheet).toContain(head);
      printouts.push(sheets.join(' '));
    }
    return printouts;
  }
  const press = () => page.getByRole('button', { name: 'Print', exact: true }).click();

  test('the works list has every entry, portrait and landscape, with its header on each page', async () => {
    const entries = (await column('works', 'id')).length;
    expect(entries).toBeGreaterThan(60);
    for (const text of await printPages(
      '/works-list',
      'Hill Farm',
      'Date Customer Task Quantity Rate Value Person Status',
      press,
      BOTH,
    )) {
      expect(text).toMatch(/^Works List Headland [^,]*, printed on /);
      // One more: the day of printing.
      expect(countMatches(text, DATED)).toBe(entries + 1);
      expect(text).toContain(`Entries: ${entries}`);
    }
  });

  test('the grouped works list has every group', async () => {
    const names = [...new Set(await column('works', 'customer'))];
    expect(names.length).toBeGreaterThan(8);
    for (const text of await printPages(
      '/works-list?group=customer',
      'Hill Farm',
      'Customer Status Entries Hours Value',
      press,
    )) {
      expect(text).toMatch(/^Works List by customer /);
      for (const name of names) expect(text).toContain(name);
    }
  });

  test('the register has every document', async () => {
    const numbers = await column('invoices', 'invoice_number');
    expect(numbers.length).toBeGreaterThan(5);
    // The browser's print shortcut does the same as the button.
    const keys = () => page.keyboard.press('Control+p');
    for (const text of await printPages(
      '/view-invoices',
      'INV-0040',
      'Number Customer Issued Due Net VAT Total State',
      keys,
    )) {
      expect(text).toMatch(/^Invoices /);
      for (const number of numbers) expect(countMatches(text, new RegExp(`${number} `, 'g'))).toBe(1);
    }
  });

  test('the customer list has every customer', async () => {
    const { data } = await api.from('customers').select('name').eq('active', true);
    const names = (data as { name: string }[]).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(8);
    for (const text of await printPages('/customers', 'Outstanding', 'Customer Contact Address Phone', press))
      for (const name of names) expect(text).toContain(name);
  });

  test('the time diary has every shift of the month', async () => {
    // The month with the most shifts: the current one may have none yet.
    const shiftsIn = new Map<string, number>();
    for (const date of await column('time_entries', 'work_date'))
      shiftsIn.set(date.slice(0, 7), (shiftsIn.get(date.slice(0, 7)) ?? 0) + 1);
    const [month = '', shifts = 0] = [...shiftsIn].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    expect(shifts).toBeGreaterThan(3);
    const fromMenu = async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Print' }).click();
    };
    const path = `/time-diary?month=${month}`;
    for (const text of await printPages(path, 'Sam Driver', 'Person Date Start Finish Break Paid Job State', fromMenu))
      expect(countMatches(text, /\d\d:\d\d (?:\d\d:\d\d)?/g)).toBe(shifts);
  });
});
