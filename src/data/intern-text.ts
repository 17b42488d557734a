// Interns strings that many rows share: each is held in memory once. A response brings its own copy with every row.

// Far more than one account's names, ids and dates; beyond that, the map would cost more than it saves.
const MOST = 20_000;

const texts = new Map<string, string>();

/** The same string: the copy from an earlier row, if there is one. */
export function internText(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST) texts.clear();
  texts.set(text, text);
  return text;
}
