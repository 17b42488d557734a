// Lists and counts in a sentence.

/** "a, b and c", or "a, b or c". The formatter is slow to create, so it is not created when the module loads. */
export const wordList = (words: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat('en-GB', { type }).format(words);

/** The words for one, or for any other count. */
export const plural = (count: number, one: string, several: string): string => (count === 1 ? one : several);

/** "1 customer", "1,280 customers". */
export const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en-GB')} ${plural(count, one, several)}`;
