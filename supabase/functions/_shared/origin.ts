// Which pages may call the functions: the app's own.
import { isEmbedded, setting } from './environment.ts';

/** Whether this is the site's origin. The embedded backend serves the app itself, so there its own host counts too. */
function isOurs(origin: string, request: Request): boolean {
  const site = setting('SITE_URL');
  if (site && origin === new URL(site).origin) return true;
  return isEmbedded() && origin === `http://${request.headers.get('x-forwarded-host') ?? ''}`;
}

/**
 * The calling page, by the Origin header: 'none' (no such header: not a browser, which sends it with every POST),
 * 'ours' (the app), or 'other'.
 */
export function callingPage(request: Request): 'none' | 'ours' | 'other' {
  const origin = request.headers.get('origin');
  if (origin === null) return 'none';
  return isOurs(origin, request) ? 'ours' : 'other';
}

/** The CORS headers that let the calling page read the response, if it is one of ours. */
export function corsHeaders(request: Request): Record<string, string> {
  if (callingPage(request) !== 'ours') return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': request.headers.get('origin') ?? '',
    'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-max-age': '600',
  };
}

/** The origin for links back to the app, in mails and after payments: the calling page's if it is ours, else `site`. */
export function returnTo(request: Request, site: string): string {
  return callingPage(request) === 'ours' ? (request.headers.get('origin') ?? site) : site;
}
