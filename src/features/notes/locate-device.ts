import { mutationOptions } from '@tanstack/react-query';

const NOT_FOUND = 'This device does not say where it is. Allow it in the browser, or write the place down.';
const TIMEOUT_MS = 20_000;
const MILLION = 1_000_000;

/** The column stores six decimals, which is about ten centimetres. */
const roundDegrees = (degrees: number) => Math.round(degrees * MILLION) / MILLION;

/** The position of the device; requested only when a button is pressed. */
export const locateDevice = mutationOptions({
  mutationKey: ['where-am-i'],
  networkMode: 'always',
  retry: false,
  mutationFn: () =>
    new Promise<{ lat: number; lng: number }>((resolve, reject) => {
      if (!('geolocation' in navigator)) {
        reject(new Error(NOT_FOUND));
        return;
      }
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve({ lat: roundDegrees(coords.latitude), lng: roundDegrees(coords.longitude) }),
        () => reject(new Error(NOT_FOUND)),
        { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 60_000 },
      );
    }),
});
