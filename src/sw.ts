// The service worker: stores the built app on the device and serves it offline. It never responds for the backend.
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { laterFiles } from './app/version/later-files';
import { checkFiles, fileCheck, isForeign, type InstalledFile } from './app/version/verified-files';
import { STARTED_QUERY } from './app/version/started-query';
import { SKIP_WAITING, STORE_LATER_FILE, type LaterFileResult } from './lib/worker-messages';

// This file runs as a service worker and nowhere else.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: InstalledFile[] };

/** The cache name that workbox-precaching uses. */
const CACHE_NAME = `workbox-precache-v2-${self.registration.scope}`;
const RESPONSE_TIMEOUT_MS = 5000;

/** Whether the app runs in this window: its page responds (started-query.ts). */
const isAppRunning = (client: Client) =>
  new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), RESPONSE_TIMEOUT_MS);
    client.postMessage({ type: STARTED_QUERY }, [port2]);
  });

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

let previousIsBroken = false;
/**
 * The previous version stored files that are not the app's. If the app does not run in any window, nobody can agree to
 * this version: it takes over, and the windows are reloaded.
 */
async function takeOverFromBroken() {
  if (previousIsBroken) return;
  previousIsBroken = true;
  const running = await Promise.all((await windows()).map(isAppRunning));
  previousIsBroken = !running.includes(true);
  if (previousIsBroken) await self.skipWaiting();
}

async function checkForForeignFiles() {
  const cache = await caches.open(CACHE_NAME);
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response && (await isForeign(request.url, response))) return takeOverFromBroken();
  }
}

self.addEventListener('install', (event) => event.waitUntil(checkForForeignFiles().catch(() => undefined)));
self.addEventListener('activate', (event) => {
  if (!previousIsBroken) return;
  // Do not await the navigations: they are served only once this worker is active.
  const reload = async () => {
    for (const client of await windows()) client.navigate(client.url).catch(() => undefined);
  };
  event.waitUntil(reload());
});

// Used only once, because the build replaces it with the list.
const files: readonly InstalledFile[] = self.__WB_MANIFEST;
const check = fileCheck(files, self.location.origin);
const later = laterFiles(
  files.filter((file) => file.later),
  check,
  () => matchPrecache('/index.html'),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && later.has(url.pathname),
  ({ request, url }) => later.respond(request, url.pathname),
);
self.addEventListener('activate', (event) => event.waitUntil(later.deleteOutdated().catch(() => undefined)));

addPlugins([
  checkFiles(check, {
    restore: async (address, response) => {
      const key = getCacheKeyForURL(address);
      if (key !== undefined) await (await caches.open(CACHE_NAME)).put(key, response);
    },
    onForeignFile: () => void takeOverFromBroken(),
  }),
]);
// The query of a URL is for the page and is ignored.
precacheAndRoute(
  files.filter((file) => !file.later),
  { ignoreURLParametersMatching: [/./] },
);
cleanupOutdatedCaches();

// Links in mails lead to the backend, which is on this origin in embedded mode: those navigations go to the network.
const BACKEND = [/^\/(auth|rest|functions|storage)\/v1\//, /^\/_/];
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: BACKEND }));

self.addEventListener('message', (event) => {
  const data: unknown = event.data;
  if (typeof data !== 'object' || data === null || !('type' in data)) return;
  // A new version waits until the page reports that the user agreed.
  if (data.type === SKIP_WAITING) void self.skipWaiting();
  if (data.type === STORE_LATER_FILE && 'index' in data) {
    const respond = (result: LaterFileResult) => event.ports[0]?.postMessage(result);
    event.waitUntil(later.storeFile(Number(data.index)).then(respond, () => respond('missing')));
  }
});
