// Batches of meal mixes, with the lot numbers of their ingredients.
import type { Account } from '@/domain/account/account';
import { fromRow, type RowOf } from '@/records/record';
import { MEAL_BATCH, type MealBatch } from '@/records/rations/meal-batches';
import { logQuery, NO_LOG_FILTER, readAll, type LogFilter } from './logs';

type Reader = Pick<Account, 'ownerId'>;

const BATCHES = {
  table: 'meal_batches',
  select: MEAL_BATCH.select,
  at: 'mixed_at',
  on: 'mixed_on',
  read: (row: RowOf<typeof MEAL_BATCH>) => fromRow(MEAL_BATCH, row),
  timeOf: ({ mixedAt }: MealBatch) => mixedAt,
} as const;

export const batchesQuery = (reader: Reader, filter: LogFilter = NO_LOG_FILTER) => logQuery(BATCHES, reader, filter);
export const readAllBatches = (reader: Reader, filter: LogFilter) => readAll(BATCHES, reader, filter);
