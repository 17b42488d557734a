// Pauses the database while a page is measured, because in production it does not share the CPU with the page.
/* global clearTimeout */

/** After this time the process resumes by itself. */
const MAX_PAUSE_MS = 10_000;

/**
 * Pauses the process `pid` from the response to the page's first request whose address passes `isWanted`, until
 * the returned function is called.
 */
export function pauseAfterResponse(page, pid, isWanted) {
  let first = null;
  let resumeTimer;
  const resume = () => process.kill(pid, 'SIGCONT');
  const onRequest = (request) => {
    if (isWanted(request.url())) first ??= request;
  };
  const onResponse = (request) => {
    if (request !== first) return;
    process.kill(pid, 'SIGSTOP');
    resumeTimer = setTimeout(resume, MAX_PAUSE_MS);
  };
  page.on('request', onRequest);
  page.on('requestfinished', onResponse);
  return () => {
    page.off('request', onRequest);
    page.off('requestfinished', onResponse);
    clearTimeout(resumeTimer);
    resume();
  };
}
