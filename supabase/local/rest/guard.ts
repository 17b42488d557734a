// Requests that a hosted project refuses but @supabase/lite would accept or answer differently.
import { json, restError } from './responses.ts';

const ROLES = new Set(['anon', 'authenticated', 'service_role']);

function roleOf(payload: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null && 'role' in claims ? claims.role : null;
  } catch {
    return null;
  }
}

/**
 * Refuses a malformed token, which lite would treat as no token, and a token with an unknown role. Lite checks
 * signatures.
 */
function refuseToken(authorization: string | null): Response | null {
  const token = /^Bearer\s+(.+)$/i.exec(authorization ?? '')?.[1];
  if (!token || token.startsWith('sb_')) return null;
  const parts = token.split('.');
  if (parts.length !== 3 || parts.some((part) => part === ''))
    return restError(401, 'PGRST301', `Expected 3 parts in JWT; got ${parts.filter(Boolean).length}`);
  return ROLES.has(String(roleOf(parts[1] ?? '')))
    ? null
    : restError(401, 'PGRST301', 'None of the keys was able to decode the JWT');
}

/** The refusal of a request, or null if it may proceed. */
export function refuse(request: Request, path: string): Response | null {
  if (/^\/auth\/v1\/(factors|admin\/(?!users))/.test(path)) return json({ code: 404, msg: 'Not Found' }, 404);
  if (/^\/(auth|storage)\/v1\//.test(path)) return null;
  if (!path.startsWith('/rest/v1/')) return json({ message: 'Not Found' }, 404);
  if (request.method === 'OPTIONS') return null;
  if (path === '/rest/v1/') return json({ message: 'Not Found' }, 404);
  // The same as private.before_request on a hosted project.
  if (/count\s*=\s*(planned|estimated)/i.test(request.headers.get('prefer') ?? ''))
    return restError(400, '22023', 'Only exact counts are given.');
  return refuseToken(request.headers.get('authorization'));
}
