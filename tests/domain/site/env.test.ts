// Where the app's backend is: constants in the build, or the response to one request to the app's own origin.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, describe, expect, test, vi } from 'vitest';

/** The text of everything that a build of env.ts with these variables contains. */
async function bundled(env: Record<string, string>): Promise<string> {
  const defined = Object.entries(env).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]);
  const result = await build({
    configFile: false,
    envDir: false,
    logLevel: 'silent',
    define: Object.fromEntries(defined) as Record<string, string>,
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'src/lib/env.ts', preserveEntrySignatures: 'strict' },
    },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('a build has one output');
  return result.output.map((part) => (part.type === 'chunk' ? part.code : String(part.source))).join('\n');
}

describe('a build', () => {
  const project = { VITE_SUPABASE_URL: 'https://abc.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc' };

  test('a build for a project contains its constants and nothing of the embedded mode', async () => {
    const code = await bundled(project);
    expect(code).toContain('https://abc.supabase.co');
    expect(code).not.toMatch(/_embedded|mailbox|demo|import\(/);
  });
  test('a build of the whole app for a project has nothing of the embedded mode in any of its files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'farm-diary-build-'));
    const args = ['--no-install', 'vite', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
    const run = spawnSync('npx', args, {
      encoding: 'utf8',
      env: { ...process.env, ...project, NODE_ENV: 'production' },
    });
    expect(run.status, run.stderr).toBe(0);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:js|css|html|json|webmanifest)$/.test(file))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
    rmSync(folder, { recursive: true });
    const filesWith = (text: RegExp) => files.flatMap(([file, content]) => (text.test(content) ? [file] : []));
    expect(filesWith(/https:\/\/abc\.supabase\.co/)).not.toEqual([]);
    expect(filesWith(/_embedded|farm-diary-embedded|demo-farm|demo\.test|demo farm/)).toEqual([]);
    expect(files.filter(([file]) => /embedded|demo/.test(file)).map(([file]) => file)).toEqual([]);
  }, 120_000);
  test('a build without a project requests the configuration from its own origin', async () => {
    const code = await bundled({});
    expect(code).toContain('/_embedded.json');
    expect(code).toContain('mailbox');
  });
});

describe('embeddedConfig', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  const configFrom = async (answer: () => Response | Promise<Response>) => {
    const fetch = vi.fn(answer);
    vi.stubGlobal('fetch', fetch);
    const { embeddedConfig } = await import('@/lib/embedded');
    return { config: await embeddedConfig(), again: await embeddedConfig(), calls: fetch.mock.calls.length };
  };

  test('makes one request and caches the response', async () => {
    const body = { url: 'http://localhost:1', publishableKey: 'k', mailbox: '/_mail' };
    const { config, again, calls } = await configFrom(() => Response.json(body));
    expect(config).toEqual({ url: 'http://localhost:1', key: 'k', embedded: { mailbox: '/_mail' } });
    expect(again).toBe(config);
    expect(calls).toBe(1);
  });

  const noConfig: [string, () => Response | Promise<Response>][] = [
    ['404', () => new Response('Not found', { status: 404 })],
    ['the app page instead', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
    ['JSON of another shape', () => Response.json({ url: 5 })],
    ['JSON that is broken', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ];
  test.each(noConfig)('is null for %s', async (_, answer) => {
    expect((await configFrom(answer)).config).toBeNull();
  });

  const unreachable: [string, () => Response | Promise<Response>][] = [
    ['without network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['after a timeout', () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
    [
      'behind a captive portal that returns a page',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['behind a captive portal that returns 511', () => new Response('<html>', { status: 511 })],
  ];
  test.each(unreachable)('%s returns the last response', async (_, answer) => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    };
    vi.stubGlobal('localStorage', storage);
    const body = { url: 'http://localhost:1', publishableKey: 'k', mailbox: '/_mail' };
    const { config } = await configFrom(() => Response.json(body));
    vi.resetModules();
    const later = await configFrom(answer);
    expect(later.config).toEqual(config);
    expect(later.config).not.toBeNull();
  });
});
