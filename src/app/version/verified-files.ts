// Ensures that the service worker stores only files of the build: each file is compared with its hash before it is
// stored, and again when a later version reuses it. A proxy, a captive portal or a host may answer any URL with its own
// page.
import { PLACEHOLDER_SITE } from '@/app/public-site/site.ts';

/**
 * A file that the worker installs, with its hash (precache-plugin.ts). vite-plugin-pwa lists some files twice, once
 * without a hash.
 */
export type InstalledFile = {
  url: string;
  revision: string | null;
  hash?: string;
  /** Stored after the installation (later-files.ts). */
  later?: true;
};

type FetchDetails = { request: Request; response: Response; event: ExtendableEvent };
type CacheHit = { request: Request; cachedResponse?: Response; event: ExtendableEvent };
type Options = {
  /** Stores a missing file under the key that the worker looks up. */
  restore: (address: string, response: Response) => Promise<unknown>;
  /** Called when the cache holds something that is not a file of a build. */
  onForeignFile: () => void;
};

const pathOf = (address: string) => new URL(address).pathname;
const isInstall = ({ type }: ExtendableEvent) => type === 'install';
const isDocument = (path: string) => path === '/' || path.endsWith('.html');
const isHtml = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false;
/** Present in every document of the app, in any version. */
const APP_MARKER = 'src="/boot.js"';

/** The first 96 bits of SHA-256, in base64url. */
async function digest(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 12);
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/**
 * Whether a stored file cannot be one of the app's, of any version. Judged by its content, because only a file's own
 * version knows its hash.
 */
export async function isForeign(address: string, response: Response): Promise<boolean> {
  if (!isDocument(pathOf(address))) return isHtml(response);
  return !(await response.text()).includes(APP_MARKER);
}

/** Compares responses with the files of this build. */
export function fileCheck(files: readonly InstalledFile[], origin: string) {
  const hashes = new Map(
    files.flatMap(({ url, hash }) => (hash === undefined ? [] : [[pathOf(new URL(url, origin).href), hash]])),
  );

  async function isIntact(address: string, response: Response): Promise<boolean> {
    const path = pathOf(address);
    const hash = hashes.get(path);
    if (!response.ok) return false;
    const bytes = await response.clone().arrayBuffer();
    if ((await digest(bytes)) === hash) return true;
    if (!isDocument(path)) return false;
    // In a build without VITE_SITE_URL, the server may have put its own address into the documents.
    const text = new TextDecoder().decode(bytes).replaceAll(origin, PLACEHOLDER_SITE);
    return (await digest(new TextEncoder().encode(text))) === hash;
  }

  /** The response if it is intact; otherwise a second one that bypasses the browser's cache. */
  async function verifiedResponse(address: string, response: Response): Promise<Response | null> {
    // A URL without a hash, such as '/pricing' for the document '/pricing.html', can't be checked and is not stored.
    if (!hashes.has(pathOf(address)) || (await isIntact(address, response))) return response;
    const refetched = await fetch(address, { cache: 'reload' });
    return (await isIntact(address, refetched)) ? refetched : null;
  }

  return { has: (path: string) => hashes.has(path), isIntact, verifiedResponse };
}
export type FileCheck = ReturnType<typeof fileCheck>;

/** A plugin for the precaching library: accepts, stores and serves only what the build made. */
export function checkFiles({ has, isIntact, verifiedResponse }: FileCheck, { restore, onForeignFile }: Options) {
  return {
    fetchDidSucceed: async ({ request: { url }, response, event }: FetchDetails): Promise<Response> => {
      const verified = await verifiedResponse(url, response).catch(() => null);
      if (isInstall(event)) {
        // The installation fails: the previous version stays, and this one is retried later.
        if (!verified) throw new Error(`${url} is not the file of this build`);
        return verified;
      }
      // Pass on the server's response, as without a worker: the server may have a newer version.
      if (!verified || !has(pathOf(url))) return response;
      event.waitUntil(restore(url, verified.clone()).catch(() => undefined));
      return verified;
    },
    /**
     * During installation the hash of every file is checked. Later only that of documents, because a document decides
     * which other files are loaded; of the other files only the content type is checked.
     */
    cachedResponseWillBeUsed: async ({ request, cachedResponse, event }: CacheHit): Promise<Response | null> => {
      if (!cachedResponse) return null;
      const path = pathOf(request.url);
      if (isInstall(event) || isDocument(path)) {
        if (await isIntact(request.url, cachedResponse)) return cachedResponse;
        if (isInstall(event)) onForeignFile();
        return null;
      }
      return isHtml(cachedResponse) ? null : cachedResponse;
    },
  };
}
