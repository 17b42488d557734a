import { expect, test } from 'vitest';
import { usedStyles } from '../../../build/prerender/used-styles';

const HTML = '<html><body class="page md:wide"><h1 id="top">A</h1><p class="lead">B</p></body></html>';
const used = (css: string) => usedStyles(css, HTML);

test('keeps selectors that can match and drops the others', () => {
  expect(used('.lead{color:red}.other{color:red}')).toBe('.lead{color:red}');
  expect(used('#top{color:red}#bottom{color:red}')).toBe('#top{color:red}');
  expect(used('h1,h2{color:red}')).toBe('h1{color:red}');
  expect(used('.page>.lead{color:red}.page .other{color:red}')).toBe('.page>.lead{color:red}');
  expect(used('table td{color:red}')).toBe('');
});

test('keeps states, pseudo-elements and selectors in brackets', () => {
  const kept = '.lead:hover{color:red}.lead:before{top:0}p:not(.other){left:0}html[data-theme=dark] .lead{right:0}';
  expect(used(kept)).toBe(kept);
});

test('drops selectors whose bracketed alternatives can’t match, and parts of missing fields', () => {
  expect(used(':is(.other,.gone) h1{color:red}:is(.other,.lead):hover{color:red}')).toBe(
    ':is(.other,.lead):hover{color:red}',
  );
  expect(used(':where(.page :is(.other)){color:red}')).toBe('');
  expect(
    used(':is(.other :is(.gone),.lead){color:red}p:not(:is(.other)){top:0}:root:where([data-theme=dark] *){left:0}'),
  ).toBe(':is(.other .gone,.lead){color:red}p:not(.other){top:0}:root:where([data-theme=dark] *){left:0}');
  const field = '::placeholder{opacity:1}::-webkit-datetime-edit{padding:0}';
  expect(used(field)).toBe('');
  expect(usedStyles(field, '<input>')).toBe(field);
});

test('parses escaped names as they are in the page', () => {
  expect(used('.md\\:wide{color:red}.md\\:narrow{color:red}')).toBe('.md\\:wide{color:red}');
});

test('processes media, support and layers, keeps their order, and drops empty ones', () => {
  expect(used('@layer a,b;@layer a{.lead{color:red}.x{color:red}}@media print{.x{color:red}}')).toBe(
    '@layer a{.lead{color:red}}@layer b;',
  );
});

test('drops unused animations and values, also those used only by dropped ones', () => {
  const css = ':root{--a:1px;--b:var(--a);--c:2px}@keyframes gone{to{top:0}}@keyframes here{to{top:0}}';
  expect(used(`${css}.lead{margin:var(--c);animation:here 1s}`)).toBe(
    ':root{--c:2px}@keyframes here{to{top:0}}.lead{margin:var(--c);animation:1s here}',
  );
});

test('is not misled by braces and semicolons in strings', () => {
  expect(used('.lead::before{content:"};{"}.x{content:"}"}')).toBe('.lead:before{content:"};{"}');
});
