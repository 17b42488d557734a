// A ZIP archive that is written while it is made: its files grow side by side, and what is packed goes to the target at once.
import { Zip, ZipDeflate, ZipPassThrough, strToU8 } from 'fflate';
import type { FileTarget } from './file-target';

/** A file of the archive that grows; the archive is ended only when each has ended. */
export type ZipEntry = { add(text: string): Promise<void>; end(): Promise<void> };

/** Packs on this thread, a piece at a time: a worker would need an address that the policy of the page does not allow. */
export function zipInto(target: FileTarget) {
  const packed: Uint8Array<ArrayBuffer>[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failed = error;
    else packed.push(piece);
  });
  const flush = async () => {
    if (failed) throw failed;
    for (const piece of packed.splice(0)) await target.write(piece);
  };
  return {
    /** Begins a file of text. */
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
    /** Adds a file that is packed already, such as a photo. */
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
