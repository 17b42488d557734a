import { expect, test } from 'vitest';
import { byName, foldText, matchesSearch } from '@/domain/core/search';

test.each([
  ['Siân Ní Dhálaigh', 'sian ni dhalaigh'],
  ['Tŷ Gwyn', 'ty gwyn'],
  ['Łukasz Wójcik', 'lukasz wojcik'],
  ['O’Brien', "o'brien"],
  ['ŒUF & Ærø', 'oeuf & aero'],
])('%s is found as %s', (name, folded) => {
  expect(foldText(name)).toBe(folded);
  expect(matchesSearch(folded, [name])).toBe(true);
});

test('every word must occur, in any order and in any of the texts', () => {
  const texts = ['Hill Farm', null, 'Kington'];
  expect(matchesSearch('  FARM hill ', texts)).toBe(true);
  expect(matchesSearch('kington hill', texts)).toBe(true);
  expect(matchesSearch('hill leominster', texts)).toBe(false);
  // Two texts are never joined into one word.
  expect(matchesSearch('mking', texts)).toBe(false);
  expect(matchesSearch('   ', texts)).toBe(true);
  expect(matchesSearch('x', [null])).toBe(false);
});

test('names are sorted as in a phone book, ignoring accents and case, and numbers by value', () => {
  const names = ['élagage', 'Zaun', 'Field 10', 'apple', 'Field 9', 'Élan'].map((name) => ({ name, id: name }));
  expect(names.sort(byName).map(({ name }) => name)).toEqual([
    'apple',
    'élagage',
    'Élan',
    'Field 9',
    'Field 10',
    'Zaun',
  ]);
  expect(byName({ name: 'A', id: '1' }, { name: 'a', id: '2' })).toBe(-1);
});
