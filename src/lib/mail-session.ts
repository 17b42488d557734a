// Which sessions in an address are ours to take.

/** What the links in our mails carry. Tokens of any other kind in an address were not put there by us. */
const MAIL_LINKS = new Set(['signup', 'recovery', 'magiclink', 'email_change', 'invite']);

/**
 * Whether the address carries a session from one of our mails; supabase-js asks this before it takes one. Without it
 * anybody could hand a person a link that signs them in to somebody else's account.
 */
export function carriesMailSession(_address: URL, params: Record<string, string>): boolean {
  return Boolean(params['access_token'] && params['refresh_token']) && MAIL_LINKS.has(params['type'] ?? '');
}
