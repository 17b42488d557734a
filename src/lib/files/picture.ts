// Pictures: detects what a file is by its bytes, never by its name, and whether the app accepts it.

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'gif' | 'svg' | 'pdf' | 'other';
export type Size = { width: number; height: number };

/** An accepted photo: its type, and its size if the file's header gives it. */
export type InspectedPicture =
  | { ok: true; kind: 'jpeg' | 'png' | 'webp' | 'heic'; size: Size | null }
  | { ok: false; sentence: string };

/** The longest side of a stored photo, in pixels. */
export const MAX_STORED_SIDE = 1600;
/** The largest file that is accepted, in bytes. */
const MAX_BYTES = 25 * 1024 * 1024;
/** What a phone can hold in memory; the largest phone cameras make 108 million pixels, 12,000 wide. */
const MAX_SIDE = 12_500;
const MAX_PIXELS = 110_000_000;
/** How much of a file is read to detect its type and size. */
export const HEAD_BYTES = 256 * 1024;

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);

export function kindOf(head: Uint8Array): PictureKind {
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'webp';
  if (ascii(head, 4, 8) === 'ftyp' && /^(heic|heix|hevc|heim|heis|mif1|msf1|avif)/.test(ascii(head, 8, 12)))
    return 'heic';
  if (ascii(head, 0, 4) === 'GIF8') return 'gif';
  if (ascii(head, 0, 5) === '%PDF-') return 'pdf';
  return /^\uFEFF?\s*(<\?xml[^]*?)?(<!--[^]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/.test(ascii(head, 0, 2000))
    ? 'svg'
    : 'other';
}

const bigEndian = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
const littleEndian = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduceRight((sum, byte) => sum * 256 + byte, 0);

/** The frame header of a JPEG: the first marker from C0 to CF that is not a table. */
function jpegSize(bytes: Uint8Array): Size | null {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bigEndian(bytes, at + 5, 2), width: bigEndian(bytes, at + 7, 2) };
    }
    at += 2 + bigEndian(bytes, at + 2, 2);
  }
  return null;
}

function webpSize(bytes: Uint8Array): Size | null {
  const form = ascii(bytes, 12, 16);
  if (form === 'VP8X') return { width: littleEndian(bytes, 24, 3) + 1, height: littleEndian(bytes, 27, 3) + 1 };
  if (form === 'VP8 ')
    return { width: littleEndian(bytes, 26, 2) & 0x3fff, height: littleEndian(bytes, 28, 2) & 0x3fff };
  if (form !== 'VP8L') return null;
  const bits = littleEndian(bytes, 21, 4);
  return { width: (bits & 0x3fff) + 1, height: (Math.floor(bits / 16384) & 0x3fff) + 1 };
}

/** Width and height from the file's header, before decoding; null if it does not give them. */
export function sizeOf(kind: PictureKind, head: Uint8Array): Size | null {
  if (kind === 'jpeg') return jpegSize(head);
  if (kind === 'png') return { width: bigEndian(head, 16, 4), height: bigEndian(head, 20, 4) };
  return kind === 'webp' ? webpSize(head) : null;
}

const count = (n: number) => n.toLocaleString('en-GB');
const REFUSALS: Record<Exclude<PictureKind, 'jpeg' | 'png' | 'webp' | 'heic'>, string> = {
  svg: 'This is a drawing (SVG), not a photo. Choose a JPEG or PNG.',
  gif: 'This is a GIF, not a photo. Choose a JPEG or PNG.',
  pdf: 'This is a PDF, not a photo. Take a photo of the paper instead.',
  other: 'This is not a photo, whatever its name says. Choose a JPEG or PNG.',
};

/** Checks the first `HEAD_BYTES` of a file of this size: returns its type, or a message why it is not accepted. */
export function inspectPicture(head: Uint8Array, bytes: number): InspectedPicture {
  if (bytes === 0) return { ok: false, sentence: 'This file is empty.' };
  if (bytes > MAX_BYTES) {
    return {
      ok: false,
      sentence: `This file has ${count(Math.ceil(bytes / 1024 / 1024))} MB. A photo may have 25 MB.`,
    };
  }
  const kind = kindOf(head);
  if (kind === 'svg' || kind === 'gif' || kind === 'pdf' || kind === 'other')
    return { ok: false, sentence: REFUSALS[kind] };
  const size = sizeOf(kind, head);
  if (size && (size.width > MAX_SIDE || size.height > MAX_SIDE || size.width * size.height > MAX_PIXELS)) {
    const dimensions = `${count(size.width)} × ${count(size.height)}`;
    return {
      ok: false,
      sentence: `This photo is too large (${dimensions} pixels). Take it at the camera's usual size.`,
    };
  }
  return { ok: true, kind, size };
}

/** The message if the browser could not decode a file that looked like a photo. */
export const unreadableMessage = (kind: PictureKind): string =>
  kind === 'heic'
    ? 'This browser can’t read HEIC photos. On an iPhone choose Settings, Camera, Formats, Most Compatible; or send it as a JPEG.'
    : 'This photo is damaged and can’t be read. Choose another.';

/** The size that fits into `maxSide` with the same proportions; never enlarged. */
export function fitInto({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
