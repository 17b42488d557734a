// Changing one's own password and e-mail address, as a hosted project does with 'Require current password when
// updating' and the confirmation of both addresses switched on. @supabase/lite supports neither.
import { bodyOf, mailChangeLink, type AuthTools } from './mail.ts';
import { BY_MAIL } from './methods.ts';
import { fillMail } from './templates.ts';
import { LITE_SITE } from '../mail/mailbox.ts';
import { authError } from '../rest/responses.ts';
import { verifyToken } from './tokens.ts';

const claimsOf = (request: Request, { keys }: AuthTools) =>
  verifyToken((request.headers.get('authorization') ?? '').replace(/^Bearer /, ''), keys.jwtSecret);

/** Whether this is the person's password; the session that the check opens is deleted again. */
async function isPassword(tools: AuthTools, email: unknown, password: string): Promise<boolean> {
  const answer = await tools.forward(
    new Request(`${LITE_SITE}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: tools.keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  );
  if (!answer.ok) return false;
  const token: unknown = Reflect.get((await answer.json()) as object, 'access_token');
  const claims = verifyToken(String(token), tools.keys.jwtSecret);
  await tools.sql.query('delete from auth.sessions where id = $1', [claims?.['session_id']]);
  return true;
}

async function passwordRefusal(tools: AuthTools, claims: Record<string, unknown>, current: unknown) {
  const [session] = await tools.sql.query(
    'select s.tag, u.email from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1',
    [claims['session_id']],
  );
  if (!session || session['tag'] === BY_MAIL) return null;
  const message = 'Current password required when setting new password.';
  if (typeof current !== 'string' || current === '') return authError(400, 'current_password_required', message);
  const isCorrect = await isPassword(tools, session['email'], current);
  return isCorrect ? null : authError(400, 'current_password_invalid', message);
}

async function afterPasswordChange(
  { sql, mailbox, config }: AuthTools,
  { sub, session_id: session }: Record<string, unknown>,
) {
  await sql.query('delete from auth.sessions where user_id = $1 and id <> $2', [sub, session]);
  const [user] = await sql.query('select email from auth.users where id = $1', [sub]);
  const email = String(user?.['email']);
  await mailbox.send({ to: email, ...fillMail(config.mails.passwordChanged, { Email: email, SiteURL: LITE_SITE }) });
}

/** PUT /auth/v1/user. */
export async function changeUser(tools: AuthTools, request: Request): Promise<Response> {
  const claims = claimsOf(request, tools);
  const body = await bodyOf(request.clone());
  const setsPassword = typeof body['password'] === 'string';
  if (claims && setsPassword) {
    const refused = await passwordRefusal(tools, claims, body['current_password']);
    if (refused) return refused;
  }
  const answer = await tools.forward(request);
  if (!answer.ok || !claims) return answer;
  if (setsPassword) await afterPasswordChange(tools, claims);
  const changed: unknown = Reflect.get((await answer.clone().json()) as object, 'new_email');
  if (tools.config.doubleConfirmChanges && typeof body['email'] === 'string' && changed === body['email'].toLowerCase())
    await mailChangeLink(tools, String(claims['sub']), 'old');
  return answer;
}

/**
 * Spends the token of a change of address. If @supabase/lite has to handle it (it knows only the token in the mail to the
 * new address, and makes the change), returns the token to pass on; null if the other link is still needed.
 */
export async function spendEmailChangeToken({ sql, config }: AuthTools, token: string): Promise<string | null> {
  const [user] = await sql.query(
    `select id, email_change_token_new as fresh, email_change_token_current as old, email_change_confirm_status as status
     from auth.users where $1 in (email_change_token_new, email_change_token_current)
       and email_change_sent_at > now() - make_interval(secs => $2)`,
    [token, config.linkSeconds],
  );
  if (!user?.['old']) return token;
  if (token === user['fresh']) {
    await sql.query('update auth.users set email_change_confirm_status = 1 where id = $1', [user['id']]);
    return null;
  }
  await sql.query('update auth.users set email_change_token_current = null where id = $1', [user['id']]);
  return user['status'] === 1 ? String(user['fresh']) : null;
}
