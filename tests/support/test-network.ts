// Connects the app under test to its backend; no other request leaves the process. It is disconnected after each test: a
// later request would be sent without a session, because the session has been cleared.
import type { TestBackend } from './embedded/backend';
import { ORIGIN } from './origin';
import { installUploadRequest } from './uploads';

type Fetch = TestBackend['fetch'];

// Rejects as a browser does for requests of a closed page.
const rejectRequest: Fetch = () =>
  Promise.reject(new DOMException('The test is over, or named no backend.', 'AbortError'));

let currentFetch = rejectRequest;
/** This test's requests that have not been answered. */
let pending = { count: 0 };

// Must run before the Supabase client is loaded, because the client keeps a reference to fetch.
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  // As in a browser: a request aborted before it starts is not sent.
  const { signal } = input instanceof Request ? input : (init ?? {});
  if (signal?.aborted) return Promise.reject(signal.reason as Error);
  if (!url.startsWith(ORIGIN)) throw new Error(`a test asked the network for ${url}`);
  const response = currentFetch(input, init);
  const mine = pending;
  mine.count += 1;
  return response.finally(() => (mine.count -= 1));
};

installUploadRequest();

/** Sends the app's requests to the test's backend until the test is over. */
export function connect(fetch: Fetch) {
  currentFetch = fetch;
}

/** Called after each test. */
export function disconnect() {
  currentFetch = rejectRequest;
  pending = { count: 0 };
}

/** How many of the page's requests have not been answered. */
export const pendingRequests = () => pending.count;
