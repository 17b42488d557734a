// Keeps the database from using the page's CPU time: in production it runs on another machine.
/* global clearTimeout */

/** The longest pause, if nothing resumes it earlier. */
const HALT_MS = 10_000;

/**
 * Pauses the process `pid` from the response to the page's first request whose address is `wanted` until the
 * returned function is called.
 */
export function haltWithAnswer(page, pid, wanted) {
  let first = null;
  let guard;
  const goOn = () => process.kill(pid, 'SIGCONT');
  const asked = (request) => {
    if (wanted(request.url())) first ??= request;
  };
  const answered = (request) => {
    if (request !== first) return;
    process.kill(pid, 'SIGSTOP');
    guard = setTimeout(goOn, HALT_MS);
  };
  page.on('request', asked);
  page.on('requestfinished', answered);
  return () => {
    page.off('request', asked);
    page.off('requestfinished', answered);
    clearTimeout(guard);
    goOn();
  };
}
