// Activities and harvests as outbox entries, and waiting entries as rows of a field's lists.
import type { Account } from '@/domain/account/account';
import { deleteOf, insertOf, rowsFrom, strikeOf, updateOf } from '@/offline/outbox/record-entries';
import { deleteMutation, directMutation, saveMutation } from '@/offline/outbox/save-entries';
import {
  ACTIVITY,
  HARVEST,
  type Activity,
  type ActivityFields,
  type Harvest,
  type HarvestFields,
} from '@/records/field-activities';

export const saveActivity = saveMutation('Activity saved!', 'Error Saving Activity');
export const saveActivityEdit = saveMutation('Activity updated!', 'Error Updating Activity');
export const sendActivityNow = directMutation('Activity saved!', 'Error Saving Activity');
export const saveActivityDeletion = deleteMutation('Activity deleted.', 'Could not delete activity.');
export const saveActivityStrike = deleteMutation('Activity struck out.', 'Could not strike out activity.');
export const saveActivityReturn = deleteMutation('Activity is back.', 'Could not bring back activity.');
export const saveHarvest = saveMutation('Harvest saved!', 'Error Saving Harvest');
export const saveHarvestEdit = saveMutation('Harvest updated!', 'Error Updating Harvest');
export const sendHarvestNow = directMutation('Harvest saved!', 'Error Saving Harvest');
export const saveHarvestStrike = deleteMutation('Harvest struck out.', 'Could not strike out harvest.');
export const saveHarvestReturn = deleteMutation('Harvest is back.', 'Could not bring back harvest.');

export const insertActivity = (account: Account, id: string, fieldName: string, values: ActivityFields) =>
  insertOf(ACTIVITY, account, id, { ...values, fieldName });
export const updateActivity = (account: Account, activity: Activity, values: ActivityFields) =>
  updateOf(ACTIVITY, account, activity, values);
/** Strikes an activity out as entered by mistake, or brings it back. */
export const strikeActivity = (account: Account, activity: Activity, struck: boolean) =>
  strikeOf(ACTIVITY, account, activity, struck);
/** Only a planned one: what was done is kept. */
export const deleteActivity = (account: Account, activity: Activity) => deleteOf(ACTIVITY, account, activity);
export const insertHarvest = (account: Account, id: string, fieldName: string, values: HarvestFields) =>
  insertOf(HARVEST, account, id, { ...values, fieldName });
export const updateHarvest = (account: Account, harvest: Harvest, values: HarvestFields) =>
  updateOf(HARVEST, account, harvest, values);
/** Strikes a harvest out as entered by mistake, or brings it back. */
export const strikeHarvest = (account: Account, harvest: Harvest, struck: boolean) =>
  strikeOf(HARVEST, account, harvest, struck);

const author = ({ userId, firstName, lastName }: Account, recordedAt: string, isInsert: boolean) => ({
  createdBy: userId,
  createdByName: isInsert ? [firstName, lastName].filter(Boolean).join(' ') : '',
  createdAt: recordedAt,
});
export const activityMapper = (account: Account) =>
  rowsFrom(ACTIVITY, ({ action, recordedAt }) => author(account, recordedAt, action === 'insert'));
export const harvestMapper = (account: Account) =>
  rowsFrom(HARVEST, ({ action, recordedAt }) => author(account, recordedAt, action === 'insert'));
