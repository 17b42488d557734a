// A new service worker asks the open windows whether the app runs in them, before it takes over from a broken one.

/** The type of the question, which comes with a port for the answer. */
export const STARTED = 'STARTED?';

/** A page that only says that it loads, or that it did not load, does not run. */
const runs = () =>
  !document.getElementById('shell-loading') && document.querySelector('.app-frame, .public-frame') !== null;

/** Answers where the app is drawn. */
export function answerStarted() {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const isAsked = typeof data === 'object' && data !== null && 'type' in data && data.type === STARTED;
    if (isAsked && runs()) ports[0]?.postMessage(STARTED);
  });
}
