// Movements of manure as outbox entries.
import type { Account } from '@/domain/account/account';
import type { NewEntry } from '@/offline/outbox/entry';
import { insertOf, strikeOf, updateOf } from '@/offline/outbox/record-entries';
import { deleteMutation, directMutation, saveMutation } from '@/offline/outbox/save-entries';
import { MOVEMENT, type Movement, type MovementFields } from '@/records/slurry';

export const saveMovement = saveMutation('Movement saved!', 'Error Saving Movement');
export const saveMovementEdit = saveMutation('Movement updated!', 'Error Updating Movement');
export const sendMovementNow = directMutation('Movement saved!', 'Error Saving Movement');
export const saveMovementStrike = deleteMutation('Movement struck out.', 'Could not strike out movement.');
export const saveMovementReturn = deleteMutation('Movement is back.', 'Could not bring back movement.');

/** The fields that are set when a movement is recorded and never change. */
export type FixedFields = Pick<Movement, 'regime' | 'pForm' | 'workId'>;

/** `parents`: the outbox entry of its job, if that is not sent yet. */
export const insertMovement = (
  account: Account,
  id: string,
  values: MovementFields & FixedFields,
  parents: string[],
): NewEntry => insertOf(MOVEMENT, account, id, values, parents);

/** Null if nothing was changed. */
export const updateMovement = (account: Account, movement: Movement, values: MovementFields): NewEntry | null =>
  updateOf(MOVEMENT, account, movement, values);

/** Strikes a movement out as entered by mistake, or brings it back. */
export const strikeMovement = (account: Account, movement: Movement, struck: boolean): NewEntry =>
  strikeOf(MOVEMENT, account, movement, struck);
