// The file contents behind storage.objects, stored by each row's version: names chosen by a caller never reach the
// disk.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Files = {
  write: (version: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Null if there is no such file. */
  read: (version: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  remove: (version: string) => Promise<void>;
};

export function filesInMemory(): Files {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    write: (version, bytes) => {
      files.set(version, bytes);
      return Promise.resolve();
    },
    read: (version) => Promise.resolve(files.get(version) ?? null),
    remove: (version) => {
      files.delete(version);
      return Promise.resolve();
    },
  };
}

/** In a folder, which is created with the first file. */
export function filesIn(folder: string): Files {
  const pathOf = (version: string) => {
    if (!/^[0-9a-f-]{36}$/.test(version)) throw new Error('a version is a uuid');
    return join(folder, version);
  };
  return {
    write: async (version, bytes) => {
      await mkdir(folder, { recursive: true });
      await writeFile(pathOf(version), bytes);
    },
    read: async (version) => {
      const bytes = await readFile(pathOf(version)).catch(() => null);
      return bytes && new Uint8Array(bytes);
    },
    remove: (version) => rm(pathOf(version), { force: true }),
  };
}
