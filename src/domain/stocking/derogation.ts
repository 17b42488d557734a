// A derogation: its limits, and the conditions that come with it.
import type { Lookup } from '@/domain/rules/figures';
import type { Land, ManureN } from './land';
import type { Derogation, StockingInputs } from './stocking';

/** `met`: null if the answer is not known. */
export type Condition =
  | { kind: 'grass'; sharePercent: number | null; leastPercent: number; met: boolean | null }
  | { kind: 'phosphorus'; balance: number | null; most: number; met: boolean | null }
  | { kind: 'soil'; years: number; ha: number; met: boolean | null };

/** Limits in kg N/ha; N of the manure of each kind of livestock in kg, after what was moved. */
export type DerogationResult = {
  name: Exclude<Derogation, 'none'>;
  grazingLimit: number;
  limit: number;
  grazingN: number;
  otherN: number;
  conditions: readonly Condition[];
};

/** Null without a derogation, or if a figure for it is not known. */
export function readDerogation(
  lookup: Lookup,
  inputs: StockingInputs,
  land: Land | null,
  manure: ManureN | null,
): DerogationResult | null {
  if (inputs.derogation === 'none' || !lookup.has('derogation.grassShare') || !land || !manure) return null;
  const { limit, grazingLimit } = land;
  return {
    name: inputs.derogation,
    ...{ grazingLimit, limit, grazingN: manure.grazing, otherN: manure.other },
    conditions: [grassShare(lookup, inputs), phosphorusBalance(lookup, inputs), soilAnalyses(lookup, inputs)].filter(
      (condition) => condition !== null,
    ),
  };
}

/** Compared with the least share of grass: a farm of exactly that share meets it. */
function grassShare(lookup: Lookup, { derogationGrassHa, areaHa, outsideHa }: StockingInputs): Condition | null {
  const leastPercent = lookup.number('derogation.grassShare');
  if (leastPercent === null) return null;
  const sharePercent = derogationGrassHa === null ? null : (derogationGrassHa / (areaHa + outsideHa)) * 100;
  const met = sharePercent === null ? null : sharePercent >= leastPercent - 1e-9;
  return { kind: 'grass', sharePercent, leastPercent, met };
}

function phosphorusBalance(lookup: Lookup, { pBalance }: StockingInputs): Condition | null {
  const most = lookup.has('derogation.pBalance') ? lookup.number('derogation.pBalance') : null;
  if (most === null) return null;
  return { kind: 'phosphorus', balance: pBalance, most, met: pBalance === null ? null : pBalance <= most };
}

function soilAnalyses(lookup: Lookup, { soilAnalysed }: StockingInputs): Condition | null {
  if (!lookup.has('derogation.soilYears') || !lookup.has('derogation.soilHa')) return null;
  const years = lookup.number('derogation.soilYears');
  const ha = lookup.number('derogation.soilHa');
  return years === null || ha === null ? null : { kind: 'soil', years, ha, met: soilAnalysed };
}
