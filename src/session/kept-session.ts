// What this device keeps of a session, read without the backend's client: enough to know that somebody is signed in
// here, and who, before a byte of it is loaded and where nobody answers.
export type Person = { userId: string; email: string | null };

const ANY_PROJECT = /^sb-.*-auth-token$/;
const RECOVERY = 'farm-diary-recovery';
const ASKED = 'farm-diary-asked-mail';
const ASKED_FOR_MS = 24 * 60 * 60_000;

/** Storage may be forbidden; then nothing is kept. */
function quietly<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The key under which the client keeps the session of a project, as supabase-js names it. */
export const keyOf = (url: string) => `sb-${new URL(url).hostname.split('.')[0] ?? ''}-auth-token`;

/** The key of a kept session, of whatever project; null when nobody is signed in on this device. */
export function keptKey(): string | null {
  return quietly(() => Object.keys(localStorage).find((key) => ANY_PROJECT.test(key)) ?? null, null);
}

/** Who a kept session belongs to; null when there is none or it cannot be read. */
export function keptPerson(key: string): Person | null {
  return quietly(() => {
    const session: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    const user = field(session, 'user');
    const userId = field(user, 'id');
    const email = field(user, 'email');
    return typeof userId === 'string' ? { userId, email: typeof email === 'string' ? email : null } : null;
  }, null);
}

/**
 * Milliseconds that the server's clock is ahead of this device's, as the last key tells: it ends at one instant, which
 * both have written down by their own clock. 0 where there is none.
 */
export function serverAhead(): number {
  return quietly(() => {
    const session: unknown = JSON.parse(localStorage.getItem(keptKey() ?? '') ?? 'null');
    const [token, here] = [field(session, 'access_token'), field(session, 'expires_at')];
    const claims = typeof token === 'string' ? (token.split('.')[1] ?? '') : '';
    const there = field(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))), 'exp');
    return typeof here === 'number' && typeof there === 'number' ? (there - here) * 1000 : 0;
  }, 0);
}

/** A recovery outlives a reload of its tab, and nothing else. */
export const recovery = {
  begin: (userId: string) => quietly(() => sessionStorage.setItem(RECOVERY, userId), undefined),
  end: () => quietly(() => sessionStorage.removeItem(RECOVERY), undefined),
  isOf: (userId: string) => quietly(() => sessionStorage.getItem(RECOVERY) === userId, false),
};

/** Remembers that a mail to this address was asked for on this device: its link may sign in without a question. */
export function rememberMailAsked(email: string, now = Date.now()) {
  quietly(() => localStorage.setItem(ASKED, JSON.stringify({ email: email.trim().toLowerCase(), at: now })), undefined);
}

export function wasMailAsked(email: string, now = Date.now()): boolean {
  return quietly(() => {
    const asked: unknown = JSON.parse(localStorage.getItem(ASKED) ?? 'null');
    const at = field(asked, 'at');
    return field(asked, 'email') === email.toLowerCase() && typeof at === 'number' && now - at < ASKED_FOR_MS;
  }, false);
}

/** How many entries wait on this device for whoever was signed in last; the outbox writes it down. */
export const unsentHere = (): number =>
  quietly(() => parseInt(localStorage.getItem('farm-diary-unsent') ?? '', 10) || 0, 0);
