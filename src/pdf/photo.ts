// A photo as a PDF takes it.
import { dataUrl } from '@/lib/blobs';

export type Picture = { url: string; mime: 'image/jpeg' | 'image/png'; width: number; height: number };

/** A photo that is here; null for one that can't be read. */
export async function pictureOf(blob: Blob): Promise<Picture | null> {
  try {
    const { width, height } = await createImageBitmap(blob);
    return { url: await dataUrl(blob), mime: blob.type === 'image/png' ? 'image/png' : 'image/jpeg', width, height };
  } catch {
    return null;
  }
}

/** Fetches a photo; null for one that is not there or can't be read. */
export async function pictureAt(address: string): Promise<Picture | null> {
  try {
    const response = await fetch(address);
    return response.ok ? await pictureOf(await response.blob()) : null;
  } catch {
    return null;
  }
}
