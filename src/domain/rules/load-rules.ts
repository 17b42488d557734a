// Loads the rules of one regime, in one version. Versions are never removed: a saved calculation is recalculated with the
// version that it was saved with.
import type { Region } from '@/domain/core/time';
import { isRegime, type Regime } from './regimes';
import { parseRules, type Rules } from './rules';

type Load = () => Promise<{ default: unknown }>;

/** The newest version first. */
const FILES: Readonly<Record<Regime, readonly (readonly [version: string, load: Load])[]>> = {
  'eng-nvz': [['2026-11-20', () => import('./data/eng-nvz-2026-11-20.json')]],
  'eng-non-nvz': [['2026-11-20', () => import('./data/eng-non-nvz-2026-11-20.json')]],
  wales: [['2026-11-20', () => import('./data/wales-2026-11-20.json')]],
  'scot-nvz': [['2026-11-20', () => import('./data/scot-nvz-2026-11-20.json')]],
  scot: [['2026-11-20', () => import('./data/scot-2026-11-20.json')]],
  ni: [['2026-11-20', () => import('./data/ni-2026-11-20.json')]],
  ie: [
    ['2026-11-30', () => import('./data/ie-2026-11-30.json')],
    ['2026-11-20', () => import('./data/ie-2026-11-20.json')],
  ],
};

/** The rules of a regime in a given version, by default the newest. */
export async function loadRules(regime: string, version?: string): Promise<Rules> {
  if (!isRegime(regime)) throw new Error(`There are no rules for ${regime}.`);
  const [newest] = FILES[regime];
  const found = version === undefined ? newest : FILES[regime].find(([name]) => name === version);
  if (!found) throw new Error(`The rules of ${version ?? 'this country'} are not in this version of the app.`);
  return parseRules((await found[1]()).default);
}

/** The regime that a farm starts with; its account holder may choose another one. */
export function regimeOf(region: Region): Regime {
  if (region === 'england') return 'eng-nvz';
  if (region === 'scotland') return 'scot-nvz';
  if (region === 'northern_ireland') return 'ni';
  return region === 'ireland' ? 'ie' : 'wales';
}
