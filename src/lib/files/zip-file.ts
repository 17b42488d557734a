// A streaming ZIP archive: several files can be open at a time, and compressed data is written to the target at once.
import { Zip, ZipDeflate, ZipPassThrough, strToU8 } from 'fflate';
import type { FileTarget } from './file-target';

/** A file of the archive that grows; the archive can only be finished once each has ended. */
export type ZipEntry = { add(text: string): Promise<void>; end(): Promise<void> };

/** Compresses on this thread, piece by piece: a worker would need a URL that the content security policy forbids. */
export function zipInto(target: FileTarget) {
  const pending: Uint8Array<ArrayBuffer>[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failed = error;
    else pending.push(piece);
  });
  const flush = async () => {
    if (failed) throw failed;
    for (const piece of pending.splice(0)) await target.write(piece);
  };
  return {
    /** Starts a text file. */
    open(name: string): ZipEntry {
      const entry = new ZipDeflate(name, { level: 6 });
      zip.add(entry);
      return {
        add: (text) => {
          entry.push(strToU8(text));
          return flush();
        },
        end: () => {
          entry.push(new Uint8Array(0), true);
          return flush();
        },
      };
    },
    /** Adds a file that is already compressed, such as a photo. */
    async addWhole(name: string, bytes: Uint8Array) {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(bytes, true);
      await flush();
    },
    async finish() {
      zip.end();
      await flush();
    },
  };
}
