// A job is queued as one entry. The pages of its fields also list the activities (sprays, fertiliser) that it creates.
import { listOf, textOf } from '@/domain/core/stored-json';
import { ACTIVITY } from '@/records/field-activities';
import { JOB, rowsOfJob } from '@/records/jobs';
import type { Entry } from './entry';
import type { Waiting } from './outbox';

/** The entries of this device with each job replaced by its field activities. */
export const withJobActivities = ({ entries, sent }: Pick<Waiting, 'entries' | 'sent'>) => ({
  entries: entries.flatMap(activitiesOf),
  sent: sent.flatMap(activitiesOf),
});

function activitiesOf(entry: Entry): Entry[] {
  if (entry.kind !== JOB.kind) return [entry];
  const asActivity = { ...entry, kind: ACTIVITY.kind, version: ACTIVITY.version };
  if (entry.action === 'insert') {
    return rowsOfJob(entry.id, entry.fields, 'activities').map(({ id, ...fields }) => ({
      ...asActivity,
      id: textOf(id),
      fields: { ...fields, work_id: entry.id },
    }));
  }
  // A job that is deleted strikes out its activities.
  return listOf(entry.seen?.['activities']).map((id) => ({
    ...asActivity,
    action: 'update' as const,
    fields: { struck: true },
    seen: null,
    id: textOf(id),
  }));
}
