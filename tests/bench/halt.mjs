// A database that takes none of the page's processor time: elsewhere it is another machine.
/* global clearTimeout */

/** How long it may stand still at the most, should nobody wake it. */
const HALT_MS = 10_000;

/**
 * From now on the process `pid` stands still from the answer to the first request of the page whose address is `wanted`
 * to the call of what this returns.
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
