// Searching names as people type them: capitals, accents and outer spaces make no difference.

// Letters that Unicode does not take apart into a plain letter and an accent.
const PLAIN: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe', '’': "'" };

/** Lower case without accents: "Siân Ní Dhálaigh" is "sian ni dhalaigh", "Łukasz" is "lukasz". */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðßæœ’]/g, (letter) => PLAIN[letter] ?? letter);

/** The words of a search, folded. */
export const wordsOf = (search: string): string[] => foldText(search).split(/\s+/).filter(Boolean);

/** True when every word of the search stands somewhere in the texts. An empty search finds everything. */
export function found(search: string, texts: readonly (string | null)[]): boolean {
  const words = wordsOf(search);
  if (words.length === 0) return true;
  const folded = foldText(texts.filter(Boolean).join('\n'));
  return words.every((word) => folded.includes(word));
}

let order: Intl.Collator | undefined;

/** The order of a phone book. What compares takes its time to be made: only who sorts waits for it. */
export const compareNames = (a: string, b: string): number =>
  (order ??= new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true })).compare(a, b);

/** Names in the order of a phone book; the id keeps two of one name in their places. */
export const byName = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1);

const MOST_WORDS = 10;

/** The words of a search that count; an asterisk in one stands for any one character. */
export const searchedWords = (search: string): string[] => wordsOf(search).slice(0, MOST_WORDS);
