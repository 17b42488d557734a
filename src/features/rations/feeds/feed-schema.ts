import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { decimal, toInputText, type Decimal } from '@/domain/core/money';
import { CP_BASES, DRY_MATTER_REFUSED, FEED_CATEGORIES } from '@/domain/rations/feed';
import { FEED, type Feed } from '@/records/rations/feeds';
import { limitedText, optionalText } from '@/widgets/text-schema';
import { requiredNumber, optionalNumber } from '@/features/rations/number-schema';

/** The stock, typed in tonnes and converted to kg. Four decimals of a tonne give at most one decimal of a kg. */
export const stockTonnes = v.pipe(
  optionalNumber({ min: 0, max: 99_999, decimals: 4 }),
  v.transform((tonnes): Decimal | null => (tonnes === null ? null : decimal(tonnes * 1000))),
);

/** Input is the form's texts, output is a feed. The database enforces the same rules. */
export const feedSchema = v.object({
  name: v.pipe(limitedText(FEED.fields.name), v.nonEmpty('Give the feed a name.')),
  category: v.picklist(FEED_CATEGORIES),
  dm: requiredNumber({ min: 1, max: 100, decimals: 2, percent: true, message: DRY_MATTER_REFUSED }),
  me: optionalNumber({ min: 0, max: 25, decimals: 2 }),
  cp: optionalNumber({ min: 0, max: 300, decimals: 2, percent: true }),
  basis: v.picklist(CP_BASES),
  cost: optionalNumber({ min: 0, max: 99_999, decimals: 2 }),
  inStockKg: stockTonnes,
  analysisDate: v.pipe(
    v.string(),
    v.check((date) => date === '' || date >= '2000-01-01', 'Choose a date from the year 2000 on.'),
    v.transform((date) => date || null),
  ),
  labRef: optionalText(FEED.fields.labRef),
  source: optionalText(FEED.fields.source),
});

export type FeedText = InferInput<typeof feedSchema>;

const textOfNumber = (value: Decimal | null | undefined) => (value == null ? '' : toInputText(value));

/** The initial values of the form. */
export const textOf = (feed: Feed | null): FeedText => ({
  name: feed?.name ?? '',
  category: feed?.category ?? 'forage',
  dm: textOfNumber(feed?.dm),
  me: textOfNumber(feed?.me),
  cp: textOfNumber(feed?.cp),
  basis: feed?.basis ?? 'dm',
  cost: textOfNumber(feed?.cost),
  // The stock of an existing feed is corrected in another dialog (stock-dialog.tsx).
  inStockKg: '',
  analysisDate: feed?.analysisDate ?? '',
  labRef: feed?.labRef ?? '',
  source: feed?.source ?? '',
});
