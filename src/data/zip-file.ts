// A streaming ZIP archive: several files can be open at a time, and compressed data is written to the target at once.
import { Zip, ZipDeflate, ZipPassThrough, strToU8 } from 'fflate';
import { FileProblem } from '@/domain/core/file-problem';
import type { FileTarget } from '@/lib/files/file-target';

/** The most that the format can state without its extension ZIP64, which few programs need and a restore does not read. */
export const MAX_ZIP_BYTES = 0xff_ff_ff_ff;
export const MAX_ZIP_FILES = 0xff_ff;
const TOO_LARGE_FOR_ZIP = 'This is too much for one ZIP, which takes 4 GB and 65,535 files at most.';

/** A file of the archive, written in parts; the archive can only be finished once all its files have ended. */
export type ZipEntry = {
  add(text: string): Promise<void>;
  /** Ends the file; returns the CRC-32 of its content. */
  end(): Promise<number>;
};

/** Compresses on the main thread, in parts: a worker would need a URL that the content security policy forbids. */
export function zipInto(target: FileTarget) {
  const pending: Uint8Array<ArrayBuffer>[] = [];
  let failed: Error | null = null;
  let bytesWritten = 0;
  let files = 0;
  const zip = new Zip((error, piece) => {
    if (error) failed = error;
    else {
      pending.push(piece);
      bytesWritten += piece.length;
    }
  });
  const begin = (entry: ZipDeflate | ZipPassThrough) => {
    files += 1;
    zip.add(entry);
  };
  const flush = async () => {
    if (failed) throw failed;
    if (bytesWritten > MAX_ZIP_BYTES || files > MAX_ZIP_FILES) throw new FileProblem(TOO_LARGE_FOR_ZIP);
    for (const piece of pending.splice(0)) await target.write(piece);
  };
  return {
    /** Starts a text file. */
    open(name: string): ZipEntry {
      const entry = new ZipDeflate(name, { level: 6 });
      begin(entry);
      return {
        add: (text) => {
          entry.push(strToU8(text));
          return flush();
        },
        end: async () => {
          entry.push(new Uint8Array(0), true);
          await flush();
          return entry.crc >>> 0;
        },
      };
    },
    /** Adds a file that is already compressed, such as a photo. */
    async addWhole(name: string, bytes: Uint8Array) {
      const entry = new ZipPassThrough(name);
      begin(entry);
      entry.push(bytes, true);
      await flush();
    },
    async finish() {
      zip.end();
      await flush();
    },
  };
}
