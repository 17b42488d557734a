import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { decimal, type Decimal } from '@/domain/core/money';
import { optionalNumber } from '@/domain/core/typed';
import { FEED, type Feed } from '@/records/rations/feeds';
import { formOf } from '@/widgets/record-form';

const form = formOf(FEED, ['active']);

/** The stock, typed in tonnes and converted to kg. Four decimals of a tonne give at most one decimal of a kg. */
export const stockTonnes = v.pipe(
  optionalNumber({ max: 99_999, decimals: 4 }),
  v.transform((tonnes): Decimal | null => (tonnes === null ? null : decimal(tonnes * 1000))),
);

/** Input is the form's texts, output is a feed. The database enforces the same rules. */
export const feedSchema = v.object({
  ...form.entries,
  name: v.pipe(form.entries.name, v.nonEmpty('Give the feed a name.')),
  inStockKg: stockTonnes,
});

export type FeedText = InferInput<typeof feedSchema>;

/** The initial values of the form. */
export const textOf = (feed: Feed | null): FeedText => ({
  ...form.textsOf(feed),
  // The stock of an existing feed is corrected in another dialog (stock-dialog.tsx).
  inStockKg: '',
});
