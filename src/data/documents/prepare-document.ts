// Prepares a chosen document for its upload: checks its bytes, and re-encodes a picture without its position, as for photos.
// Loaded on demand.
import { documentName, extensionOf, type DocumentType } from '@/domain/documents/document-types';
import { inspectDocument } from '@/domain/documents/inspect-document';
import { HEAD_BYTES, kindOf } from '@/lib/files/picture';
import { preparePicture } from '@/lib/files/prepare-picture';

/** The longest side of a picture, in pixels: longer than that of a photo, so that small print stays readable. */
const SCAN_SIDE = 2400;

export type PreparedDocument = { name: string; type: DocumentType; extension: string; bytes: ArrayBuffer };

const isPicture = async (file: Blob) =>
  ['jpeg', 'png', 'webp', 'heic'].includes(kindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())));

async function contentOf(file: File): Promise<{ type: DocumentType; bytes: ArrayBuffer }> {
  if (await isPicture(file)) {
    const picture = await preparePicture(file, { maxSide: SCAN_SIDE });
    if (!picture.ok) throw new Error(picture.sentence);
    return { type: 'image/jpeg', bytes: picture.bytes };
  }
  const bytes = await file.arrayBuffer();
  const inspected = inspectDocument(file.name, new Uint8Array(bytes));
  if (!inspected.ok) throw new Error(inspected.sentence);
  return { type: inspected.type, bytes };
}

/** The document as it is stored. Rejects with a message for the user if the file is refused. */
export async function prepareDocument(file: File): Promise<PreparedDocument> {
  const { type, bytes } = await contentOf(file);
  return { name: documentName(file.name, type), type, extension: extensionOf(type), bytes };
}
