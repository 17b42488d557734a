// Evidence as entries of the outbox.
import type { Account } from '@/domain/account/account';
import type { NewEntry } from '@/offline/outbox/entry';
import { deleteOf, insertOf, updateOf } from '@/offline/outbox/record-entries';
import { deleteMutation, directMutation, saveMutation } from '@/offline/outbox/save-entries';
import { COMPLIANCE_DONE, type ComplianceDone, type ComplianceDoneFields } from '@/records/compliance-done';

export const saveDone = saveMutation('Evidence saved!', 'Error Saving Evidence');
export const sendDoneNow = directMutation('Evidence saved!', 'Error Saving Evidence');
export const saveDoneDeletion = deleteMutation('Evidence deleted.', 'Could not delete evidence.');

export const insertDone = (account: Account, id: string, itemId: string, done: ComplianceDoneFields): NewEntry =>
  insertOf(COMPLIANCE_DONE, account, id, { ...done, itemId });

/** Null if nothing was changed. */
export const updateDone = (account: Account, done: ComplianceDone, edited: ComplianceDoneFields): NewEntry | null =>
  updateOf(COMPLIANCE_DONE, account, done, edited);

export const deleteDone = (account: Account, done: ComplianceDone): NewEntry =>
  deleteOf(COMPLIANCE_DONE, account, done);
