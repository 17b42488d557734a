// The service worker: keeps the built app on the device and opens it offline. It never answers for the backend.
import { createHandlerBoundToURL, precacheAndRoute, cleanupOutdatedCaches } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

// This file runs as a service worker and nowhere else.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] };

// A public page has a document of its own ('/pricing' is pricing.html); what follows the '?' of an address is the page's.
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

// Links in mails lead to the backend, which is on this origin in embedded mode: those navigations go to the network.
const BACKEND = [/^\/(auth|rest|functions|storage)\/v1\//, /^\/_/];
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: BACKEND }));

// A new version waits until the page says that its person agreed.
self.addEventListener('message', ({ data }: { data: unknown }) => {
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING')
    void self.skipWaiting();
});
