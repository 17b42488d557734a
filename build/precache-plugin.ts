// Build step: which files the service worker installs, and the hash of each.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runnerImport, type Plugin, type Rolldown } from 'vite';
import { pagesOfFile, ROUTES } from './chunks-plugin.ts';

type ListedFile = { url: string; revision: string | null; size: number };

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

/**
 * The plugin records the build's output folder and the scripts that are of no use without signal; the transform leaves
 * those out of workbox's list of files and adds the hash of each other file.
 */
export function installedFiles() {
  let folder = '';
  const excluded = new Set<string>();
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
      const online = new Set(module.routes.filter((route) => route.onlineOnly).map(({ path }) => path));
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const documents = chunks.filter(isDocument).map(({ fileName }) => fileName);
      for (const file of [...documents, ...onlineOnlyFiles(chunks, online)]) excluded.add(file);
    },
  };
  const transform = (files: ListedFile[]) => ({
    manifest: files
      .filter(({ url }) => !excluded.has(url))
      .map((file) => ({ ...file, hash: hashOf(readFileSync(join(folder, file.url))) })),
  });
  return { plugin, transform };
}
