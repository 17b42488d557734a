// Handles what the link in one of our mails put into the URL: a token that opens a session, a session, or the reason why
// there is none. Loaded only if the URL has one.
import { toast } from '@/lib/toast';
import { postToAuth } from './auth-service';
import { claimIn, storedSessionKey, storedPerson, recovery, wasMailRequested } from './stored-session';
import { changeSession, client, currentSession, startFromStored, type MailLinkType } from './session-store';

type MailSession = { type: string; accessToken: string; refreshToken: string; userId: string; email: string };

/** Our links carry only these; tokens of any other type in a URL were not put there by us. */
const LINK_TYPES = new Set(['signup', 'recovery', 'magiclink', 'email_change', 'invite']);

let pendingSession: MailSession | null = null;
let pendingToken: { type: MailLinkType; hash: string } | null = null;

function sessionIn(params: URLSearchParams): MailSession | null {
  const accessToken = params.get('access_token');
  const refreshToken = params.get('refresh_token');
  const type = params.get('type');
  if (!accessToken || !refreshToken || !type || !LINK_TYPES.has(type)) return null;
  // Unverified, so only displayed and compared: the server checks the token before anybody is signed in with it.
  const [userId, email] = [claimIn(accessToken, 'sub'), claimIn(accessToken, 'email')];
  return userId === null || email === null ? null : { type, accessToken, refreshToken, userId, email };
}

/** Shows a message for a link without a session. Never shows text from the URL, because anyone can write a URL. */
function showLinkMessage(params: URLSearchParams) {
  if (params.has('error') || params.has('error_code')) {
    const expired = params.get('error_code') === 'otp_expired';
    const description = expired
      ? 'This link was used before, or it is too old. Ask for a new one.'
      : 'Something went wrong';
    toast({ tone: 'error', title: 'Sign in Failed', description });
  } else if (params.has('message')) {
    const description = 'Now follow the link in the mail to your other address.';
    toast({ tone: 'ok', title: 'First of two links', description });
  }
}

/** Keeps the open session, which was signed in with a password, and refreshes it to get the new address. */
async function stayWithNewAddress(mail: MailSession) {
  const { auth } = await client();
  const { error } = await auth.refreshSession();
  if (error) throw error;
  await auth.admin.signOut(mail.accessToken, 'local');
  startFromStored();
}

async function openMailSession(mail: MailSession) {
  changeSession({ kind: 'loading' });
  const key = storedSessionKey();
  const current = key ? storedPerson(key) : null;
  try {
    if (mail.type === 'email_change' && current?.userId === mail.userId && !current.byMail)
      return await stayWithNewAddress(mail);
    const supabase = await client();
    // A token's claims are unverified: the server says whose it is. An expired token is not renewed here.
    const owner = await supabase.auth.getUser(mail.accessToken);
    if (owner.error) throw owner.error;
    if (owner.data.user.id !== mail.userId) throw new Error('Something went wrong');
    if (mail.type === 'recovery') recovery.begin(mail.userId);
    const answer = await supabase.auth.setSession({
      access_token: mail.accessToken,
      refresh_token: mail.refreshToken,
    });
    if (answer.error) throw answer.error;
  } catch (error) {
    const message = error instanceof Error && error.message ? error.message : 'Something went wrong';
    toast({ tone: 'error', title: 'Sign in Failed', description: message });
    if (currentSession().kind !== 'notConfigured') startFromStored();
  }
}

/** Handles the fragment of a URL ('#access_token=…'), or asks the user first. */
export function handleMailLink(hash: string) {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const [token, type] = [params.get('token_hash'), params.get('type')];
  if (token === null || (type !== 'recovery' && type !== 'email_change')) return handleOutcome(params);
  // Programs that scan mails open every link, so opening it must not spend the token.
  pendingToken = { type, hash: token };
  changeSession({ kind: 'confirmLink', unspent: type });
}

/**
 * The user has pressed the button: spends the token of the link. Returns what went wrong if the button can be pressed
 * again; otherwise null, and the session changes.
 */
export async function spendMailLink(): Promise<string | null> {
  if (!pendingToken) return null;
  const { type, hash } = pendingToken;
  const { status, read } = await postToAuth('verify', { type, token_hash: hash });
  if (status === null || status >= 500) return 'The server did not answer. Check your signal, then press again.';
  if (status === 429) return 'The server is busy. Press again in a minute.';
  pendingToken = null;
  const [access_token, refresh_token] = [read('access_token'), read('refresh_token')];
  if (status >= 400)
    handleOutcome(new URLSearchParams({ error: 'refused', error_code: read('error_code') ?? read('code') ?? '' }));
  // The first of the two links of a new address opens no session.
  else if (access_token === null || refresh_token === null) handleOutcome(new URLSearchParams({ message: 'first' }));
  else handleOutcome(new URLSearchParams({ type, access_token, refresh_token }));
  return null;
}

/** The user does not follow the link, which works until it expires. */
export function leaveMailLink() {
  pendingToken = null;
  startFromStored();
}

/** Handles what the auth service answered to a link. */
function handleOutcome(params: URLSearchParams) {
  const mail = sessionIn(params);
  if (!mail) {
    showLinkMessage(params);
    return startFromStored();
  }
  const key = storedSessionKey();
  const current = key && storedPerson(key);
  // Compare the user, not the address: the link may be the one that changes it.
  const isExpected = current ? current.userId === mail.userId : wasMailRequested(mail.email);
  if (isExpected) return void openMailSession(mail);
  pendingSession = mail;
  changeSession({
    kind: 'confirmLink',
    unspent: null,
    email: mail.email,
    currentEmail: current ? (current.email ?? 'somebody else') : null,
  });
}

/** The user has answered whether the link is their own. */
export function answerMailLink(isOwn: boolean) {
  const mail = pendingSession;
  pendingSession = null;
  if (isOwn && mail) void openMailSession(mail);
  else startFromStored();
}
