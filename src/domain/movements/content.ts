// The nutrient content of moved manure, and the movements of a year as lines of a calculation.
import { add, fromNumeric, toInputText, ZERO, type Decimal } from '@/domain/core/money';
import { sameJson } from '@/domain/core/same-json';
import { counted } from '@/domain/core/word-list';
import { figureOf, keyOn, type Figure } from '@/domain/rules/figures';
import type { Rules } from '@/domain/rules/rules';
import type { MoveForm } from '@/domain/stocking/stocking-form';
import {
  DIRECTIONS,
  MANURE_UNITS,
  quantityWords,
  type ContentSource,
  type Direction,
  type ManureUnit,
} from './movement';

/** The table's figures for a manure on a day, in kg per unit; null if `unit` is not the table's unit. */
export function tableContent(
  rules: Rules,
  manure: string,
  unit: ManureUnit,
  movedOn: string,
): { n: Figure; p: Figure } | null {
  if (rules.manures.find(({ id }) => id === manure)?.unit !== unit) return null;
  const figure = (name: 'n' | 'p') => figureOf(rules, {}, keyOn(rules, `manure.${manure}.${name}`, movedOn));
  return { n: figure('n'), p: figure('p') };
}

export const amountOfFigure = (figure: Figure | undefined): Decimal | null =>
  typeof figure?.value === 'number' ? fromNumeric(figure.value) : null;

export type Moved = {
  direction: Direction;
  regime: string;
  manure: string;
  quantity: Decimal;
  unit: ManureUnit;
  nPerUnit: Decimal | null;
  pPerUnit: Decimal | null;
  contentFrom: ContentSource;
};

const MOVED_WORDS: Readonly<Record<Direction, string>> = {
  export: 'left the farm',
  import: 'came to the farm',
  own: 'moved between own holdings',
};

/** "3 movements: 240 m³ left the farm, 20 t came to the farm." */
export function totalWords(movements: readonly Pick<Moved, 'direction' | 'unit' | 'quantity'>[]): string {
  const sums = new Map<string, { direction: Direction; unit: ManureUnit; quantity: Decimal }>();
  for (const { direction, unit, quantity } of movements) {
    const key = `${direction} ${unit}`;
    sums.set(key, { direction, unit, quantity: add(sums.get(key)?.quantity ?? ZERO, quantity) });
  }
  const order = ({ direction, unit }: { direction: Direction; unit: ManureUnit }) =>
    DIRECTIONS.indexOf(direction) * MANURE_UNITS.length + MANURE_UNITS.indexOf(unit);
  const parts = [...sums.values()]
    .toSorted((a, b) => order(a) - order(b))
    .map((sum) => `${quantityWords(sum)} ${MOVED_WORDS[sum.direction]}`);
  return `${counted(movements.length, 'movement', 'movements')}: ${parts.join(', ')}.`;
}

/** Prefix of the ids of lines that were copied from movements, so that copying again replaces them. */
const COPIED_PREFIX = 'movements-';

/**
 * The lines of a calculation, with lines for the exports and imports of these movements in place of the lines that were
 * copied before; typed lines stay. Movements between own holdings are ignored. `omitted`: the number of movements that are
 * left out, because the rules of the calculation do not have their manure, or have it in another unit. `state`: whether the
 * calculation has these lines already; 'none' if there is nothing to copy or to replace.
 */
export function withMovements(
  rules: Rules,
  moves: readonly MoveForm[],
  movements: readonly Moved[],
): { moves: MoveForm[]; omitted: number; state: 'none' | 'same' | 'different' } {
  const sums = new Map<string, { line: MoveForm; sum: Decimal }>();
  let omitted = 0;
  for (const one of movements) {
    if (one.direction === 'own') continue;
    if (rules.manures.find(({ id }) => id === one.manure)?.unit !== one.unit) {
      omitted += 1;
      continue;
    }
    // An analysis of another country may count phosphorus in another form.
    const isAnalysis = one.contentFrom === 'analysis' && one.regime === rules.regime;
    const text = (content: Decimal | null) => (isAnalysis && content !== null ? toInputText(content) : '');
    const [n, p] = [text(one.nPerUnit), text(one.pPerUnit)];
    const id = `${COPIED_PREFIX}${one.direction}-${one.manure}-${n}-${p}`;
    const sum = add(sums.get(id)?.sum ?? ZERO, one.quantity);
    const line = { id, direction: one.direction, manure: one.manure, amount: toInputText(sum), n, p };
    sums.set(id, { line, sum });
  }
  // In a fixed order, so that the same movements give equal lines.
  const copied = [...sums.values()].map(({ line }) => line).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const before = moves.filter(({ id }) => id.startsWith(COPIED_PREFIX));
  const state = !sameJson(before, copied) ? 'different' : copied.length === 0 ? 'none' : 'same';
  return { moves: [...moves.filter((move) => !before.includes(move)), ...copied], omitted, state };
}
