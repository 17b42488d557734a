// Closed periods: whether manure or fertiliser may be spread on a field on a day, and the limits until the end of
// February (England). The dates are data of the rules.
import { daysBetween } from '@/domain/core/time';
import type { Lookup } from '@/domain/rules/figures';
import { monthDayWords } from '@/domain/core/time';
import { isInPeriod, periodWords } from '@/domain/rules/period';
import type { ClosedPeriod, Manure } from '@/domain/rules/rules';

/** The facts about the land on which the rules depend. */
export type Land = {
  land: 'grass' | 'tillage';
  soil: 'sandy' | 'other';
  /** The next crop is sown on or before 15 September. */
  sownEarly: boolean;
  zone: string | null;
};

/** Chemical fertiliser, or a manure of the rules. */
export type Material = 'chemical' | Manure;

export type Closed =
  | { state: 'open' }
  | { state: 'closed'; period: string }
  /** The rules have a period for it, but its dates are not known. */
  | { state: 'unknown'; key: string };

function appliesTo({ material, land, soil, zone }: ClosedPeriod, what: Material, where: Land): boolean {
  if (land !== undefined && land !== where.land) return false;
  if (soil !== undefined && soil !== where.soil) return false;
  if (zone !== undefined && zone !== where.zone) return false;
  if (what === 'chemical') return material === 'chemical';
  if (what.form === 'dirty_water') return material === 'dirty_water';
  if (what.fym) return material === 'fym';
  return material === 'organic' || (material === 'highN' && what.highN);
}

export function closedOn(lookup: Lookup, what: Material, where: Land, date: string): Closed {
  for (const period of lookup.rules.closedPeriods) {
    if (!appliesTo(period, what, where)) continue;
    const sownEarly = where.sownEarly && lookup.has(`closed.${period.id}.sown`);
    const key = sownEarly ? `closed.${period.id}.sown` : `closed.${period.id}`;
    const dates = lookup.period(key);
    if (dates === null) return { state: 'unknown', key };
    if (isInPeriod(dates, date)) return { state: 'closed', period: dates };
  }
  return { state: 'open' };
}

/** *"Spreading here on 2 Nov is inside the closed period (15 Oct–31 Jan)."* */
export const closedWords = (date: string, period: string): string =>
  `Spreading here on ${monthDayWords(date.slice(5))} is inside the closed period (${periodWords(period)}).`;

type FebruaryRule = { max: number; unit: 'm3' | 't'; gapDays: number | null };

/**
 * The rule between the end of a closed period and the end of February: the maximum per hectare for one application, and
 * the minimum of days between two applications. Null if there is no such rule.
 */
export function februaryRule(lookup: Lookup, what: Material, where: Land, date: string): FebruaryRule | null {
  if (what === 'chemical' || !what.highN || !lookup.has('february.slurry')) return null;
  if (Number(date.slice(5, 7)) > 2 || closedOn(lookup, what, where, date).state !== 'open') return null;
  const max = lookup.number(what.kind === 'poultry' ? 'february.poultry' : 'february.slurry');
  if (max === null) return null;
  return { max, unit: what.kind === 'poultry' ? 't' : 'm3', gapDays: lookup.number('february.gap') };
}

/** Whether two applications are closer together than they may be. */
export const isTooSoon = (earlier: string, date: string, gapDays: number): boolean =>
  daysBetween(earlier, date) < gapDays;
