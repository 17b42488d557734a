// What a key of the number pad does to the text of a quantity. No numbers here: the text stays as it was typed.
export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'back';

const MOST_DIGITS = 8;
const MOST_DECIMALS = 4;

/**
 * The text after a key. A second point and digits past 8 before or 4 after the point are left out; a first zero
 * gives way to the next digit. A comma that was typed counts as the point.
 */
export function pressKey(text: string, key: PadKey): string {
  const now = text.replace(',', '.');
  if (key === 'back') return now.slice(0, -1);
  const [whole = '', decimals] = now.split('.');
  if (key === '.') return decimals === undefined ? `${whole || '0'}.` : now;
  if (decimals !== undefined) return decimals.length < MOST_DECIMALS ? now + key : now;
  if (whole === '0') return key;
  return whole.length < MOST_DIGITS ? now + key : now;
}
