// Reads the table of a shapefile (.dbf, dBASE III): the properties of its outlines.
import { FileProblem } from '@/domain/core/file-problem';
import { decoderNamed, isUtf8, textOfBytes } from '@/domain/core/text-of-bytes';

const HEADER_BYTES = 32;
const LANGUAGE_BYTE = 29;
const END_OF_COLUMNS = 0x0d;
/** As many as a dBASE table can have. */
const MAX_COLUMNS = 255;

/** What the header's language byte means, as far as it names an encoding that occurs here; all others are Windows-1252. */
const LANGUAGES: Readonly<Record<string, readonly number[]>> = {
  // Code pages 437 and 850, of many countries.
  '850': [1, 2, 9, 10, 11, 13, 14, 15, 16, 17, 18, 20, 21, 22, 24, 25, 26, 27, 29, 37, 55],
  '1250': [0xc8],
  '1251': [0xc9],
  '1254': [0xca],
  '1253': [0xcb],
  '1257': [0xcc],
};

type Column = { name: string; isText: boolean; at: number; length: number };

function columnsOf(bytes: Uint8Array, start: number): Column[] {
  const columns: Column[] = [];
  // Each row begins with the mark of a deleted row.
  let column = 1;
  for (let at = HEADER_BYTES; at + 32 <= Math.min(start, bytes.length) && bytes[at] !== END_OF_COLUMNS; at += 32) {
    if (columns.length === MAX_COLUMNS) {
      throw new FileProblem('The table of the shapefile has more than 255 columns. Export it with fewer.');
    }
    const name = new TextDecoder('latin1').decode(bytes.subarray(at, at + 11)).replace(/\0.*$/s, '');
    const length = bytes[at + 16] ?? 0;
    columns.push({ name, isText: bytes[at + 11] === 0x43, at: column, length });
    column += length;
  }
  return columns;
}

/** The bytes of a letter in UTF-8, by its first one. */
function letterLength(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}

/** A text in UTF-8 without a last letter that the width of its column cut in the middle. */
function withoutCutLetter(bytes: Uint8Array): Uint8Array {
  let last = bytes.length - 1;
  while (last > bytes.length - 4 && last > 0 && ((bytes[last] ?? 0) & 0xc0) === 0x80) last -= 1;
  return last + letterLength(bytes[last] ?? 0) > bytes.length ? bytes.subarray(0, last) : bytes;
}

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 128);

/** How to decode the texts of a table. As in other files, valid UTF-8 wins over what the table or its .cpg file says. */
function decoderOf(texts: readonly Uint8Array[], cpg: string, language: number): (bytes: Uint8Array) => string {
  const declared = decoderNamed(cpg);
  const whole = texts.map(withoutCutLetter);
  const saysUtf8 = declared?.(Uint8Array.of(0xc3, 0xa1)) === 'á';
  if (saysUtf8 || (whole.every(isUtf8) && !whole.every(isAscii))) {
    return (bytes) => new TextDecoder().decode(withoutCutLetter(bytes));
  }
  const [name = '1252'] = Object.entries(LANGUAGES).find(([, codes]) => codes.includes(language)) ?? [];
  return declared ?? decoderNamed(name) ?? textOfBytes;
}

/** The first `max` rows of a table, all values as texts. `cpg`: the .cpg file beside it, which names its encoding. */
export function rowsOf(bytes: Uint8Array, cpg: Uint8Array | undefined, max: number): Record<string, string>[] {
  if (bytes.length <= HEADER_BYTES) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [count, start, width] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  if (width === 0) return [];
  const columns = columnsOf(bytes, start);
  const length = Math.min(max, count, Math.floor((bytes.length - start) / width));
  const rows = Array.from({ length }, (_, row) => bytes.subarray(start + row * width, start + (row + 1) * width));
  const valueIn = (row: Uint8Array, column: Column) => row.subarray(column.at, column.at + column.length);
  const texts = rows.flatMap((row) => columns.filter(({ isText }) => isText).map((column) => valueIn(row, column)));
  const decode = decoderOf(texts, new TextDecoder('latin1').decode(cpg), bytes[LANGUAGE_BYTE] ?? 0);
  return rows.map((row) =>
    Object.fromEntries(
      columns.map((column) => [column.name, decode(valueIn(row, column)).replaceAll('\0', '').trim()] as const),
    ),
  );
}
