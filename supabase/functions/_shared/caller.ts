// Identifies the caller of a function: by the token alone, never by the body.
import { needed } from './environment.ts';
import { serviceDatabase } from './database.ts';

export type Person = {
  id: string;
  email: string;
  role: 'admin' | 'employee';
  /** The account they work in; null for an employee who is not linked to one or is suspended. */
  accountId: string | null;
};

const bearer = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

type Claims = { aal?: string; amr?: { method: string }[] };

/**
 * The claims of a token. Call it only for a token that the server has just accepted: the signature is not checked here.
 */
function claimsOf(token: string): Claims {
  const claims = token.split('.')[1] ?? '';
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
}

/**
 * The signed-in person, or null. Also null for a session opened by a link in a mail without a password, and while a
 * second factor that they have set up is still to be entered. Asks the server about the token, so an ended session is
 * not accepted.
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

/** Whether the caller is the project itself (a schedule), with its secret key. Compares in constant time. */
export async function isService(request: Request): Promise<boolean> {
  const given = bearer(request);
  if (!given) return false;
  const [one, other] = await Promise.all([digest(given), digest(needed('SUPABASE_SERVICE_ROLE_KEY'))]);
  return one.reduce((different, byte, at) => different | (byte ^ (other[at] ?? 0)), 0) === 0;
}

/**
 * The caller's address as the gateway reports it. What the caller sends is not trusted: of x-forwarded-for only the
 * last part counts, which the nearest gateway added.
 */
export function addressOf(request: Request): string {
  const named = request.headers.get('cf-connecting-ip')?.trim();
  return named || (request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '') || 'unknown';
}
