// The people, machines, fields and materials of a stored job: reading and changing them.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { rowsOf } from '@/data/record-requests';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { JOB_FIELD, JOB_MACHINE, JOB_MATERIAL, JOB_PERSON } from '@/records/job-parts';
import { JOB } from '@/records/jobs';
import { columnsOf, fromRow, type Columns, type RecordType } from '@/records/record';
import type { WorksReader } from './works';

type Reader = Pick<WorksReader, 'ownerId' | 'userId'>;

/** One of the lists of a job, sorted by a column. */
async function partsOf<Type extends RecordType>(
  part: Type,
  sorted: string,
  { ownerId, job, signal }: { ownerId: string; job: string; signal: AbortSignal },
) {
  const rows = await rowsOf(part, ownerId).eq('job_id', job).order(sorted).order('id').limit(400).abortSignal(signal);
  return unwrap(rows).map((row) => fromRow(part, row));
}

/** The four lists of a job. */
export async function readParts({ ownerId }: Reader, job: string, signal: AbortSignal) {
  const of = { ownerId, job, signal };
  const [people, machines, fields, materials] = await Promise.all([
    partsOf(JOB_PERSON, 'name', of),
    partsOf(JOB_MACHINE, 'machine_name', of),
    partsOf(JOB_FIELD, 'field_name', of),
    partsOf(JOB_MATERIAL, 'product', of),
  ]);
  return { people, machines, fields, materials };
}

/** A part as `change_job` takes it and as an entry of the outbox holds it. */
const rowOf =
  (part: RecordType) =>
  ({ id, updatedAt, ...values }: { id: string; updatedAt: string }): Columns & { id: string; updated_at: string } => ({
    ...columnsOf(part, values, ['write', 'insert', 'none']),
    ...{ id, updated_at: updatedAt },
  });

/** The rows that `change_job` replaces: of the materials those without a price, each with its cost. */
async function readEditedRows(reader: Reader, id: string, signal: AbortSignal) {
  const [{ people, machines, fields, materials }, costs] = await Promise.all([
    readParts(reader, id, signal),
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
    people: people.map(rowOf(JOB_PERSON)),
    machines: machines.map(rowOf(JOB_MACHINE)),
    fields: fields.map(rowOf(JOB_FIELD)),
    materials: materials
      .filter(({ workId }) => workId === null)
      .map(rowOf(JOB_MATERIAL))
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
