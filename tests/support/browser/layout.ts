// What is wrong with how a page is laid out: at its size, and in text of twice the size.
import type { Page } from 'playwright-core';
import { PHONE } from '@tests/support/app';

/** Waits until the new styles and layout have been painted. */
export const waitForPaint = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** What is wrong with the layout of the open page at the size that it has. */
export const layout = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // The texts of a chart: the size that they have on the screen, and whether two of them touch.
    const texts = [...document.querySelectorAll<SVGTextElement>('main svg text')].map((text) => ({
      ...{ svg: text.ownerSVGElement, words: text.textContent, box: text.getBoundingClientRect() },
      size: parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 1),
    }));
    const small = texts.filter(({ size }) => size < 12).map(({ words }) => `“${words}” is smaller than 12 px`);
    const touching = texts.filter((one, at) =>
      texts
        .slice(0, at)
        .some(
          ({ svg, box }) =>
            svg === one.svg &&
            box.left < one.box.right &&
            one.box.left < box.right &&
            box.top < one.box.bottom &&
            one.box.top < box.bottom,
        ),
    );
    const headings = [...document.querySelectorAll('h1')].filter((h1) => h1.checkVisibility()).length;
    // On a phone, what stays at the top covers the titles that pass below it. The head of a ledger names its columns.
    const inMain = window.innerWidth < 600 ? [...document.querySelectorAll('main :not(thead)')] : [];
    const stuck = inMain.filter((one) => {
      const { position, top } = getComputedStyle(one);
      return position === 'sticky' && top !== 'auto' && one.checkVisibility();
    });
    // Without an arrow, a closed section looks like an empty card.
    const unmarked = [...document.querySelectorAll('main summary')].filter((one) => {
      const { display, listStyleType } = getComputedStyle(one);
      const hasMarker = display === 'list-item' && listStyleType !== 'none';
      const hasSign = ['::before', '::after'].some((part) => getComputedStyle(one, part).content !== 'none');
      return !hasMarker && !hasSign && !one.querySelector('svg') && one.checkVisibility();
    });
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the screen`] : []),
      ...small,
      ...touching.map(({ words }) => `“${words}” touches another text of its chart`),
      ...(headings === 1 ? [] : [`${headings} visible h1 headings`]),
      ...stuck.map(({ className }) => `'${className}' stays at the top of the screen, over the titles`),
      ...unmarked.map(({ textContent }) => `the section '${textContent}' has no sign that it opens`),
      ...(document.title.includes(' · Farm Diary') ? [] : [`its title is '${document.title}'`]),
    ];
  });

/**
 * What is wider than the phone when text is twice its size, in the theme for sunlight too, which makes text larger still:
 * the page, or the dialog that is open. And words that are wider than what is pressed.
 */
export async function tooWideInLargeText(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const found: string[] = [];
  for (const theme of ['light', 'sunlight']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await waitForPaint(page);
    const wide = await page.evaluate(() =>
      [
        document.documentElement,
        ...document.querySelectorAll('dialog[open], .segment, .bottom-bar > *, .btn:not(.skip)'),
      ]
        .map((one) => ({ one, by: one.scrollWidth - one.clientWidth }))
        .filter(({ one, by }) => by > 0 && one.checkVisibility())
        .map(({ one, by }) => `${one.matches('html, dialog') ? one.tagName : one.textContent} ${by} px too wide`),
    );
    found.push(...wide.map((words) => `in large text, ${theme}: ${words}`));
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return found;
}
