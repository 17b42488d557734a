// Build step: which files the service worker installs, and the hash of each.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runnerImport, type Plugin, type Rolldown } from 'vite';
import { pagesOfFile, ROUTES } from './chunks-plugin.ts';

type ListedFile = { url: string; revision: string | null; size: number };

/**
 * Modules that pages load on demand (PDF documents, rules, the map, the first steps of an account, views that are not the
 * first of their page), and dialogs and forms whose action needs signal anyway: their files are stored after the
 * installation.
 */
const LATER_MODULES =
  /\/src\/(?:pdf|domain\/rules|features\/fields\/map|widgets\/documents)\/|\/(?:first-steps|whats-new|checks-and-hours|crew-today|person-day|notifications-card|follow-notifications|drag-layer|month-view|group-view|save-list-pdf|xlsx|[a-z]+-printout|(?:customers|tasks)-file|customer-form|(?:costs|documents)-tab|missing-(?:fields|schema)|(?:deleted|schedule|event|merge|credit|split|starter|plan|rain|reason|decline|move|repeat|notice|reprice|raise|margin|time-settings|export|parts|ask|answer|who|correct-reading|hand-in)-dialog|saved-filter-dialogs|answer-button|(?:machine-form|field-form|soil|season|contact|update-password)-page|who-field|demo-banner|forecast-strip|restore-card|(?:account|restore)-archive|month-sums)\.tsx?$/;

/** The first 96 bits of SHA-256: enough to detect a response that is not the file, and short in the worker's list of files. */
export const hashOf = (bytes: Buffer | string) =>
  createHash('sha256').update(bytes).digest().subarray(0, 12).toString('base64url');

/** Whether a script belongs to a public page. These pages are installed as prerendered documents instead. */
const isPublicPage = ({ facadeModuleId }: Rolldown.OutputChunk) => facadeModuleId?.includes('/src/features/public/');

/** The scripts that only the pages at `paths` (of no use without signal) need, and the scripts that import them. */
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

/**
 * The scripts that the app needs at its start: without LATER_MODULES, and without those that only `paths` need. A script that an
 * online page shares with a page that is stored later is stored later too.
 */
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
 * and the scripts needed at the start. The transform removes the excluded scripts from workbox's list of files, adds
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
      const { root, resolve: resolveOptions } = this.environment.config;
      const { module } = await runnerImport<typeof import('../src/app/routes')>(resolve(root, ROUTES), {
        ...{ root, configFile: false, logLevel: 'error', resolve: { alias: resolveOptions.alias } },
      });
      const onlineOnlyPaths = new Set(module.routes.filter((route) => route.onlineOnly).map(({ path }) => path));
      const laterPaths = new Set(module.routes.filter((route) => route.storedLater).map(({ path }) => path));
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const publicPages = chunks.filter(isPublicPage).map(({ fileName }) => fileName);
      for (const file of [...publicPages, ...onlineOnlyFiles(chunks, onlineOnlyPaths)]) excluded.add(file);
      start = startFiles(chunks, new Set([...laterPaths, ...onlineOnlyPaths]));
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
