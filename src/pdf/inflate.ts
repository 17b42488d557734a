// Stands in for pako, which fast-png unpacks pictures with: fflate does the same and is there anyway.
import { unzlibSync, zlibSync } from 'fflate';

/** Takes the parts of a zlib stream one by one; `result` is all that was in it, and throws where it is broken. */
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

// Packing is asked for by the part of it that writes pictures, which the build leaves out.
export { unzlibSync as inflate, zlibSync as deflate };
