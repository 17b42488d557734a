// Handles what the link in one of our mails put into the URL: a session, or the reason why there is none. Loaded only
// if the URL has one.
import { toast } from '@/lib/toast';
import { claimIn, keptKey, keptPerson, recovery, wasMailAsked } from './kept-session';
import { changeSession, client, currentSession, startFromKept } from './session-store';

type MailSession = { type: string; accessToken: string; refreshToken: string; userId: string; email: string };

/** Our links carry only these; tokens of any other type in a URL were not put there by us. */
const TYPES = new Set(['signup', 'recovery', 'magiclink', 'email_change', 'invite']);

let arrival: MailSession | null = null;

function sessionIn(params: URLSearchParams): MailSession | null {
  const accessToken = params.get('access_token');
  const refreshToken = params.get('refresh_token');
  const type = params.get('type');
  if (!accessToken || !refreshToken || !type || !TYPES.has(type)) return null;
  // Only displayed and compared: the server is asked before anybody is signed in with it.
  const [userId, email] = [claimIn(accessToken, 'sub'), claimIn(accessToken, 'email')];
  return userId === null || email === null ? null : { type, accessToken, refreshToken, userId, email };
}

/** Reports a link without a session. In our own words, because anyone can write any text into a URL. */
function tell(params: URLSearchParams) {
  if (params.has('error') || params.has('error_code')) {
    const old = params.get('error_code') === 'otp_expired';
    const description = old
      ? 'This link was used before, or it is too old. Ask for a new one.'
      : 'Something went wrong';
    toast({ tone: 'error', title: 'Sign in Failed', description });
  } else if (params.has('message')) {
    const description = 'Now follow the link in the mail to your other address.';
    toast({ tone: 'ok', title: 'First of two links', description });
  }
}

/** The open session was signed in with a password: it stays, and is refreshed to get the new address. */
async function stayWithNewAddress(mail: MailSession) {
  const { auth } = await client();
  const { error } = await auth.refreshSession();
  if (error) throw error;
  await auth.admin.signOut(mail.accessToken, 'local');
  startFromKept();
}

async function enter(mail: MailSession) {
  changeSession({ kind: 'loading' });
  const key = keptKey();
  const here = key ? keptPerson(key) : null;
  try {
    if (mail.type === 'email_change' && here?.userId === mail.userId && !here.byMail)
      return await stayWithNewAddress(mail);
    const supabase = await client();
    // A token's claims are unverified: the server says whose it is. An expired token is not renewed here.
    const whose = await supabase.auth.getUser(mail.accessToken);
    if (whose.error) throw whose.error;
    if (whose.data.user.id !== mail.userId) throw new Error('Something went wrong');
    if (mail.type === 'recovery') recovery.begin(mail.userId);
    const answer = await supabase.auth.setSession({
      access_token: mail.accessToken,
      refresh_token: mail.refreshToken,
    });
    if (answer.error) throw answer.error;
  } catch (error) {
    const message = error instanceof Error && error.message ? error.message : 'Something went wrong';
    toast({ tone: 'error', title: 'Sign in Failed', description: message });
    if (currentSession().kind !== 'notConfigured') startFromKept();
  }
}

/** Handles the fragment of a URL ('#access_token=…'), or asks the user first. */
export function arrive(hash: string) {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const mail = sessionIn(params);
  if (!mail) {
    tell(params);
    return startFromKept();
  }
  const key = keptKey();
  const here = key && keptPerson(key);
  // Compare the user, not the address: the link may be the one that changes it.
  const same = here ? here.userId === mail.userId : wasMailAsked(mail.email);
  if (same) return void enter(mail);
  arrival = mail;
  changeSession({ kind: 'arrived', email: mail.email, instead: here ? (here.email ?? 'somebody else') : null });
}

/** The user's answer to whether the link was theirs. */
export function answerArrival(mine: boolean) {
  const mail = arrival;
  arrival = null;
  if (mine && mail) void enter(mail);
  else startFromKept();
}
