// What the routes do is tested in a real browser (tests/e2e/pwa.test.ts).
import { afterEach, expect, test, vi } from 'vitest';
import { routeBackendToNetwork } from '@/app/version/backend-routes';

afterEach(() => vi.unstubAllGlobals());

// The worker reads only these members.
const location = { protocol: 'https:', hostname: 'app.example', port: '' } as WorkerLocation;
const install = (more = {}) => Object.assign(new Event('install'), { waitUntil: () => undefined, ...more });

test('a worker is installed by a browser without static routes and without URLPattern', () => {
  vi.stubGlobal('URLPattern', undefined);
  expect(() => routeBackendToNetwork(install(), location)).not.toThrow();
});

test('a worker is installed by a browser that refuses the routes', async () => {
  vi.stubGlobal('URLPattern', vi.fn());
  const addRoutes = vi.fn(() => Promise.reject(new TypeError('not supported')));
  routeBackendToNetwork(install({ addRoutes }), location);
  // An unhandled rejection would fail the test.
  await Promise.resolve();
  expect(addRoutes).toHaveBeenCalledTimes(1);
});
