// The people, machines, fields and materials of a stored job: reading and changing them.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { JOB } from '@/records/jobs';
import type { WorksReader } from './works';

type Reader = Pick<WorksReader, 'ownerId' | 'userId'>;

/** The rows of a job in its four lists. */
export async function readPartRows({ ownerId }: Reader, id: string, signal: AbortSignal) {
  const [people, machines, fields, materials] = await Promise.all([
    supabase
      .from('job_people')
      .select('id, updated_at, person_id, name, minutes, start_time, finish_time, breaks')
      .eq('user_id', ownerId)
      .eq('job_id', id)
      .order('name')
      .order('id')
      .limit(400)
      .abortSignal(signal),
    supabase
      .from('job_machines')
      .select('id, updated_at, machine_id, machine_name, implement, hours, meter_end')
      .eq('user_id', ownerId)
      .eq('job_id', id)
      .order('machine_name')
      .order('id')
      .limit(400)
      .abortSignal(signal),
    supabase
      .from('job_fields')
      .select('id, updated_at, field_id, field_name, area_ha, part')
      .eq('user_id', ownerId)
      .eq('job_id', id)
      .order('field_name')
      .order('id')
      .limit(400)
      .abortSignal(signal),
    supabase
      .from('job_materials')
      .select('id, updated_at, work_id, product, quantity, unit, batch')
      .eq('user_id', ownerId)
      .eq('job_id', id)
      .order('product')
      .order('id')
      .limit(400)
      .abortSignal(signal),
  ]);
  return {
    ...{ people: unwrap(people), machines: unwrap(machines) },
    ...{ fields: unwrap(fields), materials: unwrap(materials) },
  };
}

/** The rows that `change_job` replaces: of the materials those without a price, each with its cost. */
async function readEditedRows(reader: Reader, id: string, signal: AbortSignal) {
  const [rows, costs] = await Promise.all([
    readPartRows(reader, id, signal),
    // Employees get none.
    supabase
      .from('job_costs')
      .select('id, cost')
      .eq('user_id', reader.ownerId)
      .eq('job_id', id)
      .eq('kind', 'material')
      .limit(400)
      .abortSignal(signal),
  ]);
  const costOf = new Map(unwrap(costs).map((row) => [row.id, row.cost]));
  return {
    ...rows,
    materials: rows.materials
      .filter(({ work_id: workId }) => workId === null)
      .map((row) => ({ ...row, unit_cost: costOf.get(row.id) ?? null })),
  };
}

export type EditedRows = Awaited<ReturnType<typeof readEditedRows>>;

/** The same for the form that changes them. Never read from the cache, because `change_job` refuses outdated rows. */
export const editedJobQuery = (reader: Reader, id: string) =>
  queryOptions({
    queryKey: [keys.jobs, reader.ownerId, reader.userId, 'edited', id],
    queryFn: ({ signal }) => readEditedRows(reader, id, signal),
    staleTime: 0,
    gcTime: 0,
    meta: { failed: loadFailed },
  });

/** `change_job`: replaces the four lists of a job in one transaction, unless somebody changed them meanwhile. */
export const changeJob = mutationOptions({
  mutationKey: ['jobs', 'change'],
  mutationFn: async (job: { id: string } & Record<'people' | 'machines' | 'fields' | 'materials' | 'seen', Json>) =>
    unwrap(await supabase.rpc('change_job', { p_job: job })),
  meta: {
    saved: { title: 'Job updated!' },
    failed: { title: 'Error' },
    invalidates: [keys.works, ...JOB.invalidates],
  },
});
