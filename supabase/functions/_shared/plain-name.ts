// Checks names that users typed, before we mail them to other people.

const MAX_LENGTH = 60;

/**
 * A name that is safe in our mails: letters and the signs used in names, but no address that a mail program would turn
 * into a link, no telephone number, no amount. Null for anything else.
 */
export function plainName(text: string | null): string | null {
  const name = (text ?? '').replace(/\s+/g, ' ').trim();
  const isPlain =
    name !== '' &&
    name.length <= MAX_LENGTH &&
    /^[\p{L}\p{M}\p{N} '’&().,-]+$/u.test(name) &&
    // Allows "J. Smith", but not "smith.example".
    !/\.\S/.test(name) &&
    (name.match(/\p{N}/gu) ?? []).length < 5;
  return isPlain ? name : null;
}
