// Headers and redirects of the built app in the formats of common static hosts, all generated from the rules here.
import { contentPolicy, SECURITY_HEADERS, type PolicyHosts } from './content-policy.ts';

type Headers = Record<string, string>;

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** `no-transform`: the service worker stores only documents that are identical to the build's. */
const REVALIDATED = 'no-cache, no-transform';
/** Files without a hash in their names: browsers must revalidate them each time. */
const UNHASHED = ['/', '/index.html', '/sw.js', '/boot.js', '/manifest.webmanifest'];

const commonHeaders = (pages: readonly string[], hosts: PolicyHosts): Headers => ({
  'content-security-policy': contentPolicy(pages.join(''), hosts),
  ...SECURITY_HEADERS,
});

/**
 * `_headers` for Netlify and Cloudflare Pages. No path may match two rules that set the same header: the values are
 * joined.
 */
function headersFile(pages: readonly string[], hosts: PolicyHosts): string {
  const rule = (path: string, headers: Headers) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return [
    rule('/*', commonHeaders(pages, hosts)),
    rule('/assets/*', { 'cache-control': IMMUTABLE }),
    ...UNHASHED.map((path) => rule(path, { 'cache-control': REVALIDATED })),
    '',
  ].join('\n');
}

/**
 * `_redirects` for Netlify, which serves existing files first, and `pricing.html` for `/pricing`. Cloudflare Pages does
 * the same without this file.
 */
const REDIRECTS = '/assets/*  /assets/none  404\n/*  /index.html  200\n';

function vercel(pages: readonly string[], hosts: PolicyHosts): string {
  const list = (headers: Headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));
  return `${JSON.stringify(
    {
      cleanUrls: true,
      trailingSlash: false,
      headers: [
        { source: '/(.*)', headers: list(commonHeaders(pages, hosts)) },
        { source: '/assets/(.*)', headers: list({ 'cache-control': IMMUTABLE }) },
        { source: '/((?!assets/).*)', headers: list({ 'cache-control': REVALIDATED }) },
      ],
      rewrites: [{ source: '/((?!assets/|.*\\.).*)', destination: '/' }],
    },
    null,
    2,
  )}\n`;
}

function nginx(pages: readonly string[], hosts: PolicyHosts): string {
  const headers = Object.entries(commonHeaders(pages, hosts)).map(
    ([name, value]) => `  add_header ${name} "${value}" always;`,
  );
  return `# For /etc/nginx/conf.d. Set the server name, the certificate and the folder.
map $uri $farm_diary_cache {
  default "${REVALIDATED}";
  ~^/assets/ "${IMMUTABLE}";
}
server {
  listen 80;
  server_name _;
  root /usr/share/nginx/html;
  charset utf-8;
  include mime.types;
  types { application/manifest+json webmanifest; }
  gzip on;
  gzip_vary on;
  gzip_types text/css text/plain text/javascript application/javascript application/json application/manifest+json application/xml text/xml image/svg+xml font/ttf;

  # All headers are set here: a location that sets a header would not inherit these.
${headers.join('\n')}
  add_header cache-control $farm_diary_cache always;

  if ($request_method !~ ^(GET|HEAD)$) { return 405; }
  location ~ /[._] { return 404; }
  # A missing file is a 404; only paths without an extension open the app.
  location ~ \\.[A-Za-z0-9]+$ { try_files $uri =404; }
  location /assets/ { try_files $uri =404; }
  location / { try_files $uri $uri.html /index.html; }
}
`;
}

/**
 * The files by path in the build folder. `pages`: the HTML of every document. Hosts do not serve paths that begin with
 * a dot.
 */
export const hostingFilesOf = (pages: readonly string[], hosts: PolicyHosts): Record<string, string> => ({
  _headers: headersFile(pages, hosts),
  _redirects: REDIRECTS,
  '.hosting/vercel.json': vercel(pages, hosts),
  '.hosting/nginx.conf': nginx(pages, hosts),
});

type Rule = { path: RegExp; headers: Headers };

/** The rules of a `_headers` file, for `vite preview`: it sends what a host would send. */
export function readHeaders(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split('\n')) {
    const [, name, value] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) Object.assign(rules.at(-1)?.headers ?? {}, { [name]: value });
    else if (line !== '')
      rules.push({
        path: new RegExp(`^${line.replace(/[.?+^$()[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}$`),
        headers: {},
      });
  }
  return rules;
}

export const headersFor = (rules: readonly Rule[], path: string): Headers =>
  Object.assign({}, ...rules.filter((rule) => rule.path.test(path)).map(({ headers }) => headers)) as Headers;
