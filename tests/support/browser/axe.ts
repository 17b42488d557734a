// Accessibility violations that axe finds on an open page, measured after its animations have ended.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { Page } from 'playwright-core';

/** Half the size of the package's main file, which takes half a second to compile. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Waits for running animations, because the contrast during a transition is not what a person reads. Endless
 * animations (loading skeletons) are ignored.
 */
async function waitForAnimations(page: Page) {
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
 * Violations of all rules (or only of `rules`) on the page in its current state. A contrast violation is measured
 * again, because a transition may have started during the first run, such as that of a button disabled while saving.
 */
export async function axe(page: Page, rules?: string[]): Promise<string[]> {
  const found = await read(page, rules);
  return found.some((one) => one.startsWith('color-contrast')) ? read(page, rules) : found;
}

async function read(page: Page, rules: string[] | undefined): Promise<string[]> {
  await waitForAnimations(page);
  // Half a megabyte: once for each document, not for each run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (values) => {
    const { violations } = await (Reflect.get(window, 'axe') as typeof axeCore).run({
      // Collecting details of passed rules takes most of the time.
      resultTypes: ['violations'],
      // Not every style sheet as text, which no rule reads that is on.
      preload: { assets: ['media'] },
      ...(values && { runOnly: { type: 'rule', values } }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${String(target)} ${html}`).join(' | ')}`,
    );
  }, rules);
}
