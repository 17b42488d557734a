// Movements of slurry and manure: to another farm, from one, or between own holdings.
import { formatQuantity, type Decimal } from '@/domain/core/money';

export const DIRECTIONS = ['export', 'import', 'own'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const MANURE_UNITS = ['m3', 't'] as const;
export type ManureUnit = (typeof MANURE_UNITS)[number];
export const MANURE_UNIT_WORDS: Readonly<Record<ManureUnit, string>> = { m3: 'm³', t: 't' };

/** "80 m³". */
export const quantityWords = ({ quantity, unit }: { quantity: Decimal; unit: ManureUnit }): string =>
  `${formatQuantity(quantity)} ${MANURE_UNIT_WORDS[unit]}`;

/** What the phosphorus of a regime is counted in. */
export const P_FORMS = ['P', 'P2O5'] as const;
export type PForm = (typeof P_FORMS)[number];

/** Where the content comes from: the table of the rules, or an analysis of the manure. */
export const CONTENT_SOURCES = ['table', 'analysis'] as const;
export type ContentSource = (typeof CONTENT_SOURCES)[number];
