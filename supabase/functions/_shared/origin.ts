// Which pages may call the functions: the app's own.
import { isEmbedded, setting } from './environment.ts';

/** The site's origin; with the embedded backend also the requested host, which app and backend share there. */
function isOurs(origin: string, request: Request): boolean {
  const site = setting('SITE_URL');
  if (site && origin === new URL(site).origin) return true;
  return isEmbedded() && origin === `http://${request.headers.get('x-forwarded-host') ?? ''}`;
}

/**
 * The calling page's origin as the browser sends it: none (no browser, or the same site), one of ours, or a stranger.
 */
export function callingPage(request: Request): 'none' | 'ours' | 'stranger' {
  const origin = request.headers.get('origin');
  if (origin === null) return 'none';
  return isOurs(origin, request) ? 'ours' : 'stranger';
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

/** Where to return after a page of another service: to the calling page's origin if it is ours, else to the site. */
export function returnTo(request: Request, site: string): string {
  return callingPage(request) === 'ours' ? (request.headers.get('origin') ?? site) : site;
}
