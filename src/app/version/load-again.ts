// Reloads the page after a file of the app failed to load, without getting the same bad response again.
import { putAllAway } from '@/lib/leaving';
import { newVersionWaits, takeNewVersion } from './new-version';

const isFile = (url: string) => /\/assets\/[^?]+\.(?:js|css)$/.test(url);

/** Files that this page requested; a browser's message names the file that failed, not the file's own imports. */
const askedFor = ({ message }: Error) =>
  new Set(
    [...performance.getEntriesByType('resource').map(({ name }) => name), ...message.split(/\s+/)].filter(isFile),
  );

/** The browser may have cached a wrong response: request it once more, bypassing the cache. */
async function forgetWrongAnswer(url: string) {
  const kept = await fetch(url, { cache: 'force-cache' });
  if (kept.headers.get('content-type')?.startsWith('text/html')) await fetch(url, { cache: 'reload' });
}

/** Switches to the waiting version if there is one: the file may be missing from this version only. */
export async function loadAgain(error: Error): Promise<void> {
  if (newVersionWaits()) return takeNewVersion();
  await Promise.allSettled([...[...askedFor(error)].map(forgetWrongAnswer), putAllAway()]);
  window.location.reload();
}
