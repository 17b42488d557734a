// Words in a sentence.

/** "a, b and c", or "a, b or c". The formatter takes its time to be made: only a sentence that is shown waits for it. */
export const wordList = (words: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat('en-GB', { type }).format(words);
