// The line between the app of a test and its backend; nothing else leaves the process. It is cut when a test is over: what
// the app still begins then would go out as nobody, the session having been taken off the device.
import type { TestBackend } from './backend';
import { ORIGIN } from './origin';
import { uploadByFetch } from './uploads';

type Answer = TestBackend['fetch'];

// As the browser gives up what a page had under way when it was closed.
const cut: Answer = () => Promise.reject(new DOMException('The test is over, or named no backend.', 'AbortError'));

let answer = cut;

// Set before the backend's client is loaded, which keeps the function it finds.
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  // As a browser's: what was given up before it was sent is not sent.
  const { signal } = input instanceof Request ? input : (init ?? {});
  if (signal?.aborted) return Promise.reject(signal.reason as Error);
  if (!url.startsWith(ORIGIN)) throw new Error(`a test asked the network for ${url}`);
  return answer(input, init);
};

uploadByFetch();

/** Sends the app's requests to the backend of the test, until the test is over. */
export function answerWith(fetch: Answer) {
  answer = fetch;
}

/** For what runs after each test. */
export function cutLine() {
  answer = cut;
}
