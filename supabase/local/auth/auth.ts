// The auth service of the embedded backend: @supabase/lite plus what a hosted project does in addition.
import { adminUsers } from './admin.ts';
import { changeUser, followEmailChangeLink } from './change.ts';
import { afterSignup, recover, withRedirectTarget, resend, type AuthTools } from './mail.ts';
import { withMethods } from './methods.ts';

/** GET /auth/v1/verify: the link in a mail. */
async function followLink(tools: AuthTools, request: Request, url: URL, target: string): Promise<Response> {
  url.searchParams.delete('redirect_to');
  if (url.searchParams.get('type') === 'email_change') {
    const step = await followEmailChangeLink(tools, url.searchParams.get('token') ?? '', target);
    if ('answer' in step) return step.answer;
    url.searchParams.set('token', step.token);
  }
  const answer = await tools.forward(new Request(url, request));
  return withRedirectTarget(await withMethods(tools, answer), target);
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
    default:
      return adminUsers(tools.sql, request, url, tools.keys.secret);
  }
}
