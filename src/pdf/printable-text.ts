// The characters that the fonts of the PDFs contain, and how all others are replaced.

/** First and last code points of the characters in src/pdf/fonts, except the box. */
export const RANGES: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x1e80, 0x1e85],
  [0x1ef2, 0x1ef3],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2032, 0x2033],
  [0x20ac, 0x20ac],
  [0x2212, 0x2212],
];

/** An empty box replaces a character that the font lacks, so that its absence can be seen. */
export const BOX = '\u25a1';

const hasGlyph = (code: number): boolean => RANGES.some(([first, last]) => code >= first && code <= last);

/** Joiners, variation selectors, direction marks, soft hyphens: they have no glyph of their own. */
const INVISIBLE = /[\u00ad\p{Cf}\p{Mn}\p{Me}\ufe00-\ufe0f]/u;

/** Most texts: nothing has to be replaced. */
const ASCII = /^[\u0020-\u007e]*$/;

function printableCharacter(character: string): string {
  if (character === '\n') return character;
  if (/\s/u.test(character)) return ' ';
  if (INVISIBLE.test(character)) return '';
  return hasGlyph(character.codePointAt(0) ?? 0) ? character : /\p{Cc}/u.test(character) ? '' : BOX;
}

/**
 * A text as the fonts can print it, at most `maxLength` characters long (then cut with "…"): accents composed, other scripts
 * and emoji as boxes, control characters dropped, line breaks kept.
 */
export function printable(text: string, maxLength = 300): string {
  if (text.length <= maxLength && ASCII.test(text)) return text;
  // A composed letter may come from several code points, so read more than can be printed.
  const start = text.slice(0, maxLength * 4).replace(/\r\n?|[\u2028\u2029\u0085]/gu, '\n');
  const letters = Array.from(start.normalize('NFC'), printableCharacter).filter((one) => one !== '');
  const printed = letters.slice(0, maxLength);
  return (
    printed.length < letters.length || text.length > maxLength * 4 ? [...printed.slice(0, -1), '…'] : printed
  ).join('');
}

const MAX_LINES = 20;

/** As `printable`, with at most 20 lines, so that blank lines cannot fill pages. */
export function limitLines(text: string, maxLength: number): string {
  const lines = printable(text, maxLength).split('\n');
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), '…'].join('\n') : lines.join('\n');
}

/** As `printable`, on one line. */
export const oneLine = (text: string, maxLength = 300): string =>
  printable(text, maxLength).replace(/\s+/gu, ' ').trim();

/**
 * For the document's properties, which jsPDF writes byte by byte: plain ASCII. Any other letter would be truncated to
 * its low byte, which may be a bracket that ends the string.
 */
export const asciiOnly = (text: string): string =>
  text
    .slice(0, 300)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\u0020-\u007e]/gu, '?');
