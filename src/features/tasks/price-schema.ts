// Form schema of a price with dates.
import type { InferInput, InferOutput } from 'valibot';
import * as v from 'valibot';
import { toInputText, type Decimal } from '@/domain/core/money';
import { isDate } from '@/domain/core/time';
import type { Price } from '@/domain/prices/price';
import type { Task } from '@/records/tasks';
import { rateField } from '@/widgets/text-schema';

const day = v.pipe(
  v.string(),
  v.check(isDate, 'Choose a date.'),
  v.check((date) => date >= '2000-01-01', 'Choose a date from the year 2000 on.'),
  v.check((date) => date < '2200-01-01', 'Choose a date before the year 2200.'),
);

const fields = v.object({
  /** Empty for everybody. */
  customerId: v.pipe(
    v.string(),
    v.transform((id) => id || null),
  ),
  chargeableUnit: v.pipe(v.string(), v.nonEmpty('Choose a unit.')),
  rate: v.pipe(
    rateField,
    v.rawTransform<Decimal | null, Decimal>(({ dataset, addIssue, NEVER }) => {
      if (dataset.value !== null) return dataset.value;
      addIssue({ message: 'Enter a rate. 0: no charge.' });
      return NEVER;
    }),
  ),
  validFrom: day,
  validTo: v.union(
    [
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      day,
    ],
    'Choose a date.',
  ),
});

export const priceSchema = v.pipe(
  fields,
  v.forward(
    v.partialCheck(
      [['validFrom'], ['validTo']],
      ({ validFrom, validTo }) => validTo === null || validTo >= validFrom,
      'The last day is before the first day.',
    ),
    ['validTo'],
  ),
);

export type PriceInput = InferInput<typeof priceSchema>;
export type PriceOutput = InferOutput<typeof priceSchema>;

/** Initial values: the existing price, or a new one from today. */
export const priceValues = (task: Task, price: Price | null, today: string): PriceInput => ({
  customerId: price?.customerId ?? '',
  chargeableUnit: price?.chargeableUnit ?? task.chargeableUnit ?? 'hour',
  rate: price === null ? '' : toInputText(price.rate),
  validFrom: price?.validFrom ?? today,
  validTo: price?.validTo ?? '',
});
