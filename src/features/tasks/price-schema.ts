// Form schema of a price with dates.
import type { InferInput, InferOutput } from 'valibot';
import * as v from 'valibot';
import { isDate } from '@/domain/core/time';
import { RATE } from '@/domain/core/number-rule';
import { emptyAsNull, numberText, requiredDate, requiredNumber } from '@/domain/core/typed';
import type { Price } from '@/domain/prices/price';
import type { Task } from '@/records/tasks';

const day = v.pipe(
  v.string(),
  v.check(isDate, 'Choose a date.'),
  v.check((date) => date < '2200-01-01', 'Choose a date before the year 2200.'),
  requiredDate(),
);

const fields = v.object({
  /** Empty for everybody. */
  customerId: v.pipe(v.string(), emptyAsNull),
  chargeableUnit: v.pipe(v.string(), v.nonEmpty('Choose a unit.')),
  rate: requiredNumber({ ...RATE, empty: 'Enter a rate. 0: no charge.' }),
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
  rate: numberText(price?.rate),
  validFrom: price?.validFrom ?? today,
  validTo: price?.validTo ?? '',
});
