// The rows of the picture of the year: what was used of each nutrient, and what is allowed.
import { formatNumber } from '@/domain/rules/printout';
import type { NutrientResult } from '@/domain/nutrients/nutrients';
import { withinLimit, withinText } from '@/domain/stocking/limit-words';
import { movedRows, type MovedRow } from '@/domain/stocking/stocking-tables';

/** `allowed`: kg in words; empty if the row has no limit. */
export type YearRow = {
  id: string;
  label: string;
  used: number | null;
  allowed: string;
  moves?: MovedRow['moves'];
};

const allowedWords = (limit: number | null) => (limit === null ? '–' : formatNumber(limit, 0));

/** The nitrogen of the livestock, what came and what left, and their net beside the limit. */
function manureRows(farm: NutrientResult['farm']): YearRow[] {
  const { stockN, netN, capacity } = farm;
  const moved = movedRows(farm).map(({ direction, label, n, moves }): YearRow => ({
    id: direction,
    label,
    used: n,
    allowed: '',
    moves,
  }));
  return [
    ...(moved.length > 0 ? [{ id: 'stock', label: 'From the livestock', used: stockN, allowed: '' }, ...moved] : []),
    {
      ...{ id: 'manure', label: 'Livestock manure', used: netN },
      allowed: capacity === null ? withinText(withinLimit(farm)) : formatNumber(capacity, 0),
    },
  ];
}

/** `p`: the form in which the rules state phosphorus. */
export function yearRows({ farm, totals, grassN, phosphorus, crops }: NutrientResult, p: string): YearRow[] {
  const row = (id: string, label: string, used: number | null, allowed = ''): YearRow => ({ id, label, used, allowed });
  const { grass, tillage } = phosphorus ?? { grass: null, tillage: null };
  // The phosphorus that uses up the allowance of grass before any fertiliser does; what is left may be chemical.
  const supplied =
    grass === null || grass.concentrates === null || grass.imported === null
      ? null
      : grass.concentrates + grass.imported;
  return [
    ...manureRows(farm),
    row('organic', 'Organic nitrogen spread', totals.organicN),
    row('chemical', 'Chemical nitrogen spread', totals.chemicalN),
    ...(grassN ? [row('grass', 'Available nitrogen on grass', grassN.used, allowedWords(grassN.allowed))] : []),
    row('p', `Chemical ${p}`, totals.chemicalP),
    ...(grass
      ? [
          row('suppliedP', 'P in concentrates and manure that came', supplied, allowedWords(grass.allowance)),
          row('grassP', 'Chemical P on grass', grass.chemicalUsed, allowedWords(grass.chemicalAllowed)),
        ]
      : []),
    ...(tillage ? [row('tillageP', 'All P on tillage', tillage.used, allowedWords(tillage.allowed))] : []),
    ...crops.map(({ id, label, areaHa, used, limit }) =>
      row(
        id,
        `N-max, ${label.toLowerCase()}`,
        used === null ? null : used * areaHa,
        allowedWords(limit === null ? null : limit * areaHa),
      ),
    ),
  ];
}
