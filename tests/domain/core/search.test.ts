import { expect, test } from 'vitest';
import { byName, foldText, matchesSearch, sameName } from '@/domain/core/search';

test.each([
  ['Siân Ní Dhálaigh', 'sian ni dhalaigh'],
  ['Tŷ Gwyn', 'ty gwyn'],
  ['Łukasz Wójcik', 'lukasz wojcik'],
  ['O’Brien', 'obrien'],
  ["Pat\u00A0O'Brien", 'pat obrien'],
  ['Se\u0301an O\u0301 Se\u0301', 'sean o se'],
  ['Mill\u200B Farm\uFEFF', 'mill farm'],
  ['20\u201310\u201110', '20-10-10'],
  ['ŒUF & Ærø', 'oeuf & aero'],
])('%s is found as %s', (name, folded) => {
  expect(foldText(name)).toBe(folded);
  expect(matchesSearch(folded, [name])).toBe(true);
});

test.each([
  ["Pat O'Brien", 'Pat O’Brien'],
  ["Pat O'Brien", "Pat  O'Brien"],
  ["Pat O'Brien", "pat\u00A0o'brien "],
  ['Seán Ó Sé', 'Sea\u0301n O\u0301 Se\u0301'],
  ['Manfield Estate', 'Man\uFB01eld Estate'],
  ['Smith-Jones', 'Smith\u2011Jones'],
  ['Hill Farm', '\u200BHill\u00AD Farm'],
])('%s and %s are one name', (one, other) => {
  expect(sameName(one, other)).toBe(true);
});

test.each([
  ['Hill Farm', 'HillFarm'],
  ['Sean', 'Seán'],
  ["O'Brien", 'OBrien'],
  ['Bale 1.2', 'Bale 12'],
])('%s and %s are two names', (one, other) => {
  expect(sameName(one, other)).toBe(false);
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
