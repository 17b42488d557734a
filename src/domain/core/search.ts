// Searching names as people type them: capitals, accents and outer spaces are ignored.

// Letters that Unicode does not decompose into a plain letter and an accent.
const PLAIN_LETTERS: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe', '’': "'" };

/** Lower case without accents: "Siân Ní Dhálaigh" is "sian ni dhalaigh", "Łukasz" is "lukasz". */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðßæœ’]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

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
