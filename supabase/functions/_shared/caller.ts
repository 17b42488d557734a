// Identifies the caller of a function: only by the token, never by the body.
import { requiredSetting } from './environment.ts';
import { serviceDatabase } from './database.ts';

export type Person = {
  id: string;
  email: string;
  role: 'admin' | 'employee';
  /** The account they work in; null for an employee who is not linked to one or is suspended. */
  accountId: string | null;
  /** The account holder of a demo farm, whose password is public. */
  isDemo: boolean;
};

const bearer = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

type Claims = { aal?: string; amr?: { method: string }[] };

/**
 * The claims of a token. The signature is not checked here, so call it only for a token that the auth server accepted.
 */
function claimsOf(token: string): Claims {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
}

/**
 * The signed-in person, or null. Also null for a session that was opened by a mail link instead of the password, and for
 * one that has not passed the person's second factor. The auth server checks the token, so an ended session is refused.
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
  const { data: row, error: profileError } = await database
    .from('profiles')
    .select('*')
    .eq('id', data.user.id)
    .maybeSingle();
  if (profileError) throw profileError;
  if (!row) return null;
  const active = Reflect.get(row, 'person_status') !== 'suspended';
  const admin = row.role === 'admin';
  return {
    id: row.id,
    email: data.user.email,
    role: admin ? 'admin' : 'employee',
    accountId: admin ? row.id : active ? row.admin_id : null,
    isDemo: row.is_demo,
  };
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Whether the caller has the project's secret key, as the schedule does. Compares in constant time. */
export async function isService(request: Request): Promise<boolean> {
  const given = bearer(request);
  if (!given) return false;
  const [givenHash, keyHash] = await Promise.all([digest(given), digest(requiredSetting('SUPABASE_SERVICE_ROLE_KEY'))]);
  return givenHash.reduce((different, byte, index) => different | (byte ^ (keyHash[index] ?? 0)), 0) === 0;
}

/**
 * The caller's IP address as the gateway reports it. Of x-forwarded-for only the last part counts, which the nearest
 * gateway added: a caller can send any value before it.
 */
export function addressOf(request: Request): string {
  const gatewayAddress = request.headers.get('cf-connecting-ip')?.trim();
  return gatewayAddress || (request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '') || 'unknown';
}
