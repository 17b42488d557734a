// Converts a feeding to an outbox entry, and an entry back to a row for the log.
import type { Account } from '@/domain/account/account';
import { add } from '@/domain/core/money';
import { todayIn } from '@/domain/core/time';
import type { NewEntry } from '@/offline/outbox/entry';
import { insertOf, rowMapper } from '@/offline/outbox/record-entries';
import type { RowMapper } from '@/offline/outbox/shown-rows';
import { TMR_FEEDING, type TmrFeeding } from '@/records/rations/tmr-feedings';
import type { TmrMix } from '@/records/rations/tmr-mixes';

type NewFeeding = Pick<TmrFeeding, 'fedAt' | 'headCount' | 'loads' | 'items' | 'refusalsKg'> & { note: string };

export const insertFeeding = (account: Account, id: string, mix: TmrMix, { note, ...feeding }: NewFeeding): NewEntry =>
  // `mixName` is used only for the entry's title: the database sets the column itself.
  insertOf(TMR_FEEDING, account, id, { ...feeding, mixId: mix.id, mixName: mix.name, note: note.trim() || null });

/** How feedings in the outbox are merged into the log. Stored ones are only struck out. */
export const feedingMapper = (account: Account, mixes: readonly TmrMix[]): RowMapper<TmrFeeding> =>
  rowMapper(TMR_FEEDING, account, (feeding, before) => {
    const mix = mixes.find(({ id }) => id === feeding.mixId);
    return {
      ...feeding,
      mixName: before.mixName || (mix?.name ?? ''),
      groupName: before.groupName ?? mix?.groupName ?? null,
      totalKg: add(...feeding.items.map(({ actual }) => actual)),
      fedOn: before.fedOn || todayIn(account.settings.zone, new Date(feeding.fedAt || feeding.createdAt)),
    };
  });
