// Where the browser supports static routes, requests to the backend bypass the service worker. They need not wait until
// the worker has started, and they do not restart an old worker that a new version replaces, which would delay the new
// version.

/** What the backend answers where it shares the app's origin, as in embedded mode. */
const BACKEND_PATHS = ['/auth/v1/', '/rest/v1/', '/functions/v1/', '/storage/v1/', '/_'];

/** For the navigations among them, such as links in mails. */
export const BACKEND_PATTERNS = BACKEND_PATHS.map((path) => new RegExp(`^${path}`));

// TypeScript does not know static routes yet.
type Condition = { urlPattern: URLPattern } | { not: Condition };
type Route = { condition: Condition; source: 'network' };
type InstallEvent = ExtendableEvent & { addRoutes?: (routes: Route[]) => Promise<void> };

/**
 * Call it while the worker is being installed. A browser without static routes, or without the conditions used here,
 * sends these requests through the worker.
 */
export function routeBackendToNetwork(event: InstallEvent, { protocol, hostname, port }: WorkerLocation) {
  // Before the patterns are made: such a browser may not have URLPattern either.
  if (!event.addRoutes) return;
  const conditions: Condition[] = [
    { not: { urlPattern: new URLPattern({ protocol, hostname, port }) } },
    ...BACKEND_PATHS.map((path) => ({ urlPattern: new URLPattern({ pathname: `${path}*` }) })),
  ];
  event.addRoutes(conditions.map((condition) => ({ condition, source: 'network' }))).catch(() => undefined);
}
