// Finds Chromium: CHROME_PATH first, then the usual places.
import { existsSync } from 'node:fs';

const USUAL_PATHS = [
  // The same browser without its own windows and menus, which cost a tenth to a fifth of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium, or null. */
export function findChromium() {
  const configured = process.env.CHROME_PATH;
  if (configured) return existsSync(configured) ? configured : null;
  return USUAL_PATHS.find((path) => existsSync(path)) ?? null;
}
