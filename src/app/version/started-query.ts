// A service worker asks the open windows whether the app runs in them, before it takes over from a broken one.

/** The type of the question's message, which comes with a port for the response. */
export const STARTED_QUERY = 'STARTED?';

/** A page that only shows that it is loading, or that it did not load, does not count as running. */
const isRunning = () =>
  !document.getElementById('shell-loading') && document.querySelector('.app-frame, .public-frame') !== null;

/** Responds if the app is rendered. */
export function answerStartedQuery() {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const isQuery = typeof data === 'object' && data !== null && 'type' in data && data.type === STARTED_QUERY;
    if (isQuery && isRunning()) ports[0]?.postMessage(STARTED_QUERY);
  });
}
