import { describe, expect, test } from 'vitest';
import { policyHosts } from '../../../build/hosting/content-policy';
import { headersFor, hostingFilesOf, readHeaders } from '../../../build/hosting/hosting-files';

const PAGES = ['<style>a{}</style>', '<style>b{}</style>'];
const files = hostingFilesOf(PAGES, { backend: 'https://ref.supabase.co' });
const rules = readHeaders(files['_headers'] ?? '');
const policy = headersFor(rules, '/')['content-security-policy'] ?? '';

describe('the Content Security Policy', () => {
  test('the policy forbids what it does not name', () => {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe|\*|data: [^b]/);
  });

  test('allows each page’s styles and the project, and nothing else', () => {
    expect(/style-src ([^;]*)/.exec(policy)?.[1]?.match(/'sha256-[^']+'/g)?.length).toBe(2);
    expect(policy).toContain("connect-src 'self' https://ref.supabase.co wss://ref.supabase.co;");
    expect(policy).toContain("img-src 'self' data: blob: https://ref.supabase.co;");
    expect(hostingFilesOf(PAGES, {})['_headers']).toContain("connect-src 'self';");
  });

  test('a build with a tile server allows its pictures', () => {
    const imagesOf = (url: string) =>
      /img-src ([^;]*)/.exec(hostingFilesOf(PAGES, policyHosts({ VITE_TILE_URL: url }))['_headers'] ?? '')?.[1];
    expect(imagesOf('https://tiles.example/{z}/{x}/{y}.png?key=1')).toBe("'self' data: blob: https://tiles.example");
    expect(imagesOf('https://{s}.tiles.example/{z}/{x}/{y}.png')).toBe("'self' data: blob: https://*.tiles.example");
    expect(imagesOf(' ')).toBe("'self' data: blob:");
  });

  test('a build with a weather service allows requests to exactly its origin', () => {
    const requestsOf = (url: string) =>
      /connect-src ([^;]*)/.exec(hostingFilesOf(PAGES, policyHosts({ VITE_WEATHER_URL: url }))['_headers'] ?? '')?.[1];
    expect(requestsOf('https://weather.example/v1/forecast?latitude={latitude}&longitude={longitude}')).toBe(
      "'self' https://weather.example",
    );
    expect(requestsOf(' ')).toBe("'self'");
  });

  test('every line of _headers is shorter than 2,000 characters, as hosts require', () => {
    for (const line of (files['_headers'] ?? '').split('\n')) expect(line.length).toBeLessThan(2000);
  });
});

test('browsers use HTTPS only for a year, also on subdomains', () => {
  for (const path of ['/', '/assets/a.js', '/features'])
    expect(headersFor(rules, path)['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
});

test('every host’s configuration says the same', () => {
  const vercel = JSON.parse(files['.hosting/vercel.json'] ?? '') as {
    headers: { source: string; headers: { key: string; value: string }[] }[];
  };
  const everywhere = vercel.headers.find(({ source }) => source === '/(.*)')?.headers ?? [];
  expect(everywhere.length).toBeGreaterThan(6);
  const named = Object.fromEntries(everywhere.map(({ key, value }) => [key, value]));
  expect(named).toEqual(headersFor(rules, '/anything'));
  for (const { key, value } of everywhere)
    expect(files['.hosting/nginx.conf']).toContain(`add_header ${key} "${value}" always;`);
});

test('only hashed files are cached for ever, and the worker is revalidated each time', () => {
  expect(headersFor(rules, '/assets/first-abc.js')['cache-control']).toContain('immutable');
  for (const path of ['/', '/index.html', '/sw.js', '/boot.js', '/manifest.webmanifest'])
    expect(headersFor(rules, path)['cache-control']).toBe('no-cache, no-transform');
});

test('no path matches two rules that set the same header', () => {
  for (const path of ['/', '/sw.js', '/assets/a.js', '/features', '/pictures/add-work.webp']) {
    const names = rules.filter((rule) => rule.path.test(path)).flatMap(({ headers }) => Object.keys(headers));
    expect(new Set(names).size).toBe(names.length);
  }
});
