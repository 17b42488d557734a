// Meal mixes: the whole crew mixes batches by them.
import { MEAL_MIX, type MealMixFields } from '@/records/rations/meal-mixes';
import { fromRow, toRow, type RowOf } from '@/records/record';
import { addMix, mixesQuery, setMixActive, updateMix, type MixReader } from './mixes';

const MIXES = {
  table: MEAL_MIX.table,
  select: MEAL_MIX.select,
  read: (row: RowOf<typeof MEAL_MIX>) => fromRow(MEAL_MIX, row),
  write: (fields: Partial<MealMixFields>) => toRow(MEAL_MIX, fields),
};

export const mealMixesQuery = (reader: MixReader) => mixesQuery(MIXES, reader);
export const addMealMix = addMix(MIXES);
export const updateMealMix = updateMix(MIXES);
export const setMealMixActive = setMixActive(MIXES);
