// Meal mixes: recipes by inclusion %. Written online by the account holder; the crew reads them through a view without
// prices if rates are hidden.
import { percent, upTo } from '@/domain/core/number-rule';
import { BATCH_SIZE_REFUSED, BATCH_UNITS, type MealItem } from '@/domain/rations/meal';
import { mealItemsJson, mealItemsOf } from '@/domain/rations/mix-json';
import { choice, decimal, flag, instant, json, number, text } from '@/records/record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from '@/records/record';

export const MEAL_MIX = record('meal_mixes', {
  name: text('Name', 80),
  stockClass: text('Kind of stock', 60).optional(),
  batchSize: decimal('Batch size', { decimals: 3, min: 0.001, max: 999_999, outside: BATCH_SIZE_REFUSED }),
  batchUnit: choice(BATCH_UNITS),
  roundingKg: decimal('Round to', { ...upTo(1000, 2), min: 0.01 }),
  targetCpPct: decimal('Highest protein', { ...percent(), min: 0.01 }).optional(),
  notes: text('Notes', 2000).optional(),
  items: json<MealItem[]>([], mealItemsOf, mealItemsJson, 'Ingredients'),
  /** Counts up with every change of the ingredients. */
  version: number().fromDatabase(),
  /** False once it is out of use; batches keep it. */
  active: flag(),
  createdByName: text().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type MealMix = RecordOf<typeof MEAL_MIX>;
export type MealMixFields = Omit<EditableOf<typeof MEAL_MIX>, 'active'>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  meal_mixes: { 'mixes with their ingredients, the group and number of animals they are for, and notes': '*' },
};
