// Files that are photos, and files that only look like photos.

const two = (n: number) => Buffer.from([n >> 8, n & 255]);
const four = (n: number) => Buffer.from([n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]);

/** The JPEG with an Exif block like a phone's: its orientation, and a text instead of the position. */
export function exifJpeg(jpeg: Buffer, orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([two(tag), two(type), four(count), value]);
  const position = Buffer.from('GPS-NEAR-THE-BARN\0');
  const entries = [
    entry(0x010e, 2, position.length, four(8 + 2 + 2 * 12 + 4)),
    entry(0x0112, 3, 1, Buffer.concat([two(orientation), two(0)])),
  ];
  const tiff = Buffer.concat([Buffer.from('MM'), two(42), four(8), two(entries.length), ...entries, four(0), position]);
  const block = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    two(block.length + 2),
    block,
    jpeg.subarray(2),
  ]);
}

/** A PNG whose header declares this size; decoding it would need gigabytes. */
export const hugePng = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    four(13),
    Buffer.from('IHDR'),
    four(width),
    four(height),
    Buffer.from([8, 6, 0, 0, 0]),
    Buffer.alloc(100),
  ]);

/** The beginning of an iPhone's photo. */
export const heicHead = (): Buffer =>
  Buffer.concat([four(24), Buffer.from('ftypheic'), four(0), Buffer.from('mif1heic'), Buffer.alloc(2000)]);

/** A JPEG with a complete header and no image data. */
export const brokenJpeg = (): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xc0]),
    two(17),
    Buffer.from([8]),
    two(300),
    two(400),
    Buffer.from([3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
  ]);
