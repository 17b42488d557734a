// Areas: stored in hectares with four decimals, shown and typed in hectares or acres. Saving a form again does not
// change an area that the person did not edit.
import { decimal, decimalIn, formatQuantity, scaledBy, toInputText, type Decimal } from './money';

export type AreaUnit = 'acre' | 'hectare';
export const AREA_UNIT_WORDS: Readonly<Record<AreaUnit, string>> = { acre: 'ac', hectare: 'ha' };

/** 1 acre is 0.40468564224 ha, as n / d. */
const HA_PER_ACRE = { n: 40_468_564_224n, d: 100_000_000_000n };
/** 2.4710538147 acres in a hectare, as n / d; `*_field_work.sql` has the same decimals. */
export const ACRES_PER_HA = { n: 24_710_538_147n, d: 10_000_000_000n };

export const toAcres = (ha: Decimal): Decimal => scaledBy(ha, ACRES_PER_HA.n, ACRES_PER_HA.d);
const fromAcres = (acres: Decimal): Decimal => scaledBy(acres, HA_PER_ACRE.n, HA_PER_ACRE.d);

/** An area of stored hectares in a unit, to four decimals. */
export const inAreaUnit = (ha: Decimal, unit: AreaUnit): Decimal => (unit === 'acre' ? toAcres(ha) : ha);

/** Hectares of an acre in the calculators, whose figures are numbers that are rounded only when they are shown. */
export const ACRE_HA = Number(HA_PER_ACRE.n) / Number(HA_PER_ACRE.d);
/** Hectares of an area that was typed in acres or hectares. */
export const hectares = (area: number, unit: AreaUnit): number => (unit === 'acre' ? area * ACRE_HA : area);
export const inUnit = (ha: number, unit: AreaUnit): number => (unit === 'acre' ? ha / ACRE_HA : ha);

const twoDecimals = (value: Decimal): Decimal => decimal(Number(scaledBy(value, 1n, 100n)) * 100);

/** "4.05 ha", "10.01 ac": at most two decimals. */
export const formatArea = (ha: Decimal, unit: AreaUnit): string =>
  `${formatQuantity(twoDecimals(inAreaUnit(ha, unit)))} ${AREA_UNIT_WORDS[unit]}`;

/** The text of a form field: hectares as stored, acres with two decimals. */
export const areaText = (ha: Decimal | null, unit: AreaUnit): string =>
  ha === null ? '' : toInputText(unit === 'acre' ? twoDecimals(toAcres(ha)) : ha);

/**
 * Typed text as hectares. If the text is still what `areaText` shows for the stored area, the stored value is returned,
 * so that rounding to two decimals does not change it. Null if the text is not a number.
 */
export function typedArea(text: string, unit: AreaUnit, stored: Decimal | null): Decimal | null {
  if (stored !== null && text.trim() === areaText(stored, unit)) return stored;
  const area = decimalIn(text, { allowNegative: true });
  return area !== null && unit === 'acre' ? fromAcres(area) : area;
}
