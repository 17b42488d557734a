// Links that open a mail or a call: a mail link only for exactly one address, a phone link for the number that the text
// begins with. In a mailto link a comma adds a recipient, and a question mark adds headers (RFC 6068).

import { cleanText, withHyphens } from '@/domain/core/plain-text';

// The same rule as private.is_address, with which the database checks the recipient of an invoice.
const ADDRESS =
  /^([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64})@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63})$/;

/** 'mailto:office@farm.test', or null for anything but one address. */
export function mailLink(text: string): string | null {
  const address = text.trim();
  const [, name = '', domain = ''] = address.length <= 254 ? (ADDRESS.exec(address) ?? []) : [];
  return domain === '' ? null : `mailto:${encodeURIComponent(name)}@${domain}`;
}

/** "Mob: 07700 900123", "Tel. 01432 …". */
const LABEL = /^[A-Za-z]+[.:]\s*/;
// A number ends where words, "(home)" or a second number begin. A semicolon without a space begins a parameter of a tel
// link (RFC 3966), which is not accepted.
const NUMBER = /^\+?[\d\s().-]+(?=$|[,/]|;\s|\s[A-Za-z]|\([A-Za-z])/;

/** 'tel:07700900123' for the number that the text begins with; null if it can't be dialled (ITU-T E.164: 15 digits). */
export function phoneLink(text: string): string | null {
  const number = NUMBER.exec(withHyphens(cleanText(text)).replace(LABEL, ''))?.[0] ?? '';
  const isInternational = number.startsWith('+');
  // "+44 (0)7700": the zero is dialled only within the country.
  const digits = (isInternational ? number.replace('(0)', '') : number).replace(/\D/g, '');
  return digits.length < 3 || digits.length > 15 ? null : `tel:${isInternational ? '+' : ''}${digits}`;
}
