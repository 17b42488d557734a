import { mutationOptions } from '@tanstack/react-query';

const TIMEOUT_MS = 20_000;
const MILLION = 1_000_000;

/** Columns store six decimals, which is about ten centimetres. */
const roundDegrees = (degrees: number) => Math.round(degrees * MILLION) / MILLION;

/** `accuracy`: how far the device may be from there, in metres. */
export type DevicePosition = { lat: number; lng: number; accuracy: number };

/**
 * The position of the device; requested only when a button is pressed. `otherwise` is what the person can do without it,
 * such as "write the place down".
 */
export const locateDevice = (otherwise: string) =>
  mutationOptions({
    mutationKey: ['where-am-i'],
    networkMode: 'always',
    retry: false,
    mutationFn: () =>
      new Promise<DevicePosition>((resolve, reject) => {
        const notFound = () =>
          reject(new Error(`This device does not say where it is. Allow it in the browser, or ${otherwise}.`));
        if (!('geolocation' in navigator)) {
          notFound();
          return;
        }
        navigator.geolocation.getCurrentPosition(
          ({ coords: { latitude, longitude, accuracy } }) =>
            resolve({ lat: roundDegrees(latitude), lng: roundDegrees(longitude), accuracy }),
          notFound,
          { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 60_000 },
        );
      }),
  });
