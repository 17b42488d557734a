// Interns strings that many rows share: each is held in memory once. A response brings its own copy with every row.

// Far more than one account's names, ids and dates; beyond that, the map would cost more than it saves.
const MAX_TEXTS = 20_000;

const texts = new Map<string, string>();

/** The same string: the copy from an earlier row, if there is one. */
export function internText(text: string): string {
  const interned = texts.get(text);
  if (interned !== undefined) return interned;
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(text, text);
  return text;
}
