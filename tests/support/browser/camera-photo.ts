// A photo for the file fields of a page.
import type { Page } from 'playwright-core';

/** A JPEG of a camera's size, made by the browser. */
export const cameraPhoto = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(2000, 1000);
      canvas.getContext('2d')?.fillRect(0, 0, 500, 500);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    }),
  );
