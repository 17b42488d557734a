// What this device keeps of a session, read without the backend's client: enough to know that somebody is signed in
// here, and who, before a byte of it is loaded and where nobody answers.
export type Person = { userId: string; email: string | null };
/**
 * `halfWay`: the second step that this person has set up is not taken yet. `byMail`: a link in a mail opened the session,
 * and no password was typed; the database lets such a session do nothing but set one.
 */
export type KeptPerson = Person & { halfWay: boolean; byMail: boolean };

const ANY_PROJECT = /^sb-.*-auth-token$/;
const RECOVERY = 'farm-diary-recovery';
const ASKED = 'farm-diary-asked-mail';
const ASKED_FOR_MS = 24 * 60 * 60_000;
/** The server sends a mail of a kind to an address once in this time. */
const MAIL_EVERY_MS = 60_000;

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

/** What a token says of itself; the server alone checks it. */
function claimsIn(token: unknown): unknown {
  const part = typeof token === 'string' ? (token.split('.')[1] ?? '') : '';
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** A claim of a token as a text; null where there is none, or no token. */
export function claimIn(token: unknown, name: string): string | null {
  const claim = quietly(() => field(claimsIn(token), name), null);
  return typeof claim === 'string' && claim !== '' ? claim : null;
}

/** Whether a token was given without a password ('amr': how its session was opened). */
function withoutPassword(token: unknown): boolean {
  const methods = quietly(() => field(claimsIn(token), 'amr'), null);
  return Array.isArray(methods) && !methods.some((entry) => field(entry, 'method') === 'password');
}

/** Who a session belongs to; null where it cannot be read. */
export function personIn(session: unknown): KeptPerson | null {
  const user = field(session, 'user');
  const userId = field(user, 'id');
  const email = field(user, 'email');
  const factors = field(user, 'factors');
  const hasSecondStep = Array.isArray(factors) && factors.some((factor) => field(factor, 'status') === 'verified');
  const token = field(session, 'access_token');
  const halfWay = hasSecondStep && claimIn(token, 'aal') === 'aal1';
  const byMail = withoutPassword(token);
  return typeof userId === 'string'
    ? { userId, email: typeof email === 'string' ? email : null, halfWay, byMail }
    : null;
}

const kept = (key: string): unknown => quietly(() => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, null);

/** Who a kept session belongs to; null when there is none or it cannot be read. */
export const keptPerson = (key: string): KeptPerson | null => personIn(kept(key));

/** Takes the session off this device; the answer is its access token, with which the server may be told. */
export function dropKept(): string | null {
  const key = keptKey();
  const token = key === null ? null : field(kept(key), 'access_token');
  if (key !== null) quietly(() => localStorage.removeItem(key), undefined);
  return typeof token === 'string' ? token : null;
}

/**
 * Milliseconds that the server's clock is ahead of this device's, as the last key tells: it ends at one instant, which
 * both have written down by their own clock. 0 where there is none.
 */
export function serverAhead(): number {
  return quietly(() => {
    const session = kept(keptKey() ?? '');
    const [token, here] = [field(session, 'access_token'), field(session, 'expires_at')];
    const there = field(claimsIn(token), 'exp');
    return typeof here === 'number' && typeof there === 'number' ? (there - here) * 1000 : 0;
  }, 0);
}

/** That a link to replace a forgotten password was followed in this tab: the page then asks for a new one at once. */
export const recovery = {
  begin: (userId: string) => quietly(() => sessionStorage.setItem(RECOVERY, userId), undefined),
  end: () => quietly(() => sessionStorage.removeItem(RECOVERY), undefined),
  isOf: (userId: string) => quietly(() => sessionStorage.getItem(RECOVERY) === userId, false),
};

/** Remembers that a mail to this address was asked for on this device: its link may sign in without a question. */
export function rememberMailAsked(email: string, now = Date.now()) {
  quietly(() => localStorage.setItem(ASKED, JSON.stringify({ email: email.trim().toLowerCase(), at: now })), undefined);
}

const asked = () =>
  quietly(() => {
    const note: unknown = JSON.parse(localStorage.getItem(ASKED) ?? 'null');
    const [email, at] = [field(note, 'email'), field(note, 'at')];
    return typeof email === 'string' && typeof at === 'number' ? { email, at } : null;
  }, null);

export function wasMailAsked(email: string, now = Date.now()): boolean {
  const last = asked();
  return last !== null && last.email === email.toLowerCase() && now - last.at < ASKED_FOR_MS;
}

/** Whole seconds until another mail to this address may be asked for on this device; 0 when it may. */
export function secondsToNextMail(email: string, now = Date.now()): number {
  const last = asked();
  const since = last?.email === email.trim().toLowerCase() ? now - last.at : Infinity;
  return since < 0 ? 0 : Math.max(0, Math.ceil((MAIL_EVERY_MS - since) / 1000));
}

/** How many entries wait on this device for whoever was signed in last; the outbox writes it down. */
export const unsentHere = (): number =>
  quietly(() => parseInt(localStorage.getItem('farm-diary-unsent') ?? '', 10) || 0, 0);
