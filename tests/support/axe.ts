// What axe finds on an open page. One place, so that every journey reads a page that stands still.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Waits until what moves or changes colour has arrived: amid a transition a text has a contrast that nobody reads. What
 * turns for ever (the grey lines of a page on its way) is left out.
 */
async function atRest(page: Page) {
  await page.evaluate(async () => {
    for (;;) {
      const moving = document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map((one) => one.finished));
    }
  });
}

/**
 * What is against the rules (or against these alone) on the page as it stands, with what is open on it. What begins to
 * change colour while it is read, as a button does that is held until something is kept, is read again at rest.
 */
export async function axe(page: Page, rules?: string[]): Promise<string[]> {
  const found = await read(page, rules);
  return found.some((one) => one.startsWith('color-contrast')) ? read(page, rules) : found;
}

async function read(page: Page, rules: string[] | undefined): Promise<string[]> {
  await atRest(page);
  // What is in order is not listed: to name each part of it takes most of the time.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (rules) builder.withRules(rules);
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${String(target)} ${html}`).join(' | ')}`,
  );
}
