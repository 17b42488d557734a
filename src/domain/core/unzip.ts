// Unpacks an untrusted zip file: only the wanted files, up to a limit in bytes.
import { Inflate } from 'fflate';
import { FileProblem } from './file-problem';

/** For all wanted files together. */
export const MAX_UNPACKED_BYTES = 64_000_000;
/** Compressed bytes at a time, so that the limit is checked often: deflate expands data up to a thousandfold. */
const CHUNK_BYTES = 16_384;

export const DAMAGED = 'The zip file is damaged or has a password.';

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** A file of the zip, as its directory describes it. `at`: where its header is. */
type Entry = { name: string; method: number; size: number; at: number };

const [END, END_64, PLACE_OF_END_64, ENTRY, HEADER] = [0x06054b50, 0x06064b50, 0x07064b50, 0x02014b50, 0x04034b50];
/** Of the last record, and of it with the longest comment. */
const [END_BYTES, MAX_END_BYTES] = [22, 65_557];
/** In place of a number that is in the entry's extra field, because it has more than 32 bits. */
const IS_LONG = 0xffff_ffff;

/**
 * The files of a zip by its directory. A reader that looks for their headers instead takes bytes of a file that happen to look
 * like one for a file, if the zip was written as a stream. Throws a RangeError if the zip ends early.
 */
function* entriesOf(zip: Uint8Array): Generator<Entry> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  const short = (at: number) => view.getUint16(at, true);
  const word = (at: number) => view.getUint32(at, true);
  const long = (at: number) => Number(view.getBigUint64(at, true));
  let end = zip.length - END_BYTES;
  while (word(end) !== END) {
    end -= 1;
    if (end < 0 || end < zip.length - MAX_END_BYTES) throw new FileProblem(DAMAGED);
  }
  const isLong = end >= 20 && word(end - 20) === PLACE_OF_END_64;
  const end64 = isLong ? long(end - 12) : 0;
  if (isLong && word(end64) !== END_64) throw new FileProblem(DAMAGED);
  let at = isLong ? long(end64 + 48) : word(end + 16);
  for (let left = isLong ? long(end64 + 32) : short(end + 10); left > 0; left -= 1) {
    if (word(at) !== ENTRY || (short(at + 8) & 1) === 1) throw new FileProblem(DAMAGED);
    const isUtf8 = (short(at + 8) & 0x800) !== 0;
    const [nameBytes, extraBytes] = [short(at + 28), short(at + 30)];
    const extraAt = at + 46 + nameBytes;
    const name = new TextDecoder(isUtf8 ? 'utf-8' : 'latin1').decode(zip.subarray(at + 46, extraAt));
    const numbers = [word(at + 24), word(at + 20), word(at + 42)];
    for (let field = extraAt; field < extraAt + extraBytes; field += 4 + short(field + 2)) {
      if (short(field) !== 1) continue;
      let value = field + 4;
      for (const [place, number] of numbers.entries())
        if (number === IS_LONG) {
          numbers[place] = long(value);
          value += 8;
        }
    }
    const [, size = 0, headerAt = 0] = numbers;
    yield { name: name.toLowerCase(), method: short(at + 10), size, at: headerAt };
    at = extraAt + extraBytes + short(at + 32);
  }
}

/** The content of a file in pieces: as it is stored, or inflated little by little, so that the caller can stop. */
function* piecesOf(zip: Uint8Array, { method, size, at }: Entry): Generator<Uint8Array> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  if (view.getUint32(at, true) !== HEADER || (method !== 0 && method !== 8)) throw new FileProblem(DAMAGED);
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + size > zip.length) throw new FileProblem(DAMAGED);
  const packed = zip.subarray(start, start + size);
  if (method === 0) {
    yield packed;
    return;
  }
  const ready: Uint8Array[] = [];
  const state = { isComplete: false };
  const inflate = new Inflate((piece, final) => {
    ready.push(piece);
    state.isComplete = final;
  });
  for (let from = 0; from < packed.length; from += CHUNK_BYTES) {
    inflate.push(packed.subarray(from, from + CHUNK_BYTES), from + CHUNK_BYTES >= packed.length);
    yield* ready.splice(0);
  }
  if (!state.isComplete) throw new FileProblem(DAMAGED);
}

/**
 * Unpacks the files for which `isWanted` is true, by their names in lower case; of two with one name the first. Ignores the
 * unpacked sizes that the zip file states. `allowance`: what may be unpacked; several calls can share one.
 */
export function unzip(
  zip: Uint8Array,
  isWanted: (name: string) => boolean,
  allowance = { bytes: MAX_UNPACKED_BYTES },
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  try {
    for (const entry of entriesOf(zip)) {
      if (!isWanted(entry.name) || files.has(entry.name)) continue;
      const pieces: Uint8Array[] = [];
      for (const piece of piecesOf(zip, entry)) {
        allowance.bytes -= piece.length;
        if (allowance.bytes < 0) {
          throw new FileProblem('The zip file unpacks to more than 64 MB. Export less at a time.');
        }
        pieces.push(piece);
      }
      files.set(entry.name, concatenate(pieces));
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(DAMAGED);
  }
  return files;
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
