import * as keys from '@/lib/query-keys';
import { ACTIVITY } from '@/records/field-activities';
import { JOB } from '@/records/jobs';

/** The queries that are read again once a deleted entry is restored. */
export const RESTORED_WITH_WORK = [keys.works, keys.attachments, ACTIVITY.table, ...JOB.invalidates] as const;
