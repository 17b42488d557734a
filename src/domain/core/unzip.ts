// Unpacks an untrusted zip file: only the wanted files, up to a limit in bytes.
import { Unzip, UnzipInflate } from 'fflate';
import { FileProblem } from './file-problem';

/** For all wanted files together. */
export const MAX_UNPACKED_BYTES = 64_000_000;
/** Compressed bytes at a time, so that the limit is checked often: deflate expands data up to a thousandfold. */
const CHUNK_BYTES = 16_384;

export const DAMAGED = 'The zip file is damaged or has a password.';

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/**
 * Unpacks the files for which `isWanted` is true, by their names in lower case. Ignores the sizes stated in the zip file.
 * `allowance`: what may be unpacked; several calls can share one.
 */
export function unzip(
  zip: Uint8Array,
  isWanted: (name: string) => boolean,
  allowance = { bytes: MAX_UNPACKED_BYTES },
): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array[]>();
  const complete = new Set<string>();
  const reader = new Unzip((file) => {
    const name = file.name.toLowerCase();
    if (!isWanted(name) || parts.has(name)) return;
    const chunks: Uint8Array[] = [];
    parts.set(name, chunks);
    file.ondata = (error, chunk, final) => {
      if (error) throw error;
      allowance.bytes -= chunk.length;
      if (allowance.bytes < 0) {
        throw new FileProblem('The zip file unpacks to more than 64 MB. Export less at a time.');
      }
      chunks.push(chunk);
      if (final) complete.add(name);
    };
    file.start();
  });
  reader.register(UnzipInflate);
  try {
    for (let at = 0; at < zip.length; at += CHUNK_BYTES)
      reader.push(zip.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= zip.length);
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(DAMAGED);
  }
  if (complete.size < parts.size) throw new FileProblem(DAMAGED);
  return new Map([...parts].map(([name, chunks]) => [name, concatenate(chunks)]));
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
