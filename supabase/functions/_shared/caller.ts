// Who calls a function: told by the token alone, never by the body.
import { needed } from './environment.ts';
import { serviceDatabase } from './database.ts';

export type Person = {
  id: string;
  email: string;
  role: 'admin' | 'employee';
  /** The account they work in; null for an employee whom nobody has linked, or who is suspended. */
  accountId: string | null;
};

const bearer = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

type Claims = { aal?: string; amr?: { method: string }[] };

/** What a token says of how its session was opened; only asked of one that the server has just found good. */
function claimsOf(token: string): Claims {
  const claims = token.split('.')[1] ?? '';
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
}

/**
 * The signed-in person, or null; null too where a link in a mail opened the session and no password was typed, and while a
 * second step that they have set up is not taken. Asks the server about the token, so a session that was ended counts no more.
 */
export async function personOf(request: Request): Promise<Person | null> {
  const token = bearer(request);
  if (!token) return null;
  const database = serviceDatabase();
  const { data, error } = await database.auth.getUser(token);
  if (error || !data.user?.email) return null;
  const { aal, amr } = claimsOf(token);
  if (!amr?.some(({ method }) => method === 'password')) return null;
  if (data.user.factors?.some(({ status }) => status === 'verified') && aal !== 'aal2') return null;
  const { data: row, error: failed } = await database.from('profiles').select('*').eq('id', data.user.id).maybeSingle();
  if (failed) throw failed;
  if (!row) return null;
  const working = Reflect.get(row, 'person_status') !== 'suspended';
  const admin = row.role === 'admin';
  return {
    id: row.id,
    email: data.user.email,
    role: admin ? 'admin' : 'employee',
    accountId: admin ? row.id : working ? row.admin_id : null,
  };
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Whether the project itself calls (a schedule), with its secret key. Takes the same time for every wrong key. */
export async function isService(request: Request): Promise<boolean> {
  const given = bearer(request);
  if (!given) return false;
  const [one, other] = await Promise.all([digest(given), digest(needed('SUPABASE_SERVICE_ROLE_KEY'))]);
  return one.reduce((different, byte, at) => different | (byte ^ (other[at] ?? 0)), 0) === 0;
}

/**
 * The caller's address as the gateway names it. What the caller says itself is not trusted: of x-forwarded-for only the
 * last part, which the nearest gateway added.
 */
export function addressOf(request: Request): string {
  const named = request.headers.get('cf-connecting-ip')?.trim();
  return named || (request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '') || 'unknown';
}
