// Feeds, the ingredients of mixes: analysis, price and stock. Written online by the account holder.
import { percent, upTo } from '@/domain/core/number-rule';
import { CP_BASES, DRY_MATTER_REFUSED, FEED_CATEGORIES } from '@/domain/rations/feed';
import { choice, date, decimal, flag, instant, money, text } from '@/records/record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from '@/records/record';

export const FEED = record('feeds', {
  name: text('Name', 80),
  category: choice(FEED_CATEGORIES),
  dm: decimal('Dry matter', { ...percent(), min: 1, outside: DRY_MATTER_REFUSED }).from('dm_pct'),
  me: decimal('Energy', upTo(25, 2)).from('me_mj_kg_dm').optional(),
  cp: decimal('Crude protein', percent(300)).from('cp_pct').optional(),
  basis: choice(CP_BASES).from('cp_basis'),
  cost: money('Price', upTo(99_999, 2)).from('cost_per_t').optional(),
  /** Null if the stock of this feed is not tracked. */
  inStockKg: decimal('In stock', { ...upTo(99_999_999, 3), min: -99_999_999 }).optional(),
  stockCountedAt: instant().optional().fromDatabase(),
  analysisDate: date('Analysed on').optional(),
  labRef: text('Lab reference', 60).optional(),
  source: text('Source', 120).optional(),
  /** False once it is off the list; mixes keep their copy. */
  active: flag(),
  createdByName: text().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type Feed = RecordOf<typeof FEED>;
/** The fields of the form. The stock is corrected in a separate form, because every feeding changes it. */
export type FeedFields = Omit<EditableOf<typeof FEED>, 'active' | 'inStockKg'>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  feeds: { 'Feeds with their analysis, price, source and stock': '*' },
};
