// The headers the app's pages are served with: what a page may load, and from where.
import { createHash } from 'node:crypto';

/** Hosts besides the app's own that a build was made for. */
export type PolicyHosts = { backend?: string; tiles?: readonly string[] };

const styleHashes = (html: string) =>
  [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, css]) =>
      `'sha256-${createHash('sha256')
        .update(css ?? '')
        .digest('base64')}'`,
  );

/**
 * The policy for pages: no inline script, no inline style but the critical CSS that the build put there. `html` is one
 * page, or several after each other: a host that knows one policy for all of them allows the styles of each.
 */
export function contentPolicy(html: string, { backend, tiles = [] }: PolicyHosts = {}): string {
  const sockets = backend ? [backend, backend.replace(/^http/, 'ws')] : [];
  const images = [...(backend ? [backend] : []), ...tiles];
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes(html)].join(' '),
    ["img-src 'self' data: blob:", ...images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...sockets, ...tiles].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** For every answer, page or not. */
export const SECURITY_HEADERS = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
};
