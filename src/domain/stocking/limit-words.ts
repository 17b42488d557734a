// The limit of the nitrogen of livestock manure in words, with what a derogation allows and asks for.
import { formatNumber } from '@/domain/rules/printout';
import type { Condition } from '@/domain/stocking/derogation';
import { isDivided } from '@/domain/stocking/land';
import { lightOf, type Derogation, type StockingResult } from '@/domain/stocking/stocking';

/** With one decimal if it has any. */
const figureText = (value: number): string => formatNumber(value, Number.isInteger(value) ? 0 : 1);

export const DEROGATION_LABELS: Readonly<Record<Exclude<Derogation, 'none'>, string>> = {
  grazing: 'Grazing livestock',
  upper: 'Full derogation',
  reduced: 'Reduced derogation',
};

/**
 * Whether the farm is within its limit, as it is saved; 'no limit' where the rules have none and the farm set none. Null
 * if it is not known.
 */
export const withinLimit = ({ land, compliant, missingKeys }: StockingResult): boolean | 'no limit' | null =>
  land === null && !missingKeys.some((key) => key.startsWith('limit.') || key.startsWith('derogation.'))
    ? 'no limit'
    : compliant;

/** 'Yes', 'No', 'no limit', or 'not known'. */
export function withinText(within: boolean | 'no limit' | null): string {
  if (within === null) return 'not known';
  if (within === 'no limit') return within;
  return within ? 'Yes' : 'No';
}

/** "186 kg N/ha (170 inside the NVZ, 250 outside)". */
export function limitText(result: StockingResult): string {
  const { limit, land, derogation } = result;
  if (land === null || limit === null) return withinLimit(result) === 'no limit' ? 'no limit' : 'not known';
  const other = derogation !== null && isDivided(land) && derogation.otherN > 0;
  const inside = other
    ? `${land.grazingLimit} for grazing livestock, ${land.limit} for other livestock`
    : figureText(land.grazingLimit);
  const outside = land.outsideHa > 0 && land.outsideLimit !== land.limit;
  const parts = outside ? ` (${inside} inside the NVZ, ${land.outsideLimit} outside)` : other ? ` (${inside})` : '';
  return `${figureText(limit)} kg N/ha${parts}`;
}

/** The picture of the nitrogen beside its limit, for those who do not see it. */
export const pictureWords = (result: StockingResult): string =>
  result.loading === null
    ? 'The nitrogen of livestock manure is not known yet.'
    : `${formatNumber(result.loading)} kg N/ha${result.limit === null ? '' : ` against a limit of ${limitText(result)}`}.`;

/** How far the nitrogen is from its limit, in a sentence. */
export function nitrogenWords(result: StockingResult): string {
  const { limit, loading, over, capacity, derogation, land, areaNeeded } = result;
  if (loading === null) return 'Enter the figures that are missing below.';
  if (limit === null || over === null || capacity === null) {
    return 'No limit applies here. Set one of your own to compare with.';
  }
  const kg = formatNumber(Math.abs(over), 0);
  const light = lightOf(capacity + over, capacity);
  const close = light === 'amber' ? 'Close to the limit: ' : '';
  const side = light === 'red' ? 'over' : 'below';
  const name = derogation ? 'the derogation’s limit' : 'the limit';
  const isTwoLimits = derogation && land && isDivided(land) && areaNeeded !== null && derogation.otherN > 0;
  const area = isTwoLimits
    ? ` It needs ${formatNumber(areaNeeded, 2)} ha of the ${formatNumber(land.areaHa, 2)} ha.`
    : '';
  return `${close}${kg} kg N ${side} ${name} of ${limitText(result)}.${area}`;
}

/** The state of the result: its nitrogen, and the conditions of a derogation that are not met or not known. */
export const stateWords = (result: StockingResult): string =>
  [
    nitrogenWords(result),
    ...(result.derogation?.conditions ?? []).filter(({ met }) => met !== true).map(conditionWords),
  ].join(' ');

/** A condition of a derogation, with the farm's own figure. */
export function conditionWords(condition: Condition): string {
  switch (condition.kind) {
    case 'grass': {
      const { sharePercent, leastPercent, met } = condition;
      if (sharePercent === null)
        return `Enter how much of the farm is grass: the derogation asks for ${leastPercent} %.`;
      const share = `${formatNumber(sharePercent)} % of the farm is grass`;
      return met === true
        ? `${share}, at least ${leastPercent} %.`
        : `${share}; the derogation asks for ${leastPercent} %.`;
    }
    case 'phosphorus': {
      const { balance, most, met } = condition;
      if (balance === null) return `Enter the phosphorus balance: the derogation allows ${most} kg P/ha.`;
      const words = `Phosphorus balance ${figureText(balance)} kg P/ha`;
      return met === true ? `${words}, at most ${most}.` : `${words}; the derogation allows ${most}.`;
    }
    case 'soil': {
      const rule = `every ${condition.years} years, one for ${condition.ha} ha at least`;
      if (condition.met === null) return `Answer whether the soil was analysed: ${rule}.`;
      return condition.met ? `Soil analysed: ${rule}.` : `Soil analyses are missing: ${rule}.`;
    }
  }
}
