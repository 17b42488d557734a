// Nitrogen limits of crops: the N-max of Britain with its additions, and the Irish limits for grassland, which depend on
// the stocking rate of the year before.
import type { Lookup } from '@/domain/rules/figures';
import { grassBandEnds } from '@/domain/rules/grass-bands';
import type { Rules } from '@/domain/rules/rules';

/** The band of a stocking rate in whole kg N/ha, by its upper end: 130.4 belongs to 86 to 130. */
export function grassBand(rules: Rules, rate: number): string {
  const whole = Math.round(rate);
  return String(grassBandEnds(rules).find((most) => whole <= most) ?? 'over');
}

/**
 * The band whose limits apply; null if the rules have no bands. The higher bands need a derogation or enough land that is
 * not grass; without it the highest band that needs neither applies.
 */
export function grantedBand(lookup: Lookup, rate: number, higherLimits: boolean): string | null {
  if (!lookup.has('grassN.over')) return null;
  // The rules of 20 November 2026 do not give this rate by itself: it is that of the farm's limit.
  const openTo = lookup.number(lookup.has('grass.openTo') ? 'grass.openTo' : 'limit.farmN');
  return grassBand(lookup.rules, higherLimits || openTo === null ? rate : Math.min(rate, openTo));
}

/** Whether the rules limit the nitrogen of a crop. */
export const hasNMax =
  (rules: Rules) =>
  ({ id }: { id: string }): boolean =>
    `nMax.${id}` in rules.figures;

type Grown = { crop: string | null; yieldT: number | null; extras: readonly string[] };

/** N-max of a field's crop in kg N/ha with its additions; null if it has none or a figure is not known. */
export function cropLimit(lookup: Lookup, { crop, yieldT, extras }: Grown): number | null {
  const row = lookup.rules.crops.find(({ id }) => id === crop);
  if (!row) return null;
  const additions: (number | null)[] = [lookup.number(`nMax.${row.id}`)];
  const standard = `nMax.${row.id}.yield`;
  if (yieldT !== null && lookup.has(standard) && (row.adjust === 'cereal' || row.adjust === 'osr')) {
    const from = lookup.number(standard);
    if (from !== null && yieldT > from) {
      const step = lookup.number(`nMaxAdd.${row.adjust}`);
      additions.push(step === null ? null : step * (yieldT - from));
    }
  }
  if (extras.includes('shallow') && row.winter) additions.push(lookup.number('nMaxAdd.shallow'));
  if (extras.includes('milling') && row.id.startsWith('wheat')) additions.push(lookup.number('nMaxAdd.milling'));
  if (extras.includes('cuts') && row.adjust === 'grass') additions.push(lookup.number('nMaxAdd.cuts'));
  if (extras.includes('straw')) additions.push(lookup.number('nMaxAdd.straw'));
  return additions.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}
