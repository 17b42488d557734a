// Areas: stored in hectares with four decimals, shown and typed in hectares or acres. Saving a form again does not
// change an area that the person did not edit.
import { decimal, decimalIn, formatQuantity, scaledBy, toInputText, type Decimal } from '@/domain/core/money';

export type AreaUnit = 'acre' | 'hectare';
export const AREA_UNIT_WORDS: Record<AreaUnit, string> = { acre: 'ac', hectare: 'ha' };

/** 2.4710538147 acres in a hectare, as n / d. */
export const ACRES_PER_HA = { n: 24_710_538_147n, d: 10_000_000_000n };

export const toAcres = (ha: Decimal): Decimal => scaledBy(ha, ACRES_PER_HA.n, ACRES_PER_HA.d);
/** 1 acre is 0.40468564224 ha. */
const fromAcres = (acres: Decimal): Decimal => scaledBy(acres, 40_468_564_224n, 100_000_000_000n);

const twoDecimals = (value: Decimal): Decimal => decimal(Number(scaledBy(value, 1n, 100n)) * 100);

/** "4.05 ha", "10.01 ac": at most two decimals. */
export const formatArea = (ha: Decimal, unit: AreaUnit): string =>
  `${formatQuantity(twoDecimals(unit === 'acre' ? toAcres(ha) : ha))} ${AREA_UNIT_WORDS[unit]}`;

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
