// How CSS and Tailwind share the work (CONTRIBUTING, "Styles").
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform, type Selector } from 'lightningcss';
import { expect, test } from 'vitest';

const textOf = (path: string) => readFileSync(path, 'utf8');
const sheets = readdirSync('src/styles')
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, css: textOf(join('src/styles', name)) }));
const sheetsExcept = (...exceptions: string[]) => sheets.filter(({ name }) => !exceptions.includes(name));

/** The kinds of rules at the top of a stylesheet, and the classes that its selectors name. */
function read(css: string) {
  const kinds = new Set<string>();
  const classes = new Set<string>();
  const collect = (selector: Selector) => {
    for (const part of selector) {
      if (part.type === 'class') classes.add(part.name);
      if (part.type !== 'pseudo-class') continue;
      if (part.kind === 'is' || part.kind === 'where' || part.kind === 'not' || part.kind === 'has') {
        part.selectors.forEach(collect);
      }
    }
  };
  transform({
    filename: 'sheet.css',
    code: new TextEncoder().encode(css),
    visitor: { StyleSheet: ({ rules }) => rules.forEach(({ type }) => kinds.add(type)), Selector: collect },
  });
  return { kinds: [...kinds], classes: [...classes] };
}

// Print styles must outrank utilities, so print.css is in no layer.
test.each(sheetsExcept('tokens.css', 'theme.css', 'print.css'))('$name: every rule is in a layer', ({ css }) => {
  expect(read(css).kinds).toEqual(['layer-block']);
});

// Paper has colours of its own, the same in every theme.
test.each(sheetsExcept('tokens.css', 'print.css', 'sheet.css'))('$name: colours come from the tokens', ({ css }) => {
  expect(css.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/gi)).toBeNull();
});

const source = ['src', 'build', 'public', 'index.html']
  .flatMap((path) =>
    path.endsWith('.html') ? path : readdirSync(path, { recursive: true }).map((file) => join(path, String(file))),
  )
  .filter((file) => /\.(?:tsx?|html|js)$/.test(file))
  .map(textOf)
  .join('\n');
const words = new Set(source.match(/[\w-]+/g));
/** Prefixes of class names that the source completes, such as `btn-${variant}`. */
const ownPrefixes = [...source.matchAll(/([\w-]+-)\$\{/g)].map(([, begin = '']) => begin);
/** The map's own elements are named by Leaflet. */
const prefixes = [...ownPrefixes, 'leaflet-'];

test.each(sheets)('$name: each class is used in the source', ({ css }) => {
  const unused = read(css).classes.filter(
    (name) => !words.has(name) && !prefixes.some((begin) => name.startsWith(begin)),
  );
  expect(unused).toEqual([]);
});
