// Reads a ZIP archive that is too large for memory, one file at a time. The archive may be forged: unpacked data must have
// the size and checksum that the directory states, and may not exceed the limit that the caller sets.
import { Inflate } from 'fflate';
import { FileProblem } from './file-problem';

/** A file of the archive, as its directory describes it. */
export type ZipFile = {
  readonly name: string;
  readonly bytes: number;
  readonly crc32: number;
  readonly isDeflated: boolean;
  readonly packedBytes: number;
  readonly headerAt: number;
};

const INCOMPLETE = 'The ZIP is not complete. Save it again, or take another copy.';
const DAMAGED = 'The ZIP is damaged. Save it again, or take another copy.';

/** The size of the end record with the longest possible comment. */
const MAX_END_BYTES = 65_557;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const HEADER_BYTES = 30;
const MAX_DIRECTORY_BYTES = 32_000_000;
/** Bytes to read at a time, and to inflate at a time: deflate expands data up to a thousandfold. */
const READ_BYTES = 1_048_576;
const INFLATE_BYTES = 16_384;

/** The lookup table of CRC-32, the checksum of the ZIP format. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of the bytes. `before`: the checksum of the data before them, which it continues. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (const byte of bytes) sum = (sum >>> 8) ^ (CRC_TABLE[(sum ^ byte) & 0xff] ?? 0);
  return ~sum >>> 0;
}

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer());

/** The last record of the archive, which says where its directory is; null if the archive ends early. */
async function endOf(archive: Blob) {
  const tailAt = Math.max(0, archive.size - MAX_END_BYTES);
  const tail = await viewOf(archive.slice(tailAt));
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    const [files, bytes, start] = [
      tail.getUint16(at + 10, true),
      tail.getUint32(at + 12, true),
      tail.getUint32(at + 16, true),
    ];
    if (start + bytes === tailAt + at) return { files, bytes, start };
  }
  return null;
}

/** A name that stays inside the archive's folder. */
const isPlainName = (name: string) =>
  name !== '' && !/[\\\0]/.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** The files of the archive by their names. */
export async function zipDirectory(archive: Blob): Promise<ReadonlyMap<string, ZipFile>> {
  const end = await endOf(archive);
  if (!end) throw new FileProblem(INCOMPLETE);
  if (end.bytes > MAX_DIRECTORY_BYTES) throw new FileProblem(DAMAGED);
  const directory = await viewOf(archive.slice(end.start, end.start + end.bytes));
  const files = new Map<string, ZipFile>();
  let packed = 0;
  for (let at = 0, left = end.files; left > 0; left -= 1) {
    const entryAt = at;
    if (at + ENTRY_BYTES > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50)
      throw new FileProblem(DAMAGED);
    const [flags, method] = [directory.getUint16(at + 8, true), directory.getUint16(at + 10, true)];
    const nameAt = at + ENTRY_BYTES;
    const nameBytes = directory.getUint16(at + 28, true);
    const next = nameAt + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    if (next > directory.byteLength || (flags & 1) === 1 || (method !== 0 && method !== 8))
      throw new FileProblem(DAMAGED);
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, nameAt, nameBytes));
    const packedBytes = directory.getUint32(at + 20, true);
    packed += packedBytes;
    at = next;
    // The entry of a folder, which some programs add.
    if (name.endsWith('/')) continue;
    // Entries that share their data would unpack to more than the size of the archive.
    if (!isPlainName(name) || files.has(name) || packed > end.start) throw new FileProblem(DAMAGED);
    files.set(name, {
      ...{ name, packedBytes, isDeflated: method === 8 },
      crc32: directory.getUint32(entryAt + 16, true),
      bytes: directory.getUint32(entryAt + 24, true),
      headerAt: directory.getUint32(entryAt + 42, true),
    });
  }
  return files;
}

async function* packedPieces(archive: Blob, file: ZipFile): AsyncGenerator<Uint8Array> {
  const header = await viewOf(archive.slice(file.headerAt, file.headerAt + HEADER_BYTES));
  if (header.byteLength < HEADER_BYTES || header.getUint32(0, true) !== 0x04034b50) throw new FileProblem(DAMAGED);
  let at = file.headerAt + HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  for (let left = file.packedBytes; left > 0;) {
    const piece = new Uint8Array(await archive.slice(at, at + Math.min(left, READ_BYTES)).arrayBuffer());
    if (piece.length === 0) throw new FileProblem(INCOMPLETE);
    at += piece.length;
    left -= piece.length;
    yield piece;
  }
}

async function* inflated(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const inflate = new Inflate((piece) => ready.push(piece));
  try {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; at += INFLATE_BYTES) {
        inflate.push(piece.subarray(at, at + INFLATE_BYTES));
        yield* ready.splice(0);
      }
    }
    inflate.push(new Uint8Array(0), true);
  } catch (error) {
    if (error instanceof FileProblem || error instanceof DOMException) throw error;
    throw new FileProblem(DAMAGED);
  }
  yield* ready;
}

/** The content of a file in pieces. Throws if it is not what the directory states, or larger than `maxBytes`. */
async function* unpacked(archive: Blob, file: ZipFile, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (file.bytes > maxBytes) throw new FileProblem('The ZIP unpacks to more than a farm’s records can be.');
  const packed = packedPieces(archive, file);
  let bytes = 0;
  let sum = 0;
  for await (const piece of file.isDeflated ? inflated(packed) : packed) {
    bytes += piece.length;
    if (bytes > file.bytes) throw new FileProblem(DAMAGED);
    sum = crc32(piece, sum);
    yield piece;
  }
  if (bytes !== file.bytes || sum !== file.crc32) throw new FileProblem(DAMAGED);
}

/** The whole content of a small file. */
export async function unpackWhole(archive: Blob, file: ZipFile, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(Math.min(file.bytes, maxBytes));
  let at = 0;
  for await (const piece of unpacked(archive, file, maxBytes)) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The lines of a text file, without line breaks. Throws if an unfinished line becomes longer than `maxLength`. */
export async function* linesOf(
  archive: Blob,
  file: ZipFile,
  maxBytes: number,
  maxLength: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new FileProblem(DAMAGED);
    }
  };
  let rest = '';
  for await (const piece of unpacked(archive, file, maxBytes)) {
    const lines = (rest + decoded(piece)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLength) throw new FileProblem(DAMAGED);
    yield* lines;
  }
  yield rest + decoded();
}
