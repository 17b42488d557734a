// Names that people typed, in mails of ours to others.

const MOST = 60;

/**
 * A name as a mail of ours may carry it: letters and what names are written with, no address that a mail program makes a
 * link of, no telephone number, no amount. Null for any other.
 */
export function plainName(text: string | null): string | null {
  const name = (text ?? '').replace(/\s+/g, ' ').trim();
  const isPlain =
    name !== '' &&
    name.length <= MOST &&
    /^[\p{L}\p{M}\p{N} '’&().,-]+$/u.test(name) &&
    // "J. Smith", and not "smith.example".
    !/\.\S/.test(name) &&
    (name.match(/\p{N}/gu) ?? []).length < 5;
  return isPlain ? name : null;
}
