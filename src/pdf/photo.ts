// A photo as a PDF takes it.
import { dataUrl } from '@/lib/blobs';

export type Picture = { url: string; mime: 'image/jpeg' | 'image/png'; width: number; height: number };

/** Fetches a photo; null for one that is not there or can't be read. */
export async function pictureAt(address: string): Promise<Picture | null> {
  try {
    const response = await fetch(address);
    if (!response.ok) return null;
    const blob = await response.blob();
    const { width, height } = await createImageBitmap(blob);
    return { url: await dataUrl(blob), mime: blob.type === 'image/png' ? 'image/png' : 'image/jpeg', width, height };
  } catch {
    return null;
  }
}
