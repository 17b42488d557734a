// Links that open a mail or a call. Typed text becomes a link only if it is one plain address or number: in a mailto
// link a comma adds a recipient, and a question mark adds headers (RFC 6068).

// The same rule as private.is_address, with which the database checks the recipient of an invoice.
const ADDRESS =
  /^([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64})@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63})$/;

/** 'mailto:office@farm.test', or null for anything but one address. */
export function mailLink(text: string): string | null {
  const address = text.trim();
  const [, name = '', domain = ''] = address.length <= 254 ? (ADDRESS.exec(address) ?? []) : [];
  return domain === '' ? null : `mailto:${encodeURIComponent(name)}@${domain}`;
}

// A number ends where words or a second number begin.
const NUMBER = /^\+?[\d\s().-]+(?=$|[,/]|\s[A-Za-z])/;

/** 'tel:07700900123' for the first number in the text; null if none can be dialled (ITU-T E.164: 15 digits). */
export function phoneLink(text: string): string | null {
  const number = NUMBER.exec(text.trim())?.[0] ?? '';
  const abroad = number.startsWith('+');
  // "+44 (0)7700": the zero is dialled only within the country.
  const digits = (abroad ? number.replace('(0)', '') : number).replace(/\D/g, '');
  return digits.length < 3 || digits.length > 15 ? null : `tel:${abroad ? '+' : ''}${digits}`;
}
