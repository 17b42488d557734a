// The effect of a number pad key on the text of a quantity. The text is never converted, so it stays as it was typed.
export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'back';

const MAX_DIGITS = 8;
const MAX_DECIMALS = 4;

/**
 * The text after a key. Ignores a second point, and digits beyond 8 before or 4 after the point; a leading zero is
 * replaced by the next digit. A typed comma counts as the point.
 */
export function pressKey(text: string, key: PadKey): string {
  const normalised = text.replace(',', '.');
  if (key === 'back') return normalised.slice(0, -1);
  const [whole = '', decimals] = normalised.split('.');
  if (key === '.') return decimals === undefined ? `${whole || '0'}.` : normalised;
  if (decimals !== undefined) return decimals.length < MAX_DECIMALS ? normalised + key : normalised;
  if (whole === '0') return key;
  return whole.length < MAX_DIGITS ? normalised + key : normalised;
}
