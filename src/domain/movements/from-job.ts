// Derives the manure and the quantity of a movement from a job of spreading or haulage.
import { scaledBy, type Decimal } from '@/domain/core/money';
import type { Manure, Rules } from '@/domain/rules/rules';
import type { ManureUnit } from './movement';

const MANURE = /slurry|manure|muck|dung|digestate|compost|litter|umbilical|\bfym\b|biosolid|dirty water/i;

/** Whether the words of a job are about manure, so that a movement can be made from it. */
export const movesManure = (...words: readonly (string | null)[]): boolean =>
  words.some((text) => text !== null && MANURE.test(text));

/** A job's quantity in m³ or t; null if its unit can't be converted, such as loads or hours. */
export function movedQuantity(
  quantity: Decimal | null,
  chargeableUnit: string,
): { quantity: Decimal; unit: ManureUnit } | null {
  if (quantity === null) return null;
  switch (chargeableUnit) {
    case 'm3':
      return { quantity, unit: 'm3' };
    case 'tonne':
      return { quantity, unit: 't' };
    case 'gal_1000':
      // 1 imperial gallon is 4.54609 L.
      return { quantity: scaledBy(quantity, 454_609n, 100_000n), unit: 'm3' };
    default:
      return null;
  }
}

/** Tried in this order: "pig slurry" must not match cattle slurry, nor "chicken manure" farmyard manure. */
const KINDS: readonly (readonly [words: RegExp, fits: (manure: Manure) => boolean])[] = [
  [/digestate/i, ({ id }) => id.startsWith('digestate')],
  [/compost/i, ({ compost, id }) => compost === true || id.includes('compost')],
  [/litter|poultry|chicken|hen\b|broiler/i, ({ kind, form }) => kind === 'poultry' && form === 'solid'],
  [/pig/i, ({ id, form }) => id.startsWith('pig') && form === 'slurry'],
  [/sheep/i, ({ id, form }) => id.startsWith('sheep') && form === 'slurry'],
  [/dirty water/i, ({ form }) => form === 'dirty_water'],
  [/slurry|umbilical/i, ({ common, form }) => common === true && form === 'slurry'],
  [/manure|muck|dung|\bfym\b/i, ({ id }) => id.includes('fym') || id.includes('farmyard')],
];

/** The manure of the rules that these words mention; undefined if they mention none. */
export const manureInWords = ({ manures }: Rules, words: string): Manure | undefined =>
  KINDS.filter(([pattern]) => pattern.test(words))
    .map(([, fits]) => manures.find(fits))
    .find((manure) => manure !== undefined);
