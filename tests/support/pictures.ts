// Photos, and files that only look like photos.

const uint16 = (n: number) => Buffer.from([n >> 8, n & 255]);
const uint32 = (n: number) => Buffer.from([n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]);

/** The JPEG with an Exif block like a phone's: its orientation, and a text instead of the position. */
export function exifJpeg(jpeg: Buffer, orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([uint16(tag), uint16(type), uint32(count), value]);
  const position = Buffer.from('GPS-NEAR-THE-BARN\0');
  const entries = [
    entry(0x010e, 2, position.length, uint32(8 + 2 + 2 * 12 + 4)),
    entry(0x0112, 3, 1, Buffer.concat([uint16(orientation), uint16(0)])),
  ];
  const tiff = Buffer.concat([
    Buffer.from('MM'),
    uint16(42),
    uint32(8),
    uint16(entries.length),
    ...entries,
    uint32(0),
    position,
  ]);
  const block = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    uint16(block.length + 2),
    block,
    jpeg.subarray(2),
  ]);
}

/** A PNG whose header declares this size; decoding it would need gigabytes. */
export const hugePng = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    uint32(13),
    Buffer.from('IHDR'),
    uint32(width),
    uint32(height),
    Buffer.from([8, 6, 0, 0, 0]),
    Buffer.alloc(100),
  ]);

/** The beginning of an iPhone's photo. */
export const heicHead = (): Buffer =>
  Buffer.concat([uint32(24), Buffer.from('ftypheic'), uint32(0), Buffer.from('mif1heic'), Buffer.alloc(2000)]);

/** A JPEG with a complete header and no image data. */
export const brokenJpeg = (): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xc0]),
    uint16(17),
    Buffer.from([8]),
    uint16(300),
    uint16(400),
    Buffer.from([3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
  ]);
