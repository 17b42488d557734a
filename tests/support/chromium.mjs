// Where Chromium is, and how the tests start it.
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

/** The path of a Chromium: CHROME_PATH, else the first of the usual places that exists; null if there is none. */
export function findChromium() {
  const configured = process.env.CHROME_PATH;
  if (configured) return existsSync(configured) ? configured : null;
  return USUAL_PATHS.find((path) => existsSync(path)) ?? null;
}

/** What Playwright is given to start it. */
export function launchOptions() {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium on this machine');
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
