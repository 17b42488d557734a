// Prepares a chosen photo for storage: checked by its bytes, upright, no larger than needed, and re-encoded, so that
// the file's metadata (place, phone model) is dropped. Loaded with the first photo.
import { HEAD_BYTES, MAX_STORED_SIDE, fitInto, inspectPicture, unreadableMessage, type Size } from './picture';

export type PreparedPicture =
  | { ok: true; bytes: ArrayBuffer; mime: 'image/jpeg' | 'image/png' }
  | { ok: false; sentence: string };
/** `square`: crops to the square in the middle. */
type PictureOptions = { maxSide?: number; mime?: 'image/jpeg' | 'image/png'; quality?: number; square?: boolean };

type DecodedPicture = { source: CanvasImageSource; size: Size; release: () => void };

/** The part of a picture that is drawn: all of it, or the largest square in its middle. */
function cropOf({ width, height }: Size, square: boolean): Size & { x: number; y: number } {
  if (!square) return { x: 0, y: 0, width, height };
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
}

/** Decodes the picture, upright. Rejects if the browser can't. */
async function decode(file: Blob): Promise<DecodedPicture> {
  if (typeof createImageBitmap === 'function') {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { source: bitmap, size: bitmap, release: () => bitmap.close() };
  }
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(url);
  }
  return { source: image, size: { width: image.naturalWidth, height: image.naturalHeight }, release: () => undefined };
}

function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  from: DecodedPicture,
  { width, height }: Size,
  square: boolean,
) {
  const crop = cropOf(from.size, square);
  context.imageSmoothingQuality = 'high';
  context.drawImage(from.source, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
}

const fillWhite = (context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, { width, height }: Size) => {
  // JPEG has no transparency and would turn it black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
};

async function encode(from: DecodedPicture, options: Required<PictureOptions>): Promise<Blob | null> {
  const { mime, quality, square } = options;
  const size = fitInto(cropOf(from.size, square), options.maxSide);
  if (typeof OffscreenCanvas === 'function') {
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    if (context) {
      if (mime === 'image/jpeg') fillWhite(context, size);
      draw(context, from, size, square);
      return canvas.convertToBlob({ type: mime, quality });
    }
  }
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  if (!context) return null;
  if (mime === 'image/jpeg') fillWhite(context, size);
  draw(context, from, size, square);
  return new Promise((resolve) => canvas.toBlob(resolve, mime, quality));
}

/** The photo as the app stores it, or a message why not. Never throws. */
export async function preparePicture(
  file: Blob,
  { maxSide = MAX_STORED_SIDE, mime = 'image/jpeg', quality = 0.82, square = false }: PictureOptions = {},
): Promise<PreparedPicture> {
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null);
  if (!head) return { ok: false, sentence: 'This file can’t be opened. Choose it again.' };
  const inspected = inspectPicture(new Uint8Array(head), file.size);
  if (!inspected.ok) return inspected;
  try {
    // With the detected type; a file name or type that says otherwise is ignored.
    const picture = await decode(new Blob([file], { type: `image/${inspected.kind}` }));
    const blob = await encode(picture, { maxSide, mime, quality, square });
    picture.release();
    if (blob?.type === mime) return { ok: true, bytes: await blob.arrayBuffer(), mime };
  } catch {
    // The message is returned below.
  }
  return { ok: false, sentence: unreadableMessage(inspected.kind) };
}
