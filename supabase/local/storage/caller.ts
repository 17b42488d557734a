// The caller of the storage service: the role and claims under which its statements run.
import { noAccess, wrongBody } from './errors.ts';
import type { Database, Sql } from '../database/sql.ts';
import { verifyToken, type Keys } from '../auth/tokens.ts';

export type Caller = { role: 'anon' | 'authenticated' | 'service_role'; claims: Record<string, unknown> };

const ROLES = ['anon', 'authenticated', 'service_role'] as const;

/** The caller of a request. A project key maps to its role, as in a hosted project's gateway. */
export function callerOf(request: Request, keys: Keys): Caller {
  const token = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token) throw wrongBody(`headers must have required property 'authorization'`);
  if (token === keys.secret) return { role: 'service_role', claims: { role: 'service_role' } };
  if (token === keys.publishable) return { role: 'anon', claims: { role: 'anon' } };
  const claims = verifyToken(token, keys.jwtSecret);
  if (!claims) throw noAccess(isExpired(token) ? '"exp" claim timestamp check failed' : 'Invalid Compact JWS');
  return callerIn(claims);
}

/** The caller named by the claims of a valid token. */
export function callerIn(claims: Record<string, unknown>): Caller {
  const role = ROLES.find((name) => name === claims['role']);
  if (!role) throw noAccess('Invalid Compact JWS');
  return { role, claims };
}

/** Whether an invalid token has expired by its own claims. */
function isExpired(token: string): boolean {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null && 'exp' in claims && Number(claims.exp) * 1000 < Date.now();
  } catch {
    return false;
  }
}

/** Runs statements as the caller, all or none, under row-level security. */
export function asCaller<T>(database: Database, { role, claims }: Caller, work: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(async (sql) => {
    await sql.query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
         set_config('storage.allow_delete_query', 'true', true)`,
      [role, JSON.stringify(claims)],
    );
    return work(sql);
  });
}
