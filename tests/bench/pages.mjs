// The signed-out first page on a slow phone, and the bytes that each route waits for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weighBuild } from '../support/size-gate.mjs';
import { build } from './build.mjs';
import { report } from './figures.mjs';
import { measurePages } from './measure-page.mjs';

/** Byte counts are deterministic: one run. The limits are the size gate's. */
export function bytes() {
  return weighBuild()
    .map(({ name, bytes: weight }) => report({ name: `bytes, ${name}`, runs: [weight / 1000], unit: 'kB gz' }))
    .every(Boolean);
}

const LIMITS = [
  ['cold', 'lcp', 1300],
  ['cold', 'usable', 1800],
  ['repeat', 'lcp', 400],
  ['repeat', 'usable', 500],
];

/** The limits of a first visit: times in milliseconds, and the layout shift score. */
const SITE_LIMITS = [
  ['lcp', 900, 'ms'],
  ['blocked', 100, 'ms'],
  ['cls', 0.01, ''],
];
const SITE_ROUTES = ['/', '/features', '/pricing', '/about', '/contact', '/privacy-policy', '/terms-and-conditions'];

/** Measures a build for a hosted project, which is what users get. */
async function withHostedBuild(measure) {
  const folder = mkdtempSync(join(tmpdir(), 'farm-diary-hosted-'));
  try {
    build({ folder, project: 'https://abcdefghijklmnop.supabase.co' });
    return await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sign-in page, on a first and a repeated visit. */
export const pages = (runs = 5) =>
  withHostedBuild(async (folder) => {
    const { signIn: measured } = await measurePages([{ name: 'signIn', folder, ready: 'input[type=email]' }], { runs });
    return LIMITS.map(([visit, figure, limit]) => {
      const { all, ...others } = measured[visit];
      const { cls, jsBytes, blocked, typingDelay } = others;
      const more = visit === 'cold' && figure === 'lcp' ? { cls, jsBytes, blocked, typingDelay } : {};
      return report({ name: `signed out, ${visit} ${figure}`, runs: all[figure], unit: 'ms', limit, ...more });
    }).every(Boolean);
  });

/** The public pages, as a visitor first sees them. */
export const site = (runs = 5) =>
  withHostedBuild(async (folder) => {
    const targets = SITE_ROUTES.map((route) => ({ name: route, folder, route, ready: 'a[href]' }));
    const measured = await measurePages(targets, { runs, worker: false });
    return SITE_ROUTES.flatMap((route) =>
      SITE_LIMITS.map(([figure, limit, unit]) =>
        report({ name: `site, ${route} ${figure}`, runs: measured[route].cold.all[figure], unit, limit }),
      ),
    ).every(Boolean);
  });
