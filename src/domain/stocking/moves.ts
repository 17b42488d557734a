// Manure that comes to the farm or leaves it, and the part of it that the limit for livestock manure counts.
import type { Lookup } from '@/domain/rules/figures';
import type { Manure } from '@/domain/rules/rules';
import { sum } from './sum';
import type { ManureMove } from './stocking';

export type MoveResult = {
  id: string;
  label: string;
  direction: ManureMove['direction'];
  amount: number;
  unit: Manure['unit'];
  /** kg in a unit, and whether a laboratory found it. */
  nEach: number | null;
  pEach: number | null;
  analysed: boolean;
  /** kg of all materials. */
  n: number | null;
  p: number | null;
  /** kg of livestock manure; 0 for a material that is none. */
  livestockN: number | null;
  from: 'grazing' | 'other' | null;
};

/**
 * Digestate of a farm may be of either kind. The stricter one counts: as manure of other livestock when it comes, of
 * grazing livestock when it leaves.
 */
function livestockOf(from: Manure['from'], direction: ManureMove['direction']): MoveResult['from'] {
  if (from !== 'mixed') return from ?? null;
  return direction === 'import' ? 'other' : 'grazing';
}

export function moveResult(lookup: Lookup, move: ManureMove): MoveResult {
  const { id, direction, amount } = move;
  const manure = lookup.rules.manures.find((row) => row.id === move.manure);
  const from = livestockOf(manure?.from, direction);
  const nEach = move.n ?? lookup.number(`manure.${move.manure}.n`);
  const pEach = move.p ?? lookup.number(`manure.${move.manure}.p`);
  const n = nEach === null ? null : amount * nEach;
  return {
    ...{ id, direction, amount, nEach, pEach, n, from },
    label: manure?.label ?? move.manure,
    unit: manure?.unit ?? 'm3',
    analysed: move.n !== null || move.p !== null,
    p: pEach === null ? null : amount * pEach,
    livestockN: from === null ? 0 : n,
  };
}

/** kg of everything that moved one way; with `from`, of one kind of livestock. Null if one amount is not known. */
export const movedTotal = (
  moves: readonly MoveResult[],
  direction: ManureMove['direction'],
  amount: 'livestockN' | 'p',
  from?: 'grazing' | 'other',
): number | null =>
  sum(
    moves
      .filter((move) => move.direction === direction && (from === undefined || move.from === from))
      .map((move) => move[amount]),
  );
