// Photos whose preparation lasts until the test ends it.
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import * as pictures from '@/lib/files/prepare-picture';

const READY: pictures.PreparedPicture = {
  ok: true,
  bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xd9]).buffer,
  mime: 'image/jpeg',
};

/** Holds the preparation of every photo in the tests of the file that calls this. */
export function holdPreparation() {
  let resolveCurrent: ((prepared: pictures.PreparedPicture) => void) | null = null;
  const isPreparing = () => waitFor(() => expect(resolveCurrent).not.toBeNull());
  const forget = () => void (resolveCurrent = null);
  beforeEach(() => {
    forget();
    vi.spyOn(pictures, 'preparePicture').mockImplementation(() => new Promise((resolve) => (resolveCurrent = resolve)));
  });
  return {
    /** Resolves once a photo is being prepared. */
    isPreparing,
    /** The photo that is being prepared never gets ready. */
    forget,
    /** Ends the preparation of the latest photo, when it has begun. */
    finish: async (prepared = READY) => {
      await isPreparing();
      act(() => {
        resolveCurrent?.(prepared);
        forget();
      });
    },
  };
}
