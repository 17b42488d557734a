// Build step: tells the service worker the hash of each file that it installs.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

type Listed = { url: string; revision: string | null; size: number };

/** The first 96 bits of SHA-256: enough to detect any other page, and short in the worker's list. */
export const hashOf = (bytes: Buffer | string) =>
  createHash('sha256').update(bytes).digest().subarray(0, 12).toString('base64url');

/** The plugin learns the build's output folder; the transform adds the hashes to workbox's list of files. */
export function fileHashes() {
  let folder = '';
  const plugin: Plugin = {
    name: 'file-hashes',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
  };
  const transform = (files: Listed[]) => ({
    manifest: files.map((file) => ({ ...file, hash: hashOf(readFileSync(join(folder, file.url))) })),
  });
  return { plugin, transform };
}
