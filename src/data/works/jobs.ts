// One job with its lines, people, machines, fields, materials, activities and signatures.
import { queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import type { ChargedMaterial, JobField, JobMachine, JobMaterial, JobPerson } from '@/domain/works/job';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { ACTIVITY, type Activity } from '@/records/field-activities';
import { fromRow, pickFields, type RowOf } from '@/records/record';
import { SIGNOFF, type Signoff } from '@/records/signoffs';
import type { Work } from '@/records/works';
import { readParts } from './job-parts';
import { selectWorks, toWork, type WorksReader } from './works';

export type JobParts = {
  people: JobPerson[];
  machines: JobMachine[];
  fields: JobField[];
  /** Materials without a price, which have no line of their own. */
  materials: JobMaterial[];
  chargedMaterials: ChargedMaterial[];
};
/** An activity that a job added to the record of a field. */
export type JobActivity = Pick<Activity, 'id' | 'fieldId' | 'fieldName' | 'activityType' | 'product'>;
type Job = JobParts & { lines: Work[]; signoffs: Signoff[]; activities: JobActivity[] };
const JOB_ACTIVITY = pickFields(ACTIVITY, ['fieldId', 'fieldName', 'activityType', 'product']);

/** The lines of a job in their order, with its parts and signatures. No lines: the job does not exist. */
export const jobQuery = (reader: WorksReader, id: string) =>
  queryOptions({
    queryKey: [keys.jobs, reader.ownerId, reader.userId, reader.seesRates, id],
    queryFn: async ({ signal }): Promise<Job> => {
      const [lines, { people, machines, fields, materials }, signoffs, activities] = await Promise.all([
        selectWorks(reader)
          .eq('user_id', reader.ownerId)
          .eq('job_id', id)
          .order('line')
          .order('id')
          .limit(400)
          .abortSignal(signal),
        readParts(reader, id, signal),
        supabase
          .from('crew_signoffs')
          .select<string, RowOf<typeof SIGNOFF>>(SIGNOFF.select)
          .eq('user_id', reader.ownerId)
          .eq('job_id', id)
          .order('version')
          .limit(400)
          .abortSignal(signal),
        supabase
          .from('field_activities')
          .select<string, RowOf<typeof JOB_ACTIVITY>>(JOB_ACTIVITY.select)
          .eq('user_id', reader.ownerId)
          // The job's first line has the same id as the job.
          .eq('work_id', id)
          .eq('struck', false)
          .order('field_name')
          .order('id')
          .limit(400)
          .abortSignal(signal),
      ]);
      return {
        lines: unwrap(lines).map(toWork),
        ...{ people, machines, fields },
        materials: materials.filter(({ workId }) => workId === null),
        chargedMaterials: materials.flatMap(({ workId, unit, batch }) =>
          workId === null ? [] : [{ workId, unit, batch }],
        ),
        signoffs: unwrap(signoffs).map((row) => fromRow(SIGNOFF, row)),
        activities: unwrap(activities).map((row) => fromRow(JOB_ACTIVITY, row)),
      };
    },
    meta: { failed: loadFailed },
  });
