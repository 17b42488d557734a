// Mail functions of a hosted project's auth service that @supabase/lite lacks: resending a confirmation, a sign-up with
// a known address, and links that lead to the address the request asked for.
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { fillMail } from './templates.ts';
import { LITE_SITE, type Mailbox } from '../mail/mailbox.ts';
import type { ProjectConfig } from '../project-config.ts';
import { authError, json } from '../rest/responses.ts';
import type { Sql } from '../database/sql.ts';
import type { Keys } from './tokens.ts';

export type AuthTools = {
  sql: Sql;
  mailbox: Mailbox;
  keys: Keys;
  config: ProjectConfig;
  /** Forwards a request to @supabase/lite. */
  forward: (request: Request) => Promise<Response>;
};
type Body = Record<string, unknown>;

/** The body of a request as an object; empty if it is not one. */
export async function bodyOf(request: Request): Promise<Body> {
  const body: unknown = await request.json().catch(() => null);
  // Narrowed to an object right here; every field is checked where it is read.
  return typeof body === 'object' && body !== null ? (body as Body) : {};
}

const normalised = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : '');

/** In @supabase/lite's format: the sha256 of the address and a numeric code. */
function newToken(email: string, { codeLength }: ProjectConfig) {
  const code = String(randomInt(0, 10 ** codeLength)).padStart(codeLength, '0');
  return createHash('sha256')
    .update(email + code)
    .digest('hex');
}

/** The variables of a template for a link. */
function linkVariables(type: string, token: string) {
  const query = new URLSearchParams({ token, type, redirect_to: LITE_SITE });
  return {
    ConfirmationURL: `${LITE_SITE}/auth/v1/verify?${query.toString()}`,
    RedirectTo: LITE_SITE,
    TokenHash: token,
  };
}

type SentColumn = 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at';

/** A 429 response if a mail of this kind was sent within the minimum interval; null if another one may be sent. */
async function rateLimitRefusal(
  { sql, config }: AuthTools,
  column: SentColumn,
  email: string,
): Promise<Response | null> {
  const [user] = await sql.query(
    `select ceil(extract(epoch from ${column} + make_interval(secs => $2) - now()))::int as wait
     from auth.users where email = $1`,
    [email, config.mailEverySeconds],
  );
  const wait = Number(user?.['wait'] ?? 0);
  if (wait <= 0) return null;
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  return authError(429, 'over_email_send_rate_limit', message);
}

async function resendConfirmation(tools: AuthTools, email: string): Promise<Response> {
  const { sql, mailbox, config } = tools;
  const [user] = await sql.query('select id from auth.users where email = $1 and email_confirmed_at is null', [email]);
  if (!user) return json({});
  const refused = await rateLimitRefusal(tools, 'confirmation_sent_at', email);
  if (refused) return refused;
  const token = newToken(email, config);
  await sql.query('update auth.users set confirmation_token = $1, confirmation_sent_at = now() where id = $2', [
    token,
    user['id'],
  ]);
  const variables = { Email: email, ...linkVariables('signup', token) };
  await mailbox.send({ to: email, ...fillMail(config.mails.confirmation, variables) });
  return json({});
}

/** Mails a link for a pending change of address, to the current address or to the new one. */
export async function mailChangeLink(tools: AuthTools, id: string, to: 'old' | 'new'): Promise<void> {
  const { sql, mailbox, config } = tools;
  const [user] = await sql.query('select email, email_change from auth.users where id = $1', [id]);
  const [Email, NewEmail] = [String(user?.['email']), String(user?.['email_change'])];
  const address = to === 'old' ? Email : NewEmail;
  const token = newToken(address, config);
  await sql.query(
    to === 'old'
      ? `update auth.users set email_change_token_current = $1, email_change_confirm_status = 0 where id = $2`
      : `update auth.users set email_change_token_new = $1, email_change_sent_at = now() where id = $2`,
    [token, id],
  );
  const variables = { Email, NewEmail, ...linkVariables('email_change', token) };
  await mailbox.send({ to: address, ...fillMail(config.mails.emailChange, variables) });
}

async function resendEmailChange(tools: AuthTools, email: string): Promise<Response> {
  const { sql, config } = tools;
  const [user] = await sql.query('select id from auth.users where email = $1 and email_change is not null', [email]);
  if (!user) return json({});
  const refused = await rateLimitRefusal(tools, 'email_change_sent_at', email);
  if (refused) return refused;
  const id = String(user['id']);
  await mailChangeLink(tools, id, 'new');
  if (config.doubleConfirmChanges) await mailChangeLink(tools, id, 'old');
  return json({});
}

/**
 * POST /auth/v1/recover: the same answer for every address, except soon after the last mail to one that has an account.
 */
export async function recover(tools: AuthTools, request: Request): Promise<Response> {
  const { email } = await bodyOf(request.clone());
  return (await rateLimitRefusal(tools, 'recovery_sent_at', normalised(email))) ?? tools.forward(request);
}

/** POST /auth/v1/resend: the same answer whether or not there is anything to send. */
export async function resend(tools: AuthTools, request: Request): Promise<Response> {
  const { type, email } = await bodyOf(request);
  if (type !== 'signup' && type !== 'email_change')
    return authError(400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change');
  if (!normalised(email)) return authError(400, 'validation_failed', 'Type provided requires an email address');
  return type === 'signup' ? resendConfirmation(tools, normalised(email)) : resendEmailChange(tools, normalised(email));
}

/** A user that looks newly created, so that the response does not reveal who has an account. */
function obfuscatedUser(email: string, metadata: unknown) {
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
 * Corrects two responses of @supabase/lite to POST /auth/v1/signup: 429, which it gives if the address is known and
 * confirmation is on, and 500 without an error code, if a trigger on auth.users refuses.
 */
export async function afterSignup(tools: AuthTools, request: Request, answer: Response): Promise<Response> {
  if (answer.status === 500) return authError(500, 'unexpected_failure', 'Database error saving new user');
  if (answer.status !== 429) return answer;
  const { sql, mailbox, config } = tools;
  const body = await bodyOf(request);
  const email = normalised(body['email']);
  const [user] = await sql.query('select email_confirmed_at from auth.users where email = $1', [email]);
  if (!user?.['email_confirmed_at']) {
    const sent = await resendConfirmation(tools, email);
    return sent.ok ? json(obfuscatedUser(email, body['data'])) : sent;
  }
  // Sent when somebody signs up with an address that has an account; links to the site instead of a confirmation.
  await mailbox.send({ to: email, ...fillMail(config.mails.knownAddress, { Email: email, SiteURL: LITE_SITE }) });
  return json(obfuscatedUser(email, body['data']));
}

/** A redirect of @supabase/lite, changed to lead to the address that the link's request asked for. */
export function withRedirectTarget(answer: Response, target: string): Response {
  const location = answer.headers.get('location');
  if (!location?.startsWith(LITE_SITE)) return answer;
  const headers = new Headers(answer.headers);
  headers.set('location', target + location.slice(LITE_SITE.length));
  return new Response(null, { status: answer.status, headers });
}
