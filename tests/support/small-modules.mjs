// Finds modules that are too small for a file of their own: the reader of their only importer has to open them anyway.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** A module with fewer lines needs a second importer, or an importer in another layer. */
const MIN_LINES = 25;

/** Small modules that stay files of their own, with the reason. */
const EXCEPTIONS = {
  'src/app/gate/for-holder-page.tsx': 'It is a page; screens.tsx chooses the page and contains none.',
  'src/app/public-site/site.ts': 'The build imports it too.',
  'src/data/intern-text.ts': 'It is a cache for strings of any kind; works.ts is about works.',
  'src/features/diary/use-swipe.ts': 'It handles touch events; the page only knows the previous and the next day.',
  'src/features/invoices/register/printed-register.tsx': 'It is for print; the page is about the screen.',
  'src/features/sign-in/use-backend.ts': 'It finds out the backend of this app; the card is about signing in.',
  'src/features/users/users-file.ts': 'It writes the CSV file; the page is about what is on the screen.',
  'src/features/works/groups/grouped.tsx': 'It loads the screens of groups/ on demand for the list.',
  'src/features/works/list/printed-works.tsx': 'It is for print; the page is about the screen.',
  'src/lib/back-off.ts': 'The tests of the screens replace it, so that they need not wait.',
  'src/lib/mail-session.ts': 'Its test imports it without the Supabase client, which connects when it is imported.',
  'src/offline/snapshot/snapshot-queries.ts': 'The test of the copied queries imports it without the keeper.',
  'src/offline/snapshot/sync-times.ts': 'A test changes it before the keeper is loaded.',
};

const layerOf = (file) => file.split('/')[1];

/** The file in `modules` that an import refers to; undefined if it is a package or another kind of file. */
function resolveImport(name, importer, modules) {
  const path = name.startsWith('@/')
    ? `src/${name.slice(2)}`
    : name.startsWith('.') && posix.join(posix.dirname(importer), name);
  return path ? [path, `${path}.ts`, `${path}.tsx`].find((file) => modules.has(file)) : undefined;
}

/** What is wrong with the small modules in `src`, and with the exceptions, one sentence each. */
export function smallModuleErrors() {
  const files = readdirSync('src', { recursive: true })
    .map((file) => `src/${file}`)
    .filter((file) => /\.tsx?$/.test(file));
  const modules = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const importers = new Map(files.map((file) => [file, new Set()]));
  const loadedOnDemand = new Set();
  for (const [importer, text] of modules) {
    for (const [, dynamic, name] of text.matchAll(/\b(?:from|import)\s*(\(?)\s*'([^']+)'/g)) {
      const file = resolveImport(name, importer, modules);
      if (!file) continue;
      importers.get(file).add(importer);
      if (dynamic) loadedOnDemand.add(file);
    }
  }
  const small = new Map();
  for (const [file, text] of modules) {
    const lines = text.trimEnd().split('\n').length;
    const [importer, second] = importers.get(file);
    if (lines >= MIN_LINES || !importer || second || loadedOnDemand.has(file)) continue;
    if (layerOf(file) === layerOf(importer)) small.set(file, { lines, importer });
  }
  const unlisted = [...small].filter(([file]) => !Object.hasOwn(EXCEPTIONS, file));
  const unused = Object.keys(EXCEPTIONS).filter((file) => !small.has(file));
  return [
    ...unlisted.map(([file, { lines, importer }]) => `${file}: ${lines} lines, imported only by ${importer}`),
    ...unused.map((file) => `${file}: is listed as an exception, but the rule does not apply to it`),
  ];
}
