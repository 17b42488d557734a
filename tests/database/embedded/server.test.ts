// The development and preview servers: app and backend on one origin, endpoints for this machine only, a clean
// shutdown.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startVite } from '@tests/support/browser/vite-server';
import { snapshotFile } from '@tests/support/database/database-snapshot';
import { copyOnServer } from '@tests/support/database/shared-server';
import { FULL } from '@tests/support/full';
import { hostingFilesOf } from '../../../build/hosting/hosting-files';

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer };

/** Plain HTTP: fetch can neither send a foreign Host header nor show a compressed body. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}
const parseBody = ({ body }: Answer): unknown => JSON.parse(body.toString());

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'farm-diary-server-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Puts a migrated database into a data folder, as an earlier start would have left it. */
async function prepareData(folder: string) {
  mkdirSync(join(folder, 'db'), { recursive: true });
  execFileSync('tar', ['-xf', await snapshotFile(), '-C', join(folder, 'db')], { stdio: 'ignore' });
  writeFileSync(join(folder, 'ready'), '');
}

describe('vite', () => {
  test('keeps its data across a restart, allows one server at a time, and ends on SIGTERM', async () => {
    // A full run starts from an empty folder: with hundreds of migrations, which every snapshot of the tests applies too, and
    // with the demonstration.
    const env = { FARM_DATA: join(home, 'data'), ...(FULL ? {} : { FARM_DEMO: '0' }) };
    if (!FULL) await prepareData(env.FARM_DATA);
    const first = startVite({ args: ['--port', '0'], env });
    const url = await first.ready;
    const { port } = new URL(url);
    expect(parseBody(await ask(`${url}/_embedded.json`))).toEqual({
      url,
      publishableKey: 'sb_publishable_embedded',
      mailbox: '/_mail',
      vapidPublicKey: expect.stringMatching(/^[\w-]{87}$/) as string,
    });
    expect(
      parseBody(await ask(`http://127.0.0.1:${port}/_embedded.json`, { host: `localhost:${port}` })),
    ).toMatchObject({
      url: `http://localhost:${port}`,
    });
    expect(parseBody(await ask(`${url}/_mail`))).toEqual([]);

    const key = { apikey: 'sb_publishable_embedded' };
    const account = JSON.stringify({ email: 'new@example.test', password: 'correct horse' });
    const headers = { ...key, host: `localhost:${port}` };
    expect((await ask(`${url}/auth/v1/signup`, headers, 'POST', account)).status).toBe(200);
    const mails = parseBody(await ask(`${url}/_mail`)) as { to: string; text: string }[];
    expect(mails.map(({ to }) => to)).toEqual(['new@example.test']);
    const [, link = ''] =
      new RegExp(`http://localhost:${port}(/auth/v1/verify\\?\\S+)`).exec(mails[0]?.text ?? '') ?? [];
    expect((await ask(url + link, headers)).status).toBeLessThan(400);
    const signInAs = (credentials: string) => ask(`${url}/auth/v1/token?grant_type=password`, key, 'POST', credentials);
    const signIn = await signInAs(account);
    expect(signIn.status).toBe(200);
    const { access_token: token } = parseBody(signIn) as { access_token: string };
    const demo = JSON.stringify({ email: 'driver@demo.test', password: 'demo-farm-2026' });
    expect((await signInAs(demo)).status).toBe(FULL ? 200 : 400);

    await expect(startVite({ args: ['--port', '0'], env }).ready).rejects.toThrow('in use by process');
    // Null would mean that the signal killed the process before it had closed anything.
    expect(await first.stop()).not.toBeNull();

    const second = startVite({ args: ['--port', '0'], env });
    const secondUrl = await second.ready;
    const profile = await ask(`${secondUrl}/rest/v1/profiles?select=role`, {
      ...key,
      authorization: `Bearer ${token}`,
    });
    expect(profile.status).toBe(200);
    expect(await second.stop('SIGINT')).toBe(130);
  });

  test('leaves the embedded backend out when a project is configured', async () => {
    const server = startVite({
      args: ['--port', '0'],
      env: { VITE_SUPABASE_URL: 'https://x.supabase.co', FARM_DATA: 'memory' },
    });
    const url = await server.ready;
    for (const path of ['/_embedded.json', '/_mail', '/auth/v1/settings'])
      expect(String((await ask(url + path)).headers['content-type'])).not.toContain('json');
    await server.stop();
  });
});

describe('vite preview', () => {
  let server: ReturnType<typeof startVite>;
  let url: string;
  // On the Postgres of the other tests: PGlite would first apply all migrations.
  let copy: Awaited<ReturnType<typeof copyOnServer>> | null;
  beforeAll(async () => {
    copy = inject('postgres') && (await copyOnServer());
    const dist = join(home, 'dist');
    mkdirSync(join(dist, 'assets'), { recursive: true });
    const page = '<!doctype html><style>a{color:red}</style><title>App</title>';
    writeFileSync(join(dist, 'index.html'), page);
    // The same file as the build writes.
    writeFileSync(join(dist, '_headers'), hostingFilesOf([page], {})['_headers'] ?? '');
    writeFileSync(join(dist, 'assets/app-1234.js'), 'console.log("hello");'.repeat(100));
    writeFileSync(join(dist, 'sw.js'), '// worker');
    writeFileSync(join(home, 'secret.txt'), 'not yours');
    server = startVite({
      args: ['preview', '--port', '0', '--outDir', dist],
      env: {
        FARM_DATA: copy ? join(home, 'preview') : 'memory',
        FARM_DEMO: '0',
        ...(copy ? { DATABASE_URL: copy.url } : {}),
      },
    });
    url = await server.ready;
  });
  afterAll(async () => {
    await server.stop();
    await copy?.drop();
  });

  test('a page has a Content-Security-Policy that names its own inline style', async () => {
    for (const path of ['/', '/works-list', '/works/12?x=1']) {
      const page = await ask(url + path, { accept: 'text/html' });
      expect(page).toMatchObject({
        status: 200,
        // no-transform: what the worker precaches must arrive as built. Other addresses of the app get the same page,
        // not precached.
        headers: {
          'cache-control': path === '/' ? 'no-cache, no-transform' : 'no-cache',
          'x-content-type-options': 'nosniff',
        },
      });
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("style-src 'self' 'sha256-");
      expect(policy).toContain("script-src 'self';");
    }
  });

  test('a hashed file is cached for ever and sent compressed; the worker is revalidated each time', async () => {
    const file = await ask(`${url}/assets/app-1234.js`, { 'accept-encoding': 'gzip, br' });
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    });
    expect(gunzipSync(file.body).toString()).toContain('hello');
    expect(file.body.length).toBeLessThan(200);
    const worker = await ask(`${url}/sw.js`);
    expect(worker.headers).toMatchObject({
      'cache-control': 'no-cache, no-transform',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(await ask(`${url}/sw.js`, { 'if-none-match': String(worker.headers['etag']) })).toMatchObject({
      status: 304,
    });
  });

  test.each(['/assets/gone-1.js', '/missing.png', '/.env', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/_other'])(
    '%s is 404',
    async (path) => {
      const answer = await ask(url + path, { accept: '*/*' });
      expect(answer.status).toBe(404);
      expect(answer.body.toString()).not.toContain('not yours');
    },
  );

  test('a sign-up needs confirmation, and there is no demo account', async () => {
    const key = { apikey: 'sb_publishable_embedded' };
    expect(parseBody(await ask(`${url}/auth/v1/settings`, key))).toMatchObject({ mailer_autoconfirm: false });
    const credentials = JSON.stringify({ email: 'owner@demo.test', password: 'demo-farm-2026' });
    expect((await ask(`${url}/auth/v1/token?grant_type=password`, key, 'POST', credentials)).status).toBe(400);
  });

  test('a request under another host name gets nothing', async () => {
    for (const path of ['/_embedded.json', '/_mail']) {
      expect(await ask(url + path, { host: '192.168.1.5' })).toMatchObject({ status: 404 });
      expect([403, 404]).toContain((await ask(url + path, { host: 'farm.example' })).status);
    }
  });

  test('no mail links to another host name', async () => {
    const newAccount = JSON.stringify({ email: 'far@example.test', password: 'correct horse' });
    const headers = { apikey: 'sb_publishable_embedded', host: '192.168.1.5' };
    expect((await ask(`${url}/auth/v1/signup`, headers, 'POST', newAccount)).status).toBe(200);
    const mails = parseBody(await ask(`${url}/_mail`)) as { text: string }[];
    expect(mails.at(-1)?.text).toContain(`${url}/auth/v1/verify?`);
  });
});
