// Every code that a test names is explained in docs/test-codes.md.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const catalogue = readFileSync('docs/test-codes.md', 'utf8');
const explained = new Set(
  [...catalogue.matchAll(/^- ([AFMO]\d+|case \d+|walk-through [A-Z]): /gm)].map(([, code]) => code),
);

/** The codes in brackets: '(A12, A13)', '(F1–F3)', '(case 40)'. Of a range, the first and the last code. */
function codesIn(text: string): string[] {
  const walks = [...text.matchAll(/\((walk-through [A-Z])\)/g)].map(([, code = '']) => code);
  // A number or a letter alone at the end of a title lacks its catalogue: return it as it is, so that the test fails.
  const bare = [...text.matchAll(/^ *(?:test|it)\('.*\((\d+|[A-Z])\)',/gm)].map(([, code = '']) => code);
  const brackets = [...text.matchAll(/\(((?:[AFMO]\d{1,3}\b|cases? \d+)(?:[,–\s]|and|[AFMO]\d+|case|\d+)*)\)/g)];
  const coded = brackets.flatMap(([, inside = '']) =>
    [...inside.matchAll(/[AFMO]\d+|\d+/g)].map(([code]) => (/^\d/.test(code) ? `case ${code}` : code)),
  );
  return [...coded, ...walks, ...bare];
}

test('every code in a test is explained', () => {
  const files = execFileSync('git', ['ls-files', 'tests/*.test.ts', 'tests/*.test.tsx'], { encoding: 'utf8' });
  const used = files
    .trim()
    .split('\n')
    .flatMap((file) => codesIn(readFileSync(file, 'utf8')).map((code) => ({ code, file })));
  expect(used.length).toBeGreaterThan(300);
  expect(used.filter(({ code }) => !explained.has(code))).toEqual([]);
});
