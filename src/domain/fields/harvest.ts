// Yields of a field: harvested weight, weight at standard moisture, and yield for each hectare and acre.
import { decimal, scaledBy, type Decimal } from '@/domain/core/money';
import { ACRES_PER_HA } from '@/domain/core/area';

export const HARVEST_UNITS = ['t', 'bales', 'loads'] as const;
export type HarvestUnit = (typeof HARVEST_UNITS)[number];
export const HARVEST_UNIT_WORDS: Record<HarvestUnit, string> = { t: 'tonnes', bales: 'bales', loads: 'loads' };

/** The moisture to which grain is converted, in percent. */
const STANDARD_MOISTURE = decimal(150_000);
/** 100 % as a `Decimal`. */
const FULL = 1_000_000;

/** The weight in tonnes: as weighed, or bales times their weight; null if it is not known. */
export function tonnesOf(harvest: { quantity: Decimal; unit: HarvestUnit; baleKg: Decimal | null }): Decimal | null {
  if (harvest.unit === 't') return harvest.quantity;
  if (harvest.unit === 'loads' || harvest.baleKg === null) return null;
  return scaledBy(harvest.quantity, BigInt(harvest.baleKg), 10_000n * 1_000n);
}

/** The weight at 15 % moisture: 32.4 t at 18.2 % is 31.1802 t. */
export const atStandardMoisture = (tonnes: Decimal, moisturePct: Decimal): Decimal =>
  scaledBy(tonnes, BigInt(FULL - moisturePct), BigInt(FULL - STANDARD_MOISTURE));

/** Tonnes for each hectare; null without an area. */
export const yieldOf = (tonnes: Decimal, areaHa: Decimal): Decimal | null =>
  areaHa <= 0 ? null : scaledBy(tonnes, 10_000n, BigInt(areaHa));

/** Tonnes per hectare as tonnes per acre: 7.6988 is 3.1156. */
export const yieldPerAcre = (perHa: Decimal): Decimal => scaledBy(perHa, ACRES_PER_HA.d, ACRES_PER_HA.n);
