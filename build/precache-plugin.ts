// Build step: which files the service worker installs, and the hash of each.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runnerImport, type Plugin, type Rolldown } from 'vite';
import { pagesOfFile, ROUTES } from './chunks-plugin.ts';

type ListedFile = { url: string; revision: string | null; size: number };

/**
 * Modules that pages load on demand (PDF documents, rules, the map, the first steps of an account), and dialogs and
 * forms whose action needs signal anyway: their files are stored after the installation.
 */
const LATER_MODULES =
  /\/src\/(?:pdf|domain\/rules|features\/fields\/map)\/|\/(?:first-steps|missing-(?:fields|schema)|(?:deleted|merge|credit|split|starter|plan|rain)-dialog|(?:machine|field)-form-page)\.tsx?$/;

/** The first 96 bits of SHA-256: enough to detect any other page, and short in the worker's list. */
export const hashOf = (bytes: Buffer | string) =>
  createHash('sha256').update(bytes).digest().subarray(0, 12).toString('base64url');

/** The public pages: they are installed as documents of their own. */
const isDocument = ({ facadeModuleId }: Rolldown.OutputChunk) => facadeModuleId?.includes('/src/features/public/');

/** The scripts that only the pages at `paths` need (of no use without signal), and the scripts that import them. */
function onlineOnlyFiles(chunks: readonly Rolldown.OutputChunk[], paths: ReadonlySet<string>): Set<string> {
  const isOnlineOnly = new Map(
    chunks.map((chunk) => [chunk, pagesOfFile(chunk.name).every((path) => paths.has(path))]),
  );
  const neededOffline = new Set(chunks.filter((chunk) => chunk.isEntry));
  // Iterating over a set includes the items added meanwhile.
  for (const chunk of neededOffline) {
    for (const next of chunks) {
      const isPage = next.isDynamicEntry && isOnlineOnly.get(next);
      if (!isPage && [...chunk.imports, ...chunk.dynamicImports].includes(next.fileName)) neededOffline.add(next);
    }
  }
  const files = new Set(
    chunks.filter((chunk) => isOnlineOnly.get(chunk) && !neededOffline.has(chunk)).map(({ fileName }) => fileName),
  );
  for (const file of files) for (const { fileName, imports } of chunks) if (imports.includes(file)) files.add(fileName);
  return files;
}

/** The scripts that the app needs before a page at `paths` is opened or a document is made. */
function startFiles(chunks: readonly Rolldown.OutputChunk[], paths: ReadonlySet<string>): Set<string> {
  const isLater = ({ facadeModuleId, name }: Rolldown.OutputChunk) =>
    LATER_MODULES.test(facadeModuleId ?? '') ||
    (/-page\.tsx$/.test(facadeModuleId ?? '') && pagesOfFile(name).every((path) => paths.has(path)));
  const start = new Set(chunks.filter((chunk) => chunk.isEntry));
  // Iterating over a set includes the items added meanwhile.
  for (const { imports, dynamicImports } of start)
    for (const next of chunks)
      if (imports.includes(next.fileName) || (dynamicImports.includes(next.fileName) && !isLater(next)))
        start.add(next);
  return new Set([...start].map(({ fileName }) => fileName));
}

/**
 * The plugin records the build's output folder, the scripts to exclude (of no use without signal, or of a public page)
 * and the scripts that the start needs. The transform removes the excluded scripts from workbox's list of files, adds
 * the hash of each remaining file, and marks what is stored later.
 */
export function installedFiles() {
  let folder = '';
  const excluded = new Set<string>();
  let start = new Set<string>();
  const isLater = (url: string) =>
    (/^assets\/.*\.js$/.test(url) && !start.has(url)) ||
    // Stylesheets of single pages, the fonts of PDF documents, and the documents of public pages.
    /^assets\/(?!index-).*\.css$|\.ttf$|^(?!index\.).*\.html$/.test(url);
  const plugin: Plugin = {
    name: 'farm-diary:installed-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async generateBundle(_, bundle) {
      const { root, resolve: names } = this.environment.config;
      const { module } = await runnerImport<typeof import('../src/app/routes')>(resolve(root, ROUTES), {
        ...{ root, configFile: false, logLevel: 'error', resolve: { alias: names.alias } },
      });
      const onlineOnlyPaths = new Set(module.routes.filter((route) => route.onlineOnly).map(({ path }) => path));
      const laterPaths = new Set(module.routes.filter((route) => route.storedLater).map(({ path }) => path));
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const documents = chunks.filter(isDocument).map(({ fileName }) => fileName);
      for (const file of [...documents, ...onlineOnlyFiles(chunks, onlineOnlyPaths)]) excluded.add(file);
      start = startFiles(chunks, laterPaths);
    },
  };
  const transform = (files: ListedFile[]) => ({
    manifest: files
      .filter(({ url }) => !excluded.has(url))
      .map((file) => ({
        ...file,
        hash: hashOf(readFileSync(join(folder, file.url))),
        ...(isLater(file.url) && { later: true }),
      })),
  });
  return { plugin, transform };
}
