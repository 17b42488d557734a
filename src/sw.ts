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
import { BACKEND_PATTERNS, routeBackendToNetwork } from './app/version/backend-routes';
import { laterFiles } from './app/version/later-files';
import { checkFiles, fileCheck, isForeign, type InstalledFile } from './app/version/verified-files';
import { openNotification, renewSubscription, showNotification } from './app/push/notification-events';
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

let isTakingOver = false;
let mustReloadWindows = false;
/**
 * The previous version stored files that are not the app's. If the app does not run in any window, the user can't be
 * asked about this version: it takes over, and the windows are reloaded.
 */
async function takeOverFromBroken() {
  if (isTakingOver) return;
  isTakingOver = true;
  const running = await Promise.all((await windows()).map(isAppRunning));
  mustReloadWindows = !running.includes(true);
  if (mustReloadWindows) await self.skipWaiting();
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
  if (!mustReloadWindows) return;
  // Do not await the navigations: they are served only once this worker is active.
  const reload = async () => {
    for (const client of await windows()) client.navigate(client.url).catch(() => undefined);
  };
  event.waitUntil(reload());
});

// `self.__WB_MANIFEST` may occur only once in this file: the build replaces it with the list of files.
const files: readonly InstalledFile[] = self.__WB_MANIFEST;
const check = fileCheck(files, self.location.origin);
// The files that are stored after the installation.
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

registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: BACKEND_PATTERNS }));
self.addEventListener('install', (event) => routeBackendToNetwork(event, self.location));

self.addEventListener('push', (event) => event.waitUntil(showNotification(self, event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(self, event.notification)));
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription }: { oldSubscription?: PushSubscription | null } = event;
  event.waitUntil(renewSubscription(self, oldSubscription).catch(() => undefined));
});

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
