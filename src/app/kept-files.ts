// What the service worker keeps is what the build made: each file is compared with its hash before it is stored, and
// again when a later version takes it over. A proxy, a portal or a host may answer any address with a page of its own.
import { NO_SITE } from './site.ts';

/** A file that the worker installs, with its hash (precache-plugin.ts). The plugin lists some twice, once without. */
export type InstalledFile = { url: string; revision: string | null; hash?: string };

type Fetched = { request: Request; response: Response; event: ExtendableEvent };
type Found = { request: Request; cachedResponse?: Response; event: ExtendableEvent };
type Options = {
  origin: string;
  /** Stores a file that was missing, under the key that the worker looks for. */
  putBack: (address: string, response: Response) => Promise<unknown>;
  /** Called when the store holds something that is not of a build. */
  onWrongFile: () => void;
};

const pathOf = (address: string) => new URL(address).pathname;
const isInstall = ({ type }: ExtendableEvent) => type === 'install';
const isDocument = (path: string) => path === '/' || path.endsWith('.html');
const isHtml = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false;
/** Every document of the app has it, in any version. */
const MARK = 'src="/boot.js"';

/** The first 96 bits of SHA-256, in base64url. */
async function digest(bytes: BufferSource): Promise<string> {
  const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 12);
  return btoa(String.fromCharCode(...whole))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Whether a stored file of any version can't be one of the app: its hash is known to its own version only. */
export async function isForeign(address: string, response: Response): Promise<boolean> {
  if (!isDocument(pathOf(address))) return isHtml(response);
  return !(await response.text()).includes(MARK);
}

/** For the precaching library: lets through, stores and uses only what the build made. */
export function checkFiles(files: readonly InstalledFile[], { origin, putBack, onWrongFile }: Options) {
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
    // A server may have put its own address into the documents of a build that was not told one.
    const text = new TextDecoder().decode(bytes).replaceAll(origin, NO_SITE);
    return (await digest(new TextEncoder().encode(text))) === hash;
  }

  /** The answer itself where it is right; otherwise a second one, past what the browser has kept. */
  async function rightAnswer(address: string, response: Response): Promise<Response | null> {
    // Asked for under a short name: the document itself is stored under its own.
    if (!hashes.has(pathOf(address)) || (await isIntact(address, response))) return response;
    const again = await fetch(address, { cache: 'reload' });
    return (await isIntact(address, again)) ? again : null;
  }

  return {
    fetchDidSucceed: async ({ request: { url }, response, event }: Fetched): Promise<Response> => {
      const right = await rightAnswer(url, response).catch(() => null);
      if (isInstall(event)) {
        // The installation fails: the version before goes on, and this one is tried again later.
        if (!right) throw new Error(`${url} is not the file of this build`);
        return right;
      }
      // As without a worker: a server that is further on already may answer for itself.
      if (!right || !hashes.has(pathOf(url))) return response;
      event.waitUntil(putBack(url, right.clone()).catch(() => undefined));
      return right;
    },
    /** At installation each file is read. Later only documents are, of which the others hang, and of those the type. */
    cachedResponseWillBeUsed: async ({ request, cachedResponse, event }: Found): Promise<Response | null> => {
      if (!cachedResponse) return null;
      const path = pathOf(request.url);
      if (isInstall(event) || isDocument(path)) {
        if (await isIntact(request.url, cachedResponse)) return cachedResponse;
        if (isInstall(event)) onWrongFile();
        return null;
      }
      return isHtml(cachedResponse) ? null : cachedResponse;
    },
  };
}
