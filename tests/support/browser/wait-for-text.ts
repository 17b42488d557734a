import type { Page } from 'playwright-core';

/**
 * Waits until this text is visible anywhere on the page. A page also has texts that are not: the options of a select, and
 * what only the other size shows.
 */
export const waitForText = (page: Page, text: string | RegExp, { exact = false } = {}) =>
  page.getByText(text, { exact }).filter({ visible: true }).first().waitFor();
