// What the auth service of a hosted project does about mails and @supabase/lite does not: sending a confirmation
// again, a sign-up with an address that has an account, and links that lead where the request asked.
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { LITE_SITE, type Mailbox } from './mailbox.ts';
import { authError, json } from './responses.ts';
import type { Sql } from './sql.ts';

type Tools = { sql: Sql; mailbox: Mailbox };
type Body = Record<string, unknown>;

/** The body of a request as an object; an empty one where it is none. */
export async function bodyOf(request: Request): Promise<Body> {
  const body: unknown = await request.json().catch(() => null);
  // Narrowed to an object right here; every field is checked where it is read.
  return typeof body === 'object' && body !== null ? (body as Body) : {};
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : '');

/** How @supabase/lite stores a code: sha256 of the address and the code. */
function newCode(email: string) {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  return {
    code,
    token: createHash('sha256')
      .update(email + code)
      .digest('hex'),
  };
}

const tooSoon = () =>
  authError(429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after 1 seconds.');

function link(type: string, token: string) {
  const query = new URLSearchParams({ token, type, redirect_to: LITE_SITE });
  return `${LITE_SITE}/auth/v1/verify?${query.toString()}`;
}

async function mailCode(mailbox: Mailbox, to: string, subject: string, code: string, url: string) {
  await mailbox.send({
    to,
    subject,
    text: `${subject} with this code: ${code}\n\nOr follow this link: ${url}`,
    html: `<p>${subject} with this code: ${code}</p><p><a href="${url.replaceAll('&', '&amp;')}">${subject}</a></p>`,
  });
}

async function confirmAgain({ sql, mailbox }: Tools, email: string): Promise<Response> {
  const [user] = await sql.query(
    `select id, confirmation_sent_at > now() - interval '1 second' as fresh
     from auth.users where email = $1 and email_confirmed_at is null`,
    [email],
  );
  if (!user) return json({});
  if (user['fresh']) return tooSoon();
  const { code, token } = newCode(email);
  await sql.query('update auth.users set confirmation_token = $1, confirmation_sent_at = now() where id = $2', [
    token,
    user['id'],
  ]);
  await mailCode(mailbox, email, 'Confirm your signup', code, link('signup', token));
  return json({});
}

async function changeAgain({ sql, mailbox }: Tools, email: string): Promise<Response> {
  const [user] = await sql.query(
    `select id, email_change, email_change_sent_at > now() - interval '1 second' as fresh
     from auth.users where email_change = $1`,
    [email],
  );
  if (!user) return json({});
  if (user['fresh']) return tooSoon();
  const { code, token } = newCode(email);
  await sql.query('update auth.users set email_change_token_new = $1, email_change_sent_at = now() where id = $2', [
    token,
    user['id'],
  ]);
  await mailCode(mailbox, email, 'Confirm your new email', code, link('email_change', token));
  return json({});
}

/** POST /auth/v1/resend: the same answer whether or not there is anything to send. */
export async function resend(tools: Tools, request: Request): Promise<Response> {
  const { type, email } = await bodyOf(request);
  if (type !== 'signup' && type !== 'email_change')
    return authError(400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change');
  if (!text(email)) return authError(400, 'validation_failed', 'Type provided requires an email address');
  return type === 'signup' ? confirmAgain(tools, text(email)) : changeAgain(tools, text(email));
}

/** A user that looks like a new one, so that nobody learns who has an account. */
function obfuscated(email: string, metadata: unknown) {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/**
 * POST /auth/v1/signup after @supabase/lite has answered. It answers 429 where the address is known and confirmation
 * is on, and a nameless 500 where a trigger on auth.users refuses.
 */
export async function afterSignup({ sql, mailbox }: Tools, request: Request, answer: Response): Promise<Response> {
  if (answer.status === 500) return authError(500, 'unexpected_failure', 'Database error saving new user');
  if (answer.status !== 429) return answer;
  const body = await bodyOf(request);
  const email = text(body['email']);
  const [user] = await sql.query('select email_confirmed_at from auth.users where email = $1', [email]);
  if (!user?.['email_confirmed_at']) {
    const sent = await confirmAgain({ sql, mailbox }, email);
    return sent.ok ? json(obfuscated(email, body['data'])) : sent;
  }
  const words = 'Somebody, probably you, signed up with this address. You already have an account: sign in, or choose';
  await mailbox.send({
    to: email,
    subject: 'You already have an account',
    text: `${words} a new password if you have forgotten yours.\n\n${LITE_SITE}`,
    html: `<p>${words} a new password if you have forgotten yours.</p><p><a href="${LITE_SITE}">Sign in</a></p>`,
  });
  return json(obfuscated(email, body['data']));
}

/** A redirect of @supabase/lite's, sent on to where the link's request asked for. */
export function redirected(answer: Response, target: string): Response {
  const location = answer.headers.get('location');
  if (!location?.startsWith(LITE_SITE)) return answer;
  const headers = new Headers(answer.headers);
  headers.set('location', target + location.slice(LITE_SITE.length));
  return new Response(null, { status: answer.status, headers });
}
