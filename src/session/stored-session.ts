// The session stored on this device, read without the client's libraries: enough to know whether somebody is signed in,
// and who, before the client is loaded and while offline.
export type Person = { userId: string; email: string | null };
/**
 * `needsSecondFactor`: this user's second factor has not been verified yet. `byMail`: a mail link opened the session
 * and no password was typed; the database allows such a session only to set one.
 */
export type StoredPerson = Person & { needsSecondFactor: boolean; byMail: boolean };

const SESSION_KEY = /^sb-.*-auth-token$/;
const RECOVERY_KEY = 'farm-diary-recovery';
const MAIL_REQUEST_KEY = 'farm-diary-asked-mail';
const MAIL_REQUEST_TTL_MS = 24 * 60 * 60_000;
/** The server sends a mail of each kind to an address at most once in this time. */
const MAIL_EVERY_MS = 60_000;

/** Storage may be blocked; then nothing is stored. */
function tryStorage<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The key of a stored session, of any project; null if nobody is signed in on this device. */
export function storedSessionKey(): string | null {
  return tryStorage(() => Object.keys(localStorage).find((key) => SESSION_KEY.test(key)) ?? null, null);
}

/** The claims of a token, unverified: only the server can check them. */
function claimsIn(token: unknown): unknown {
  const part = typeof token === 'string' ? (token.split('.')[1] ?? '') : '';
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** A claim of a token as text; null if the claim or the token is missing. */
export function claimIn(token: unknown, name: string): string | null {
  const claim = tryStorage(() => field(claimsIn(token), name), null);
  return typeof claim === 'string' && claim !== '' ? claim : null;
}

/** Whether the session of a token was opened without a password (the claim 'amr' lists how it was opened). */
function isWithoutPassword(token: unknown): boolean {
  const methods = tryStorage(() => field(claimsIn(token), 'amr'), null);
  return Array.isArray(methods) && !methods.some((entry) => field(entry, 'method') === 'password');
}

/** The owner of a session; null if it cannot be read. */
export function personIn(session: unknown): StoredPerson | null {
  const user = field(session, 'user');
  const userId = field(user, 'id');
  const email = field(user, 'email');
  const factors = field(user, 'factors');
  const hasSecondStep = Array.isArray(factors) && factors.some((factor) => field(factor, 'status') === 'verified');
  const token = field(session, 'access_token');
  const needsSecondFactor = hasSecondStep && claimIn(token, 'aal') === 'aal1';
  const byMail = isWithoutPassword(token);
  return typeof userId === 'string'
    ? { userId, email: typeof email === 'string' ? email : null, needsSecondFactor, byMail }
    : null;
}

const readStored = (key: string): unknown =>
  tryStorage(() => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, null);

/** The owner of a stored session; null if there is none or it cannot be read. */
export const storedPerson = (key: string): StoredPerson | null => personIn(readStored(key));

/** Deletes the session from this device; returns its access token, with which it can be revoked on the server. */
export function dropStoredSession(): string | null {
  const key = storedSessionKey();
  const token = key === null ? null : field(readStored(key), 'access_token');
  if (key !== null) tryStorage(() => localStorage.removeItem(key), undefined);
  return typeof token === 'string' ? token : null;
}

/**
 * Milliseconds that the server's clock is ahead of this device's, derived from the last token: `exp` is its end by the
 * server's clock, `expires_at` the same instant by this device's. 0 if there is no token.
 */
export function serverClockAheadMs(): number {
  return tryStorage(() => {
    const session = readStored(storedSessionKey() ?? '');
    const [token, here] = [field(session, 'access_token'), field(session, 'expires_at')];
    const there = field(claimsIn(token), 'exp');
    return typeof here === 'number' && typeof there === 'number' ? (there - here) * 1000 : 0;
  }, 0);
}

/**
 * Marks that a link to reset a forgotten password was followed in this tab: the page then asks for a new one at once.
 */
export const recovery = {
  begin: (userId: string) => tryStorage(() => sessionStorage.setItem(RECOVERY_KEY, userId), undefined),
  end: () => tryStorage(() => sessionStorage.removeItem(RECOVERY_KEY), undefined),
  isOf: (userId: string) => tryStorage(() => sessionStorage.getItem(RECOVERY_KEY) === userId, false),
};

/** Remembers that a mail to this address was requested on this device: its link may sign in without a question. */
export function rememberMailRequest(email: string, now = Date.now()) {
  tryStorage(
    () => localStorage.setItem(MAIL_REQUEST_KEY, JSON.stringify({ email: email.trim().toLowerCase(), at: now })),
    undefined,
  );
}

const lastMailRequest = () =>
  tryStorage(() => {
    const note: unknown = JSON.parse(localStorage.getItem(MAIL_REQUEST_KEY) ?? 'null');
    const [email, at] = [field(note, 'email'), field(note, 'at')];
    return typeof email === 'string' && typeof at === 'number' ? { email, at } : null;
  }, null);

export function wasMailRequested(email: string, now = Date.now()): boolean {
  const last = lastMailRequest();
  return last !== null && last.email === email.toLowerCase() && now - last.at < MAIL_REQUEST_TTL_MS;
}

/** Whole seconds until another mail to this address may be requested on this device; 0 if it may be now. */
export function secondsToNextMail(email: string, now = Date.now()): number {
  const last = lastMailRequest();
  const since = last?.email === email.trim().toLowerCase() ? now - last.at : Infinity;
  return since < 0 ? 0 : Math.max(0, Math.ceil((MAIL_EVERY_MS - since) / 1000));
}

/** The number of unsent entries of the user who was signed in last; written by the outbox. */
export const unsentCount = (): number =>
  tryStorage(() => parseInt(localStorage.getItem('farm-diary-unsent') ?? '', 10) || 0, 0);
