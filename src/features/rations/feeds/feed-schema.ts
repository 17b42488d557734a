import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { decimal, type Decimal } from '@/domain/core/money';
import { numberText, optionalDate, optionalNumber, requiredNumber } from '@/domain/core/typed';
import { CP_BASES, DRY_MATTER_REFUSED, FEED_CATEGORIES } from '@/domain/rations/feed';
import { FEED, type Feed } from '@/records/rations/feeds';
import { limitedText, optionalText } from '@/widgets/text-schema';

/** The stock, typed in tonnes and converted to kg. Four decimals of a tonne give at most one decimal of a kg. */
export const stockTonnes = v.pipe(
  optionalNumber({ max: 99_999, decimals: 4 }),
  v.transform((tonnes): Decimal | null => (tonnes === null ? null : decimal(tonnes * 1000))),
);

/** Input is the form's texts, output is a feed. The database enforces the same rules. */
export const feedSchema = v.object({
  name: v.pipe(limitedText(FEED.fields.name), v.nonEmpty('Give the feed a name.')),
  category: v.picklist(FEED_CATEGORIES),
  dm: requiredNumber({ min: 1, max: 100, decimals: 2, percent: true, outside: DRY_MATTER_REFUSED }),
  me: optionalNumber({ max: 25, decimals: 2 }),
  cp: optionalNumber({ max: 300, decimals: 2, percent: true }),
  basis: v.picklist(CP_BASES),
  cost: optionalNumber({ max: 99_999, decimals: 2 }),
  inStockKg: stockTonnes,
  analysisDate: optionalDate(2000),
  labRef: optionalText(FEED.fields.labRef),
  source: optionalText(FEED.fields.source),
});

export type FeedText = InferInput<typeof feedSchema>;

/** The initial values of the form. */
export const textOf = (feed: Feed | null): FeedText => ({
  name: feed?.name ?? '',
  category: feed?.category ?? 'forage',
  dm: numberText(feed?.dm),
  me: numberText(feed?.me),
  cp: numberText(feed?.cp),
  basis: feed?.basis ?? 'dm',
  cost: numberText(feed?.cost),
  // The stock of an existing feed is corrected in another dialog (stock-dialog.tsx).
  inStockKg: '',
  analysisDate: feed?.analysisDate ?? '',
  labRef: feed?.labRef ?? '',
  source: feed?.source ?? '',
});
