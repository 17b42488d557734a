// The effect of a change: the inputs of the calculator with less or more stock, more land, or more manure exported.
import type { Manure, Rules } from '@/domain/rules/rules';
import type { ManureMove, StockingInputs } from './stocking';

export type Change = { stockPercent: number; extraHa: number; exported: number };
export const NO_CHANGE: Change = { stockPercent: 0, extraHa: 0, exported: 0 };

/** `manure`: the manure that would be exported; null if the rules have none. */
export function changedInputs(inputs: StockingInputs, change: Change, manure: string | null): StockingInputs {
  const factor = 1 + change.stockPercent / 100;
  // If this manure is exported already, its laboratory contents apply to the additional export too.
  const known = inputs.moves.find((move) => move.direction === 'export' && move.manure === manure);
  const more: ManureMove[] =
    manure === null || change.exported <= 0
      ? []
      : [
          {
            id: 'what-if',
            direction: 'export',
            manure,
            amount: change.exported,
            n: known?.n ?? null,
            p: known?.p ?? null,
          },
        ];
  return {
    ...inputs,
    areaHa: inputs.areaHa + change.extraHa,
    // Where no animal grazes, more land does not change that.
    grassHa: inputs.grassHa === null || inputs.grassHa === 0 ? inputs.grassHa : inputs.grassHa + change.extraHa,
    derogationGrassHa: inputs.derogationGrassHa === null ? null : inputs.derogationGrassHa + change.extraHa,
    lines: inputs.lines.map((line) => ({
      ...line,
      head: line.head * factor,
      monthly: line.monthly?.map((count) => count * factor) ?? null,
    })),
    moves: [...inputs.moves, ...more],
  };
}

/** The livestock manure whose export the sliders change: one that the farm exports, otherwise a usual one. */
export const exportedManure = (rules: Rules, { moves }: StockingInputs): Manure | undefined => {
  const livestockManures = rules.manures.filter(({ from }) => from !== undefined);
  const isExported = (id: string) => moves.some(({ direction, manure }) => direction === 'export' && manure === id);
  return livestockManures.find(({ id }) => isExported(id)) ?? livestockManures.find(({ common }) => common);
};
