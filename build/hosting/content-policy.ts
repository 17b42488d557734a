// The HTTP headers of the app's pages: what a page may load, and from where.
import { createHash } from 'node:crypto';

/** The hosts, besides the app's own, that a build uses. */
export type PolicyHosts = { backend?: string; tiles?: readonly string[]; weather?: string };

/**
 * The origin of a tile server's address, such as "https://{s}.tile.example/{z}/{x}/{y}.png"; `{s}` stands for any
 * subdomain.
 */
function tileOrigin(url: string): string {
  const { protocol, host } = new URL(url.replace('{s}', 'any-of-them'));
  return `${protocol}//${host.replace(/^any-of-them(?=\.)/, '*')}`;
}

/** The hosts that a build with these variables uses. */
export function policyHosts(env: Readonly<Record<string, unknown>>): PolicyHosts {
  const [project, tiles, weather] = [env['VITE_SUPABASE_URL'], env['VITE_TILE_URL'], env['VITE_WEATHER_URL']];
  return {
    ...(typeof project === 'string' && project !== '' && { backend: new URL(project).origin }),
    ...(typeof tiles === 'string' && tiles.trim() !== '' && { tiles: [tileOrigin(tiles.trim())] }),
    ...(typeof weather === 'string' && weather.trim() !== '' && { weather: new URL(weather.trim()).origin }),
  };
}

const styleHashes = (html: string) =>
  [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, css]) =>
      `'sha256-${createHash('sha256')
        .update(css ?? '')
        .digest('base64')}'`,
  );

/**
 * The policy for pages: no inline script, and no inline style except the critical CSS added by the build. `html` is one
 * page, or several concatenated: a host with a single policy for all pages must allow the styles of each.
 */
export function contentPolicy(html: string, { backend, tiles = [], weather }: PolicyHosts = {}): string {
  const sockets = backend ? [backend, backend.replace(/^http/, 'ws')] : [];
  const images = [...(backend ? [backend] : []), ...tiles];
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes(html)].join(' '),
    ["img-src 'self' data: blob:", ...images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...sockets, ...tiles, ...(weather ? [weather] : [])].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** For every response, page or not. */
export const SECURITY_HEADERS = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
};
