// Feeds, and the copy of a feed's analysis and price that each ingredient of a mix carries.
import type { Decimal } from '@/domain/core/money';

export const FEED_CATEGORIES = ['forage', 'straight', 'blend', 'mineral', 'liquid', 'other'] as const;
export type FeedCategory = (typeof FEED_CATEGORIES)[number];

export const CATEGORY_WORDS: Record<FeedCategory, string> = {
  forage: 'Forage',
  straight: 'Straight',
  blend: 'Blend',
  mineral: 'Mineral',
  liquid: 'Liquid',
  other: 'Other',
};

/** Forage reports quote protein in the dry matter, bag labels as fed: mixing them up overstates it. */
export const CP_BASES = ['dm', 'fresh'] as const;
type CpBasis = (typeof CP_BASES)[number];

/** Null values: not analysed, no price entered, or the price is hidden from this person. */
export type Analysis = {
  /** Dry matter in %. */
  dm: Decimal;
  /** MJ/kg of dry matter. */
  me: Decimal | null;
  /** Crude protein in %, in the dry matter or as fed. */
  cp: Decimal | null;
  basis: CpBasis;
  /** For a tonne as fed. */
  cost: Decimal | null;
};

export type MixFeed = Analysis & { feed: string; name: string; category: FeedCategory };

export const DRY_MATTER_REFUSED = 'Dry matter must be between 1 and 100 %.';
export const NO_INGREDIENTS = 'Add at least one ingredient.';

const MAX_PERCENT = 1_000_000;
export const isDryMatter = (dm: Decimal): boolean => dm >= 10_000 && dm <= MAX_PERCENT;
