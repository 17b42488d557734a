// Searching and comparing names as people type them: capitals, accents, apostrophes and outer spaces are ignored.
import { withHyphens, withoutInvisible } from './plain-text';

// Letters that Unicode does not decompose into a plain letter and an accent.
const PLAIN_LETTERS: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };
const APOSTROPHES = /['`\u00b4\u02bc\u2018\u2019\u201b\u2032\uff07]/g;

/**
 * Lower case without accents, apostrophes and invisible signs, any dash as a hyphen: "Siân Ní Dhálaigh" is "sian ni dhalaigh",
 * "O’Brien" is "obrien". The database does the same in private.folded.
 */
export const foldText = (text: string): string =>
  withHyphens(withoutInvisible(text).replace(APOSTROPHES, ''))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðßæœı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

/**
 * Two names with the same key look alike: they differ in capitals, spaces, apostrophes, dashes, signs that nobody sees or the
 * way an accent is stored. The database compares by private.name_words.
 */
export const nameKey = (name: string): string =>
  withHyphens(withoutInvisible(name).replace(APOSTROPHES, "'"))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** Whether both are the name of the same customer, task or machine, as `nameKey` has it. */
export const sameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b);

/** The words of a search, folded by `foldText`. */
export const wordsOf = (search: string): string[] => foldText(search).split(/\s+/).filter(Boolean);

/** True if every word of the search occurs in the texts. An empty search matches everything. */
export function matchesSearch(search: string, texts: readonly (string | null)[]): boolean {
  const words = wordsOf(search);
  if (words.length === 0) return true;
  const folded = foldText(texts.filter(Boolean).join('\n'));
  return words.every((word) => folded.includes(word));
}

let collator: Intl.Collator | undefined;

/** Sorts names as a phone book does. The collator is slow to create, so it is created on first use. */
export const compareNames = (a: string, b: string): number =>
  (collator ??= new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true })).compare(a, b);

/** Names as in a phone book; the id makes the order stable for equal names. */
export const byName = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1);

const MAX_WORDS = 10;

/** The first ten words of a search; an asterisk in a word matches any one character. */
export const searchedWords = (search: string): string[] => wordsOf(search).slice(0, MAX_WORDS);
