// Photos in the form that a PDF needs.
import { dataUrl } from '@/lib/files/blobs';

export type Picture = { url: string; mime: 'image/jpeg' | 'image/png'; width: number; height: number };

/** A photo from a blob; null if it can't be decoded. */
export async function pictureOf(blob: Blob): Promise<Picture | null> {
  try {
    const { width, height } = await createImageBitmap(blob);
    return { url: await dataUrl(blob), mime: blob.type === 'image/png' ? 'image/png' : 'image/jpeg', width, height };
  } catch {
    return null;
  }
}

/** Fetches a photo; null if it is missing or can't be decoded. */
export async function pictureAt(address: string): Promise<Picture | null> {
  try {
    const response = await fetch(address);
    return response.ok ? await pictureOf(await response.blob()) : null;
  } catch {
    return null;
  }
}
