// Unpacks an untrusted zip file: only the wanted files, up to a limit in bytes.
import { Unzip, UnzipInflate } from 'fflate';
import { FileProblem } from './found-field';

/** Unpacked bytes of all wanted files together. */
const MOST_UNPACKED = 64_000_000;
/** Compressed bytes at a time: deflate unpacks to at most about a thousand times as much. */
const STEP = 16_384;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** The files for which `isWanted` is true, by their names in lower case. Sizes stated in the zip file are ignored. */
export function unpacked(zip: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array[]>();
  const complete = new Set<string>();
  let total = 0;
  const reader = new Unzip((file) => {
    const name = file.name.toLowerCase();
    if (!isWanted(name) || parts.has(name)) return;
    const chunks: Uint8Array[] = [];
    parts.set(name, chunks);
    file.ondata = (error, chunk, final) => {
      if (error) throw error;
      total += chunk.length;
      if (total > MOST_UNPACKED) {
        throw new FileProblem('The zip file unpacks to more than 64 MB. Export fewer fields at a time.');
      }
      chunks.push(chunk);
      if (final) complete.add(name);
    };
    file.start();
  });
  reader.register(UnzipInflate);
  try {
    for (let at = 0; at < zip.length; at += STEP) reader.push(zip.subarray(at, at + STEP), at + STEP >= zip.length);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('The zip file is damaged or has a password.');
  }
  if (complete.size < parts.size) throw new FileProblem('The zip file is damaged or has a password.');
  return new Map([...parts].map(([name, chunks]) => [name, joined(chunks)]));
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
