// Converts a batch to an outbox entry, and an entry back to a row for the log.
import type { Account } from '@/domain/account/account';
import { todayIn } from '@/domain/core/time';
import type { NewEntry } from '@/offline/outbox/entry';
import { insertOf, rowMapper } from '@/offline/outbox/record-entries';
import type { RowMapper } from '@/offline/outbox/shown-rows';
import { MEAL_BATCH, type MealBatch } from '@/records/rations/meal-batches';
import type { MealMix } from '@/records/rations/meal-mixes';

type NewBatch = Pick<MealBatch, 'mixedAt' | 'kg' | 'items'> & { usedBy: string; note: string };

export const insertBatch = (
  account: Account,
  id: string,
  mix: MealMix,
  { usedBy, note, ...batch }: NewBatch,
): NewEntry =>
  // `mixName` is used only for the entry's title: the database sets the column itself.
  insertOf(MEAL_BATCH, account, id, {
    ...batch,
    ...{ mixId: mix.id, mixVersion: mix.version, mixName: mix.name },
    usedBy: usedBy.trim() || null,
    note: note.trim() || null,
  });

/** How batches in the outbox are merged into the log. New ones have no number yet; others are only struck out. */
export const batchMapper = (account: Account, mixes: readonly MealMix[]): RowMapper<MealBatch> =>
  rowMapper(MEAL_BATCH, account, (batch, before) => ({
    ...batch,
    mixName: before.mixName || (mixes.find(({ id }) => id === batch.mixId)?.name ?? ''),
    mixedOn: before.mixedOn || todayIn(account.settings.zone, new Date(batch.mixedAt || batch.createdAt)),
  }));
