// The signed-out first page on a slow phone, and the bytes that each route waits for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weighBuild } from '../support/size-gate.mjs';
import { build } from './build.mjs';
import { report } from './figures.mjs';
import { measurePages } from './measure-page.mjs';

/** Bytes are the same every time: one run. */
export function bytes() {
  return weighBuild()
    .map(({ name, bytes: weight, limit }) =>
      report({ name: `bytes, ${name}`, runs: [weight / 1000], unit: 'kB gz', bar: limit }),
    )
    .every(Boolean);
}

const BARS = [
  ['cold', 'lcp', 1300],
  ['cold', 'usable', 1800],
  ['repeat', 'lcp', 400],
  ['repeat', 'usable', 500],
];

/** Measured on a build for a hosted project, as people get it. */
export async function pages(runs = 5) {
  const folder = mkdtempSync(join(tmpdir(), 'farm-diary-hosted-'));
  try {
    build({ folder, project: 'https://abcdefghijklmnop.supabase.co' });
    const { ours } = await measurePages([{ name: 'ours', folder, ready: 'input[type=email]' }], { runs });
    return BARS.map(([visit, figure, bar]) => {
      const { all, ...others } = ours[visit];
      const { cls, jsBytes, blocked, typingDelay } = others;
      const more = visit === 'cold' && figure === 'lcp' ? { cls, jsBytes, blocked, typingDelay } : {};
      return report({ name: `signed out, ${visit} ${figure}`, runs: all[figure], unit: 'ms', bar, ...more });
    }).every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
