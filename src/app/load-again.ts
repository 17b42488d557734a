// Loading the page again after a file of the app did not come, so that the same answer is not met again.
import { putAllAway } from '@/lib/leaving';
import { newVersionWaits, takeNewVersion } from './new-version';

const isFile = (url: string) => /\/assets\/[^?]+\.(?:js|css)$/.test(url);

/** Files that this page asked for; a browser names the one that failed in its message, not what that one needs. */
const askedFor = ({ message }: Error) =>
  new Set(
    [...performance.getEntriesByType('resource').map(({ name }) => name), ...message.split(/\s+/)].filter(isFile),
  );

/** The browser may keep a wrong answer for as long as it says: it is asked for once more, past what is kept. */
async function forgetWrongAnswer(url: string) {
  const kept = await fetch(url, { cache: 'force-cache' });
  if (kept.headers.get('content-type')?.startsWith('text/html')) await fetch(url, { cache: 'reload' });
}

/** Takes the version that waits, if there is one: the file may be missing in this one only. */
export async function loadAgain(error: Error): Promise<void> {
  if (newVersionWaits()) return takeNewVersion();
  await Promise.allSettled([...[...askedFor(error)].map(forgetWrongAnswer), putAllAway()]);
  window.location.reload();
}
