// What the server of the built app reveals to strangers and what it does not: frames and windows, secrets, files that
// are not public, and what may be cached on the way.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type App } from '@tests/support/app';
import { DEMO_PASSWORD, newSession, OWNER } from '@tests/support/browser/sign-in';

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.stop());

const get = (path: string, init?: RequestInit) => fetch(app.origin + path, init);

test('no other site can frame a page, reach it from a window it opened, or talk to it (A75)', async () => {
  const evil = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' });
    reply.end(`<iframe src="${app.origin}/"></iframe><iframe src="${app.origin}/pricing"></iframe>`);
  });
  await new Promise<void>((ready) => evil.listen(0, '127.0.0.1', ready));
  const address = evil.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const { context, page } = await app.open({ worker: false });
  await page.goto(`http://localhost:${address.port}/`);
  for (const frame of page.frames().slice(1)) {
    const text = await frame.evaluate(() => document.body.innerText).catch(() => '');
    expect(text).not.toMatch(/Welcome to AgriFlow|One price/);
  }
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((url) => {
      Object.assign(window, { theirs: window.open(url) });
    }, `${app.origin}/`),
  ]);
  await opened.getByLabel('Email').waitFor();
  // Isolated from each other: for the opener the window appears closed.
  expect(await opened.evaluate(() => window.opener === null)).toBe(true);
  await expect.poll(() => page.evaluate(() => (Reflect.get(window, 'theirs') as Window | null)?.closed)).toBe(true);
  await opened.getByRole('button', { name: 'Try the demo farm' }).waitFor();
  const seen = () => opened.evaluate(() => [document.body.innerText, ...Object.keys(localStorage), location.href]);
  const before = await seen();
  await opened.evaluate(() => window.postMessage({ type: 'SKIP_WAITING', access_token: 'x', session: {} }, '*'));
  await opened.waitForTimeout(200);
  expect(await seen()).toEqual(before);
  await context.close();
  await new Promise((done) => evil.close(done));
});

describe('the built files (A79)', () => {
  const files = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? files(path) : [path];
    });

  test('the built files contain no secret, no source map and no address of a private network', () => {
    const all = files('dist');
    expect(all.filter((path) => path.endsWith('.map'))).toEqual([]);
    const secret =
      /service_role|sb_secret_[A-Za-z0-9]|\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]|whsec_[A-Za-z0-9]|\bre_[A-Za-z0-9]{8,}_|postgres(?:ql)?:\/\/|\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?:\.\d{1,3})?:\d|\/\/[\w.-]+\.(?:internal|local|lan|corp)\b/;
    for (const path of all.filter((one) =>
      /\.(?:js|css|html|json|txt|xml|webmanifest|conf)$|_headers$|_redirects$/.test(one),
    )) {
      const found = secret.exec(readFileSync(path, 'utf8'));
      expect(found?.[0] ?? null, path).toBe(null);
    }
  });
});

/** A raw request: `fetch` refuses some methods and normalises paths. */
const raw = (method: string, path: string) =>
  new Promise<{ status: number; body: string; headers: Record<string, unknown> }>((done, fail) => {
    const sent = request(`${app.origin}/`, { method, path }, (reply) => {
      let body = '';
      reply.on('data', (part: Buffer) => (body += part.toString()));
      reply.on('end', () => done({ status: reply.statusCode ?? 0, body, headers: reply.headers }));
    });
    sent.on('error', fail);
    sent.end();
  });

describe('missing paths and methods (A80)', () => {
  const HIDDEN = [
    '/.env',
    '/.env.local',
    '/.git/HEAD',
    '/.hosting/nginx.conf',
    '/.vite/manifest.json',
    '/_headers',
    '/_redirects',
    '/server-status.php',
    '/assets/',
    '/pictures/none.webp',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
  ];

  test('files that are not public answer 404', async () => {
    for (const path of HIDDEN) {
      const { status, body } = await raw('GET', path);
      expect({ path, status, body }).toEqual({ path, status: 404, body: 'Not found' });
    }
  });

  test('/server-status is an address of the app, and reveals nothing about the server', async () => {
    expect((await raw('GET', '/server-status')).body).toContain('Welcome to AgriFlow');
  });

  test('a request with any method that changes something is refused', async () => {
    for (const method of ['TRACE', 'PUT', 'DELETE', 'POST', 'PROPFIND']) {
      const { status, headers } = await raw(method, '/');
      expect({ method, status, allow: headers['allow'] }).toEqual({ method, status: 405, allow: 'GET, HEAD' });
    }
  });

  test('the worker is revalidated each time, with any query', async () => {
    for (const path of ['/sw.js', '/sw.js?x'])
      expect((await get(path)).headers.get('cache-control')).toBe('no-cache, no-transform');
  });
});

test('no response with data may be cached on the way, and no page contains anyone’s data (A81)', async () => {
  const person = { email: OWNER, password: DEMO_PASSWORD };
  const { apikey, session } = await newSession(app.origin, person);
  const token = session.access_token;
  const signedIn = await get('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const responses = [signedIn];
  for (const path of ['/rest/v1/works?limit=1', '/rest/v1/profiles', '/auth/v1/user']) {
    const answer = await get(path, { headers: { apikey, authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    responses.push(answer);
  }
  for (const answer of responses) expect(answer.headers.get('cache-control'), answer.url).toBe('no-store');
  // A page is the same for everyone, signed in or not.
  for (const path of ['/', '/works-list', '/pricing']) {
    const theirs = await get(path, { headers: { authorization: `Bearer ${token}`, cookie: 'a=b' } });
    expect(await theirs.text()).toBe(await (await get(path)).text());
    expect(theirs.headers.get('set-cookie')).toBe(null);
    expect(theirs.headers.get('vary')).toContain('accept-encoding');
  }
});
