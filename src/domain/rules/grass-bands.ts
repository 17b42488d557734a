// The bands of the Irish grassland stocking rate. Their upper ends are in the keys of the rules: 'grassN.85' is the limit of
// the band up to 85 kg N/ha.
import type { Rules } from './rules';

const KEY = /^grassN\.(\d+)$/;

/** The upper ends in kg N/ha, in ascending order; the band above the last one is 'over'. */
export const grassBandEnds = ({ figures }: Pick<Rules, 'figures'>): readonly number[] =>
  Object.keys(figures)
    .flatMap((key) => KEY.exec(key)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);

/** "86 to 130", "over 210". */
export function grassBandWords(rules: Pick<Rules, 'figures'>, band: string): string {
  const ends = grassBandEnds(rules);
  if (band === 'over') return `over ${ends.at(-1) ?? ''}`;
  const below = ends.findLast((end) => end < Number(band));
  return below === undefined ? `up to ${band}` : `${below + 1} to ${band}`;
}
