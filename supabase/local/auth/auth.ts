// The auth service of the embedded backend: @supabase/lite plus what a hosted project does in addition.
import { adminUsers } from './admin.ts';
import { changeUser, spendEmailChangeToken } from './change.ts';
import { afterSignup, bodyOf, recover, withRedirectTarget, resend, type AuthTools } from './mail.ts';
import { withMethods } from './methods.ts';
import { json } from '../rest/responses.ts';

/** After one of the two links of a change of address: the other one is still needed. */
const FIRST_LINK = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** GET /auth/v1/verify: a link in a mail that is spent by opening it. */
async function followLink(tools: AuthTools, request: Request, url: URL, target: string): Promise<Response> {
  url.searchParams.delete('redirect_to');
  if (url.searchParams.get('type') === 'email_change') {
    const token = await spendEmailChangeToken(tools, url.searchParams.get('token') ?? '');
    if (token === null) {
      const location = `${target}#${new URLSearchParams({ message: FIRST_LINK }).toString()}`;
      return new Response(null, { status: 303, headers: { location } });
    }
    url.searchParams.set('token', token);
  }
  const answer = await tools.forward(new Request(url, request));
  return withRedirectTarget(await withMethods(tools, answer), target);
}

/** POST /auth/v1/verify: a page of the app spends the token of a link. */
async function spendToken(tools: AuthTools, request: Request): Promise<Response> {
  const body = await bodyOf(request.clone());
  if (body['type'] === 'email_change') {
    const token = await spendEmailChangeToken(tools, String(body['token_hash']));
    if (token === null) return json({ msg: FIRST_LINK, code: '200' });
    body['token_hash'] = token;
  }
  const { url, method, headers } = request;
  const answer = await tools.forward(new Request(url, { method, headers, body: JSON.stringify(body) }));
  return withMethods(tools, answer, { byMail: true });
}

/** Handles the requests that @supabase/lite answers differently from a hosted project; null for all others. */
export async function answerAuth(
  tools: AuthTools,
  request: Request,
  url: URL,
  target: string,
): Promise<Response | null> {
  switch (`${request.method} ${url.pathname}`) {
    case 'POST /auth/v1/resend':
      return resend(tools, request);
    case 'POST /auth/v1/signup':
      return withMethods(tools, await afterSignup(tools, request.clone(), await tools.forward(request)));
    case 'POST /auth/v1/token':
      return withMethods(tools, await tools.forward(request));
    case 'POST /auth/v1/recover':
      return recover(tools, request);
    case 'PUT /auth/v1/user':
      return changeUser(tools, request);
    case 'GET /auth/v1/verify':
      return followLink(tools, request, url, target);
    case 'POST /auth/v1/verify':
      return spendToken(tools, request);
    default:
      return adminUsers(tools.sql, request, url, tools.keys.secret);
  }
}
