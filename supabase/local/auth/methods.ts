// How a session was opened ('amr'), added to its tokens as a hosted project does. @supabase/lite leaves it out.
import type { AuthTools } from './mail.ts';
import { signToken, verifyToken } from './tokens.ts';

/**
 * The method of sessions opened by a link in a mail. They may set a password without the old one, and the database
 * allows them nothing else.
 */
export const BY_MAIL = 'otp';

type Claims = Record<string, unknown>;

async function withMethod({ sql, keys }: AuthTools, claims: Claims): Promise<string> {
  const [session] = await sql.query(
    'select tag, extract(epoch from created_at)::int as since from auth.sessions where id = $1',
    [claims['session_id']],
  );
  const method = session?.['tag'] === BY_MAIL ? BY_MAIL : 'password';
  return signToken({ ...claims, amr: [{ method, timestamp: session?.['since'] }] }, keys.jwtSecret);
}

const markByMail = ({ sql }: AuthTools, claims: Claims) =>
  sql.query('update auth.sessions set tag = $1 where id = $2', [BY_MAIL, claims['session_id']]);

async function signedBody(tools: AuthTools, answer: Response, byMail: boolean): Promise<Response> {
  if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return answer;
  const body: unknown = await answer.clone().json();
  const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'access_token') : null;
  const claims = typeof token === 'string' ? verifyToken(token, tools.keys.jwtSecret) : null;
  if (!claims || typeof body !== 'object') return answer;
  if (byMail) await markByMail(tools, claims);
  const signed = { ...body, access_token: await withMethod(tools, claims) };
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(signed), { status: answer.status, headers });
}

/** Corrects the token in the address to which a link redirects. Its session was opened by a mail. */
async function signedRedirect(tools: AuthTools, answer: Response): Promise<Response> {
  const location = answer.headers.get('location') ?? '';
  const [page, hash = ''] = location.split('#');
  const params = new URLSearchParams(hash);
  const claims = verifyToken(params.get('access_token') ?? '', tools.keys.jwtSecret);
  if (!claims) return answer;
  await markByMail(tools, claims);
  params.set('access_token', await withMethod(tools, claims));
  const headers = new Headers(answer.headers);
  headers.set('location', `${page}#${params.toString()}`);
  return new Response(null, { status: answer.status, headers });
}

/**
 * Adds the method to the tokens of a response that returns a session; returns any other response unchanged. `byMail`: the
 * token of a mail opened it, as it does for each redirect.
 */
export const withMethods = (tools: AuthTools, answer: Response, { byMail = false } = {}): Promise<Response> =>
  answer.headers.has('location') ? signedRedirect(tools, answer) : signedBody(tools, answer, byMail);
