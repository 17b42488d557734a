// The characters that the fonts of the PDFs contain, and how all others are replaced. The function that mails invoices
// uses this module too, to find a name in a PDF.

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

/** Plain forms that Unicode does not give, or gives with another meaning: "=" for "≠", "TM" for "™". */
const PLAIN_FORMS = new Map(
  [
    ['\u2010\u2011', '-'],
    ['\u2012', '–'],
    ['\u2015', '—'],
    ['⁄∕', '/'],
    ['‹', '<'],
    ['›', '>'],
    ['←', '<-'],
    ['→➡', '->'],
    ['↔', '<->'],
    ['⇒', '=>'],
    ['≤⩽', '<='],
    ['≥⩾', '>='],
    ['≠', '!='],
    ['≈∼', '~'],
    ['⋅∙', '·'],
    ['●▪■◦‣', '•'],
    ['№', 'No.'],
    ['™', '(TM)'],
    ['℠', '(SM)'],
    ['μ', 'µ'],
    ['∅', 'Ø'],
    ['ẞ', 'SS'],
  ].flatMap(([characters = '', form = '']) => Array.from(characters, (one): [string, string] => [one, form])),
);

const isPrintable = (text: string) => Array.from(text).every((one) => hasGlyph(one.codePointAt(0) ?? 0));

/** In letters and digits that the fonts have: "D" for "Ḋ", "1/3" for "⅓", "fi" for "ﬁ". Null if there is no such form. */
function plainForm(character: string): string | null {
  const known = PLAIN_FORMS.get(character);
  if (known !== undefined) return known;
  const form = Array.from(
    character.normalize('NFKD').replace(/(\p{L})\p{Mn}+/gu, '$1'),
    (part) => PLAIN_FORMS.get(part) ?? part,
  ).join('');
  return isPrintable(form) ? form : null;
}

/** As `plainForm`, after the text `before`: "2⅓" is not 21/3, and "10⁵" is not 105. */
function plainFormAfter(before: string, character: string): string | null {
  const form = plainForm(character);
  if (form === null || !/\d$/.test(before)) return form;
  if (/^\d+\//.test(form)) return ` ${form}`;
  return /[⁰⁴-⁹]/u.test(character) ? `^${form}` : form;
}

function printableCharacter(character: string, before: string, plainForms: boolean): string {
  if (character === '\n') return character;
  if (/\s/u.test(character)) return ' ';
  if (INVISIBLE.test(character)) return '';
  if (hasGlyph(character.codePointAt(0) ?? 0)) return character;
  if (/\p{Cc}/u.test(character)) return '';
  return (plainForms ? plainFormAfter(before, character) : null) ?? BOX;
}

/**
 * A text as the fonts can print it, at most `maxLength` characters long (then cut with "…"): accents composed, other
 * characters in their plain form, or as a box if they have none (other scripts, emoji), control characters dropped, line
 * breaks kept. Without `plainForms` every character that the fonts lack is a box, as in files of earlier versions.
 */
export function printable(text: string, maxLength = 300, { plainForms = true } = {}): string {
  if (text.length <= maxLength && ASCII.test(text)) return text;
  // A composed letter may come from several code points, so read more than can be printed.
  const start = text.slice(0, maxLength * 4).replace(/\r\n?|[\u2028\u2029\u0085]/gu, '\n');
  let all = '';
  for (const character of start.normalize('NFC')) all += printableCharacter(character, all, plainForms);
  const letters = Array.from(all);
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
