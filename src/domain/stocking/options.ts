// Options to bring a farm within its nitrogen limit: more land, more manure exported, or less stock. Each of them alone is
// enough, as rounded here.
import type { Lookup } from '@/domain/rules/figures';
import type { Manure, Rules } from '@/domain/rules/rules';
import { areaNeededBy, isDivided, overOf, TOLERANCE, type Land, type ManureN } from './land';
import type { StockingInputs, StockLine } from './stocking';

export type Option =
  /** `grass`: it must be grass, so that the share of grass of a derogation does not fall. */
  | { kind: 'land'; ha: number; grass: boolean }
  | { kind: 'export'; manure: string; label: string; amount: number; unit: 'm3' | 't' }
  /** `monthly`: fewer in each month, as the numbers were entered. */
  | { kind: 'stock'; line: string; label: string; head: number; monthly: boolean };

/** Rounds up; 1e-9 absorbs the rounding errors of floating-point numbers. */
export const roundUp = (value: number, decimals: number): number =>
  Math.ceil(value * 10 ** decimals - 1e-9) / 10 ** decimals;

/** `nitrogenOf`: kg N of a line in the year; null if it is not known. */
export function findOptions(
  lookup: Lookup,
  inputs: StockingInputs,
  land: Land,
  manure: ManureN,
  nitrogenOf: (line: StockLine) => number | null,
): Option[] {
  const isWithin = (less: Partial<ManureN>) =>
    overOf(land, {
      grazing: Math.max(0, manure.grazing - (less.grazing ?? 0)),
      other: Math.max(0, manure.other - (less.other ?? 0)),
    }) <= TOLERANCE;
  // If all manure has the same limit, it is not divided into kinds.
  const kindOf = (grazing: boolean): keyof ManureN => (isDivided(land) && grazing ? 'grazing' : 'other');
  return [
    { kind: 'land', ha: areaNeededBy(land, manure) - land.areaHa, grass: inputs.derogation !== 'none' },
    ...exportOptions(lookup, inputs, manure.grazing + manure.other, (kg, grazing) =>
      isWithin({ [kindOf(grazing)]: kg }),
    ),
    ...stockOptions(lookup, inputs, nitrogenOf, (kg, grazing) => isWithin({ [kindOf(grazing)]: kg })),
  ];
}

/** Whether the farm is within its limit with so much less nitrogen, in kg, of grazing or of other livestock. */
type IsWithin = (kg: number, grazing: boolean) => boolean;

/** The manures that the farm exports already, otherwise the usual ones of its livestock. */
function exportOptions(lookup: Lookup, inputs: StockingInputs, totalKg: number, isWithin: IsWithin): Option[] {
  const { rules } = lookup;
  const exported = inputs.moves.filter(({ direction }) => direction === 'export').map(({ manure }) => manure);
  const livestockManures = rules.manures.filter(({ from }) => from !== undefined);
  const own = livestockManures.filter(({ id }) => exported.includes(id));
  const kept = new Set(inputs.lines.map(({ stock }) => kindOfStock(rules, stock)));
  const usual = [...kept].flatMap((kind) => {
    const common = livestockManures.filter((manure) => manure.common && kindOfManure(manure) === kind);
    return common.find(({ form }) => form === 'slurry') ?? common.slice(0, 1);
  });
  return (own.length > 0 ? own : usual).flatMap(({ id, label, unit, from }): Option[] => {
    const move = inputs.moves.find(({ manure: moved, direction }) => moved === id && direction === 'export');
    const each = move?.n ?? lookup.number(`manure.${id}.n`);
    if (each === null || each <= 0) return [];
    const tenths = smallestCount((totalKg / each) * 10, (count) => isWithin((count / 10) * each, from !== 'other'));
    return tenths === null ? [] : [{ kind: 'export', manure: id, label, amount: tenths / 10, unit }];
  });
}

type StockKind = 'grazing' | 'poultry' | 'other';
const kindOfManure = ({ from, kind }: Manure): StockKind =>
  from === 'grazing' ? 'grazing' : kind === 'poultry' ? 'poultry' : 'other';
function kindOfStock(rules: Rules, id: string): StockKind {
  const row = rules.livestock.find((one) => one.id === id);
  return row?.grazing ? 'grazing' : row?.group === 'poultry' ? 'poultry' : 'other';
}

/** Fewer animals of one line: as many fewer in every month if its numbers were entered by month. */
function stockOptions(
  lookup: Lookup,
  inputs: StockingInputs,
  nitrogenOf: (line: StockLine) => number | null,
  isWithin: IsWithin,
): Option[] {
  return inputs.lines.flatMap((line): Option[] => {
    const row = lookup.rules.livestock.find(({ id }) => id === line.stock);
    const now = nitrogenOf(line);
    if (!row || now === null) return [];
    const head = smallestCount(Math.max(line.head, ...(line.monthly ?? [])), (fewer) => {
      const then = nitrogenOf(withFewer(line, fewer));
      return then !== null && isWithin(now - then, row.grazing);
    });
    const { id, monthly } = line;
    return head === null ? [] : [{ kind: 'stock', line: id, label: row.label, head, monthly: monthly !== null }];
  });
}

/** The line with so many fewer animals, in every month if its numbers were entered by month. */
export const withFewer = (line: StockLine, fewer: number): StockLine => ({
  ...line,
  head: Math.max(0, line.head - fewer),
  monthly: line.monthly?.map((count) => Math.max(0, count - fewer)) ?? null,
});

/** The smallest whole number up to `most` with which it works; null if there is none. A larger number works too. */
function smallestCount(most: number, works: (count: number) => boolean): number | null {
  let high = Math.ceil(most);
  if (high < 1 || !works(high)) return null;
  let low = 0;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (works(middle)) high = middle;
    else low = middle;
  }
  return high;
}
