// The next version of the app, made from the built one: every file in /assets gets another name, and all references to
// it are rewritten.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { hashOf } from '../../../build/precache-plugin';
import type { Deployed } from './versions';

type ManifestEntry = { url: string; revision: string | null; hash?: string };

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };
/** The precache list in the worker's own file. */
const PRECACHE_LIST = /\[\{"[^\]]*\}\]/;
const HASHED_NAME = /([\w-]+-[\w-]{8})(\.(?:js|css))/g;

const nextName = (path: string) => path.replace(HASHED_NAME, '$1-next$2');

const BACKEND = /^\/(?:_|auth\/|rest\/|functions\/|storage\/)/;

/** What the next version serves, and its precache list; `change` may edit the text of each file. */
export function nextVersion(change: (path: string, text: string) => string = (_, text) => text) {
  const names = new Set(readdirSync('dist/assets'));
  const rewriteReferences = (text: string) =>
    text.replaceAll(HASHED_NAME, (name) => (names.has(name) ? nextName(name) : name));
  const files = new Map<string, string>();
  const add = (folder: string, file: string, path: string) => {
    if (extname(file) in TYPES)
      files.set(path, change(path, rewriteReferences(readFileSync(join('dist', folder, file), 'utf8'))));
  };
  for (const file of names) add('assets', file, `/assets/${nextName(file)}`);
  for (const file of readdirSync('dist')) add('', file, `/${file}`);
  const worker = files.get('/sw.js') ?? '';
  const list = (JSON.parse(PRECACHE_LIST.exec(worker)?.[0] ?? '[]') as ManifestEntry[]).map((entry) => {
    const text = files.get(`/${entry.url}`);
    if (text === undefined) return entry;
    const hash = hashOf(text);
    const revision = entry.revision === null ? null : hash;
    return { ...entry, revision, ...(entry.hash === undefined ? {} : { hash }) };
  });
  files.set(
    '/sw.js',
    worker.replace(PRECACHE_LIST, () => JSON.stringify(list)),
  );
  const isPage = (path: string) => !BACKEND.test(path) && extname(path) === '';
  const deployed: Deployed = (path) => {
    const body = files.get(path) ?? (isPage(path) ? files.get('/index.html') : undefined);
    if (body !== undefined) return { status: 200, type: TYPES[extname(path)] ?? 'text/html', body };
    // The files of the previous version are gone.
    return names.has(path.slice('/assets/'.length)) && extname(path) in TYPES ? { status: 404 } : null;
  };
  return { deployed, list };
}
