// Only what a press does something to changes under the pointer: a row that lights up and does not open is a broken promise.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Selectors of rules, without comments. */
const selectorsOf = (css: string) =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g)].flatMap(([, selector = '']) =>
    selector.split(/,(?![^(]*\))/).map((one) => one.trim().replaceAll(/\s+/g, ' ')),
  );
/** Links, buttons, and labels of a choice; the classes are those that only such elements have. */
const OF_A_CONTROL =
  /^(\.btn-(main|plain|quiet|prominent|danger)|\.row-link|\.choice|:is\(a, button\)\.alert-row|(label|a)\.pick-row|\.bar-link|:is\(\.owed-figure, \.age\)|\.site nav a):hover/;

test('no row lights up if it is not a link or a button', () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => selectorsOf(readFileSync(`src/${path}`, 'utf8')));
  const hovered = found.filter((selector) => selector.includes(':hover'));
  expect(hovered.length).toBeGreaterThan(5);
  expect(hovered.filter((selector) => !OF_A_CONTROL.test(selector))).toEqual([]);
});
