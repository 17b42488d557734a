// Converts a level to an outbox entry, and an entry back to a row for the list.
import type { Account } from '@/domain/account/account';
import type { NewEntry } from '@/offline/outbox/entry';
import { insertOf, rowsFrom, strikeOf } from '@/offline/outbox/record-entries';
import { deleteMutation, directMutation, saveMutation } from '@/offline/outbox/save-entries';
import type { RowMapper } from '@/offline/outbox/shown-rows';
import { SLURRY_LEVEL, type SlurryLevel, type SlurryLevelFields } from '@/records/slurry';

export const saveLevel = saveMutation('Level saved!', 'Error Saving Level');
export const sendLevelNow = directMutation('Level saved!', 'Error Saving Level');
export const saveLevelStrike = deleteMutation('Level struck out.', 'Could not strike out level.');
export const saveLevelReturn = deleteMutation('Level is back.', 'Could not bring back level.');

export const insertLevel = (account: Account, id: string, level: SlurryLevelFields & { storeId: string }): NewEntry =>
  insertOf(SLURRY_LEVEL, account, id, level);

/** Strikes a level out as entered by mistake, or brings it back. */
export const strikeLevel = (account: Account, level: SlurryLevel, struck: boolean): NewEntry =>
  strikeOf(SLURRY_LEVEL, account, level, struck);

/** How levels in the outbox are merged into the list. */
export const levelMapper = ({ firstName, lastName }: Account): RowMapper<SlurryLevel> =>
  rowsFrom(SLURRY_LEVEL, ({ recordedAt }) => ({
    createdByName: [firstName, lastName].filter(Boolean).join(' '),
    createdAt: recordedAt,
  }));
