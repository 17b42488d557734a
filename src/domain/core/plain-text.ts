// Text as people paste it, with signs that nobody sees and the dashes, spaces and apostrophes of other keyboards.

/**
 * Signs without width: marks of direction (around numbers copied from contacts), zero-width spaces, soft hyphens and
 * byte-order marks. Not the joiners, which hold an emoji together.
 */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;

/** Without signs that nobody sees. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Every dash as a hyphen: phones and word processors put longer ones into numbers. */
export const withHyphens = (text: string): string => text.replace(DASHES, '-');

/** Typed text as it is stored: composed letters, plain spaces, nothing invisible, trimmed. Line breaks stay. */
export const cleanText = (text: string): string =>
  withoutInvisible(text.normalize('NFC'))
    .replace(/[^\S\r\n\t]/gu, ' ')
    .trim();
