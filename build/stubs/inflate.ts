// Replaces pako, with which fast-png decompresses pictures: fflate does the same and is already bundled.
import { unzlibSync, zlibSync } from 'fflate';

/** Collects the chunks of a zlib stream; `result` decompresses all of them and throws if the stream is damaged. */
export class Inflate {
  readonly err = 0;
  private readonly parts: Uint8Array[] = [];

  push(part: Uint8Array) {
    this.parts.push(part);
  }

  get result(): Uint8Array {
    const packed = new Uint8Array(this.parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.parts) {
      packed.set(part, at);
      at += part.length;
    }
    return unzlibSync(packed);
  }
}

// `deflate` is imported by the encoder of fast-png, which the build drops.
export { unzlibSync as inflate, zlibSync as deflate };
