// Texts that many rows have in common, each held in memory once. An answer brings a copy of its own with every row.

// Far more than one account's names, ids and dates; past it, remembering more would cost what it saves.
const MOST = 20_000;

const texts = new Map<string, string>();

/** The same text: the copy that an earlier row brought, where there is one. */
export function shared(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST) texts.clear();
  texts.set(text, text);
  return text;
}
