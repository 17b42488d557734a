// What the link in one of our mails puts into the address: a session, or the reason why there is none.
export type MailSession = { type: string; accessToken: string; refreshToken: string; email: string };
export type MailLink = { kind: 'session'; session: MailSession } | { kind: 'refused'; message: string };

/** Tokens of any other kind in an address were not put there by us. */
const TYPES = new Set(['signup', 'recovery', 'magiclink', 'email_change', 'invite']);

/** The address named in a token. Only shown and compared: the server is asked before anybody is signed in with it. */
function emailIn(token: string): string | null {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const email: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'email') : null;
    return typeof email === 'string' && email !== '' ? email : null;
  } catch {
    return null;
  }
}

/** Reads a fragment ('#access_token=…'). Null when it carries nothing of a mail link. */
function readMailLink(hash: string): MailLink | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  if (params.has('error') || params.has('error_code')) {
    return { kind: 'refused', message: params.get('error_description') ?? 'Something went wrong' };
  }
  const accessToken = params.get('access_token');
  const refreshToken = params.get('refresh_token');
  const type = params.get('type');
  if (!accessToken || !refreshToken || !type || !TYPES.has(type)) return null;
  const email = emailIn(accessToken);
  return email === null ? null : { kind: 'session', session: { type, accessToken, refreshToken, email } };
}

const carriesAny = (hash: string) => /[#&](access_token|refresh_token|error|error_code)=/.test(hash);

/** Takes the link out of the address, and out of the history, at once. */
export function takeMailLink(): MailLink | null {
  const { hash, pathname, search } = window.location;
  if (!carriesAny(hash)) return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  return readMailLink(hash);
}
