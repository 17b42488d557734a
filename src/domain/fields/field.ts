// Fields: labels of their options, parcel numbers, and validation.
import { fromNumeric, type Decimal } from '@/domain/core/money';
import { AREA } from '@/domain/core/number-rule';
import { formatArea } from '@/domain/core/area';

export const AREA_SOURCES = ['typed', 'official', 'drawn', 'measured'] as const;
export const PARCEL_SCHEMES = ['rpa', 'scot_lpid', 'wales', 'ni', 'ie_lpis', 'other'] as const;
export type ParcelScheme = (typeof PARCEL_SCHEMES)[number];
export const TENURES = ['owned', 'rented', 'conacre', 'contract', 'commonage'] as const;
export const LAND_USES = [
  'permanent_grass',
  'temporary_grass',
  'arable',
  'maize',
  'veg',
  'fallow',
  'woodland',
  'other',
] as const;
export type LandUse = (typeof LAND_USES)[number];
export const SOIL_TYPES = ['sandy', 'shallow', 'light', 'medium', 'heavy', 'organic', 'peat'] as const;

export const AREA_SOURCE_WORDS: Record<(typeof AREA_SOURCES)[number], string> = {
  typed: 'Typed in',
  official: 'Official map',
  drawn: 'Drawn on the map',
  measured: 'Measured on the ground',
};
export const PARCEL_SCHEME_WORDS: Record<ParcelScheme, string> = {
  rpa: 'England (RPA)',
  wales: 'Wales (Rural Payments Wales)',
  scot_lpid: 'Scotland (LPID)',
  ni: 'Northern Ireland (DAERA)',
  ie_lpis: 'Ireland (LPIS)',
  other: 'Another number',
};
export const TENURE_WORDS: Record<(typeof TENURES)[number], string> = {
  owned: 'Owned',
  rented: 'Rented',
  conacre: 'Conacre',
  contract: 'Contract farmed',
  commonage: 'Commonage',
};
export const LAND_USE_WORDS: Record<LandUse, string> = {
  permanent_grass: 'Permanent grass',
  temporary_grass: 'Temporary grass',
  arable: 'Arable',
  maize: 'Maize',
  veg: 'Vegetables',
  fallow: 'Fallow',
  woodland: 'Woodland',
  other: 'Other',
};
export const SOIL_TYPE_WORDS: Record<(typeof SOIL_TYPES)[number], string> = {
  sandy: 'Sandy',
  shallow: 'Shallow',
  light: 'Light',
  medium: 'Medium',
  heavy: 'Heavy',
  organic: 'Organic',
  peat: 'Peat',
};

/** The scheme that numbers the parcels of a region. */
export const schemeOfRegion = (region: string | null): ParcelScheme => {
  const schemes: Readonly<Record<string, ParcelScheme>> = {
    england: 'rpa',
    wales: 'wales',
    scotland: 'scot_lpid',
    northern_ireland: 'ni',
    ireland: 'ie_lpis',
  };
  return schemes[region ?? ''] ?? 'rpa';
};

export type ParcelResult = { ok: true; value: string | null } | { ok: false; message: string };

/** A parcel number in the format of its scheme; blank is allowed. The database applies the same rule. */
export function parcelRef(typed: string, scheme: ParcelScheme): ParcelResult {
  const compact = typed.replace(/\s/gu, '').toUpperCase();
  if (compact === '') return { ok: true, value: null };
  switch (scheme) {
    case 'rpa':
    case 'wales':
      return /^[A-Z]{2}\d{8}$/.test(compact)
        ? { ok: true, value: `${compact.slice(0, 6)} ${compact.slice(6)}` }
        : { ok: false, message: 'Parcel should look like SX1234 5678.' };
    case 'scot_lpid':
      return /^[A-Z]{2}\/\d{5}\/\d{5}$/.test(compact)
        ? { ok: true, value: compact }
        : { ok: false, message: 'Parcel should look like AB/12345/12345.' };
    default: {
      const value = typed.trim();
      return value.length >= 3 && value.length <= 20
        ? { ok: true, value }
        : { ok: false, message: 'A parcel number has 3 to 20 characters.' };
    }
  }
}

/** The largest area of a field: 2,000 ha. */
export const MAX_AREA_HA = fromNumeric(AREA.max);

const ONE_DECIMAL = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** A warning if the drawn area differs from the official one by more than 3 %. */
export function drawnAreaWarning(officialHa: Decimal, drawnHa: Decimal | null): string | null {
  if (drawnHa === null || officialHa <= 0) return null;
  const percent = (Math.abs(drawnHa - officialHa) / officialHa) * 100;
  if (percent <= 3) return null;
  return `The drawn area (${formatArea(drawnHa, 'hectare')}) differs from the official area (${formatArea(officialHa, 'hectare')}) by ${ONE_DECIMAL.format(percent)} %.`;
}
