// Nitrogen limits of crops: the N-max of Britain with its additions, and the Irish limits for grassland, which depend on
// the stocking rate of the year before.
import type { Lookup } from '@/domain/rules/figures';

/** Upper ends of the bands of the grassland stocking rate; the keys of the figures contain them. */
const BANDS = [85, 130, 170, 210] as const;

/** The band of a stocking rate in whole kg N/ha: 130.4 belongs to 86 to 130. */
export function grassBand(rate: number): string {
  const whole = Math.round(rate);
  return String(BANDS.find((most) => whole <= most) ?? 'over');
}

/** The bands above 170 need a derogation or enough land that is not grass; else that of 131 to 170 applies. */
export function grassNitrogenKey(rate: number, higherLimits: boolean): string {
  const band = grassBand(rate);
  return `grassN.${!higherLimits && (band === '210' || band === 'over') ? '170' : band}`;
}

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
