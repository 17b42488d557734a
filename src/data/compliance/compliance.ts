// What has to be done or kept for an inspection, and what was done. Account holder only.
import { DESCENDING, recordsQuery } from '@/data/record-requests';
import { COMPLIANCE_ITEM } from '@/records/compliance';
import { COMPLIANCE_DONE } from '@/records/compliance-done';

export const complianceItemsQuery = (ownerId: string) =>
  recordsQuery(COMPLIANCE_ITEM, ownerId, [], (rows) => rows.order('title').order('id'));

/** Every time that something was done, the latest first: the next dates follow from all of them. */
export const complianceDoneQuery = (ownerId: string) =>
  recordsQuery(COMPLIANCE_DONE, ownerId, [], (rows) =>
    rows.order('done_on', DESCENDING).order('created_at', DESCENDING).order('id', DESCENDING),
  );
