// Checks whether the app may accept a session from a URL.

/** The types in our mail links. Tokens of any other type in a URL are not ours. */
const LINK_TYPES = new Set(['signup', 'recovery', 'magiclink', 'email_change', 'invite']);

/**
 * Whether the URL carries a session from one of our mails; auth-js asks this before it accepts one. Without this
 * check anyone could send a link that signs its reader in to somebody else's account.
 */
export function carriesMailSession(_address: URL, params: Record<string, string>): boolean {
  return Boolean(params['access_token'] && params['refresh_token']) && LINK_TYPES.has(params['type'] ?? '');
}
