// Identifiers issued by others: VAT, bank accounts, e-mail addresses. Each check returns the tidied text or a message.
import { cleanText, withHyphens, withoutInvisible } from './plain-text';

export type Checked = { ok: true; value: string } | { ok: false; message: string };

const stripSeparators = (text: string): string =>
  withHyphens(withoutInvisible(text.slice(0, 300)))
    .replace(/[\s.-]/gu, '')
    .toUpperCase();
const check = (value: string, isValid: boolean, message: string): Checked =>
  isValid ? { ok: true, value } : { ok: false, message };

// United Kingdom (9 digits, 12 for a branch), Northern Ireland for goods, Ireland.
const VAT = [/^(GB)?\d{9}(\d{3})?$/, /^XI\d{9}$/, /^IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/];

export const VAT_NUMBER_ERROR = "That doesn't look like a VAT number.";

export function checkVatNumber(text: string): Checked {
  const value = stripSeparators(text);
  return check(
    value,
    VAT.some((pattern) => pattern.test(value)),
    VAT_NUMBER_ERROR,
  );
}

/** Like `checkVatNumber`, but keeps single spaces as typed, because the number is printed that way. */
export function checkPrintedVatNumber(text: string): Checked {
  const result = checkVatNumber(text);
  return result.ok ? { ok: true, value: withHyphens(cleanText(text)).replace(/\s+/g, ' ') } : result;
}

/** A sort code as six digits. */
export function checkSortCode(text: string): Checked {
  const value = stripSeparators(text);
  return check(value, /^\d{6}$/.test(value), 'A sort code has 6 digits.');
}

/** "20-00-00". */
export const formatSortCode = (digits: string): string => digits.replace(/(\d\d)(?=\d)/g, '$1-');

export function checkAccountNumber(text: string): Checked {
  const value = stripSeparators(text);
  return check(value, /^\d{8}$/.test(value), 'An account number has 8 digits.');
}

const IBAN_LENGTHS: Record<string, number> = { GB: 22, IE: 22 };

/** An IBAN whose check digits are valid (ISO 13616: the rearranged number leaves 1 when divided by 97). */
export function checkIban(text: string): Checked {
  const value = stripSeparators(text);
  const length = IBAN_LENGTHS[value.slice(0, 2)] ?? value.length;
  const isWellFormed = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value) && value.length === length;
  let rest = 0;
  if (isWellFormed) {
    for (const character of value.slice(4) + value.slice(0, 4)) {
      const characterValue = Number.parseInt(character, 36);
      rest = (rest * (characterValue > 9 ? 100 : 10) + characterValue) % 97;
    }
  }
  return check(value, rest === 1, "That doesn't look like an IBAN.");
}

/** What the mail service accepts, and `private.is_address` in the database: no list, no display name, no accents. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const MAX_EMAIL_LENGTH = 254;

/** Without what surrounds a copied address: invisible signs, "mailto:", a name with brackets, a comma behind it. */
function withoutSurroundings(text: string): string {
  const visible = text
    .slice(0, 1000)
    .replace(/\p{Cf}/gu, '')
    .trim();
  const inBrackets = /^[^<>@]*<([^<>]*)>[\s,;.]*$/.exec(visible)?.[1] ?? visible;
  return inBrackets
    .replace(/^\s*mailto:([^?]*).*$/i, '$1')
    .replace(/[\s,;.]+$/, '')
    .trim();
}

/** A single address that a mail can be sent to; null for anything else, such as a list or several lines. */
export function singleAddress(text: string): string | null {
  const address = withoutSurroundings(text);
  return address.length <= MAX_EMAIL_LENGTH && ADDRESS.test(address) ? address : null;
}

export const EMAIL_ERROR = 'Please enter a valid email address.';

export function checkEmail(text: string): Checked {
  const value = singleAddress(text);
  return value === null ? { ok: false, message: EMAIL_ERROR } : { ok: true, value };
}
