// Movements of manure as outbox entries.
import type { Account } from '@/domain/account/account';
import type { NewEntry } from '@/offline/outbox/entry';
import { deleteOf, insertOf, updateOf } from '@/offline/outbox/record-entries';
import { deleteMutation, directMutation, saveMutation } from '@/offline/outbox/save-entries';
import { MOVEMENT, type Movement, type MovementFields } from '@/records/slurry';

export const saveMovement = saveMutation('Movement saved!', 'Error Saving Movement');
export const saveMovementEdit = saveMutation('Movement updated!', 'Error Updating Movement');
export const sendMovementNow = directMutation('Movement saved!', 'Error Saving Movement');
export const saveMovementDeletion = deleteMutation('Movement deleted.', 'Could not delete movement.');

/** What stays as it was when the movement was recorded. */
export type Fixed = Pick<Movement, 'regime' | 'pForm' | 'workId'>;

/** `parents`: the entry of its job, if that waits on this device too. */
export const insertMovement = (
  account: Account,
  id: string,
  values: MovementFields & Fixed,
  parents: string[],
): NewEntry => insertOf(MOVEMENT, account, id, values, parents);

/** Null if nothing was changed. */
export const updateMovement = (account: Account, movement: Movement, values: MovementFields): NewEntry | null =>
  updateOf(MOVEMENT, account, movement, values);

export const deleteMovement = (account: Account, movement: Movement): NewEntry => deleteOf(MOVEMENT, account, movement);
