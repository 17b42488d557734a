// A whole job: its lines, people, machines, fields, materials and activities. It is one entry of the outbox, written by one
// database function.
import { fieldsOf, listOf } from '@/domain/core/stored-json';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import type { CapturedType } from './captured';
import { ACTIVITY } from './field-activities';
import { MACHINE, READING } from './machines';
import type { Columns } from './record';
import { SCHEDULE } from './services';
import { WORK } from './works';

/** The lists of a job, in the order in which their rows get their ids. */
const JOB_LISTS = ['lines', 'people', 'machines', 'fields', 'materials', 'activities'] as const;
type JobList = (typeof JOB_LISTS)[number];

/** The entry's `fields` contain the lists without ids of their rows: `partId` derives these from the entry's id. */
export const JOB: CapturedType = {
  kind: 'job',
  table: 'works',
  readFrom: 'listed_works',
  keyColumn: 'job_id',
  version: 1,
  functions: { insert: 'log_job', delete: 'delete_job' },
  derived: [],
  invalidates: [...WORK.invalidates, keys.jobs, MACHINE.table, READING.table, SCHEDULE.table, ...ACTIVITY.invalidates],
  asksOnDuplicateId: true,
  canBeRestored: true,
  editAt: (id) => `/add-work?job=${id}`,
  canAddAgain: () => false,
};

const MASK = 0xffffn;

/**
 * The id of a row of a job, derived from the job's id: if the job is saved under another id, its rows get new ids too, and
 * a repeated request sends the same ids.
 */
export function partId(job: string, list: JobList, at: number): string {
  if (list === 'lines' && at === 0) return job;
  const number = BigInt(JOB_LISTS.indexOf(list)) * 1000n + BigInt(at);
  const tail = BigInt(`0x${job.slice(-4)}`) ^ (number & MASK);
  return job.slice(0, -4) + tail.toString(16).padStart(4, '0');
}

export const rowsOfJob = (id: string, fields: Columns, list: JobList): Columns[] =>
  // The cast is safe: the rows are JSON, as they come from JSON.
  listOf(fields[list]).map((row, at) => ({ ...(fieldsOf(row) as Columns), id: partId(id, list, at) }));

/** The argument of `log_job`. */
export const jobContent = (id: string, fields: Columns, recordedAt: string): Json => ({
  id,
  recorded_at: recordedAt,
  ...Object.fromEntries(JOB_LISTS.map((list) => [list, rowsOfJob(id, fields, list)])),
});

/** The lines of a job as they are in `works`: its lines, and the materials that have a price. */
export function linesOfJob(id: string, fields: Columns): Columns[] {
  const lines = rowsOfJob(id, fields, 'lines');
  const [head = {}] = lines;
  const charged = rowsOfJob(id, fields, 'materials').filter(({ unit_price: price }) => typeof price === 'number');
  const materials = charged.map((material): Columns => {
    const words = [material['unit'] === 'each' ? null : material['unit'], material['batch']];
    return {
      ...{ customer: head['customer'] ?? '', customer_id: head['customer_id'] ?? null },
      ...{ work_date: head['work_date'] ?? null, id: material['id'] ?? null, task_name: material['product'] ?? '' },
      ...{ chargeable_unit: 'each', rate: material['unit_price'] ?? null, quantity: material['quantity'] ?? null },
      task_description:
        words.filter((word): word is string => typeof word === 'string' && word !== '').join(', ') || null,
    };
  });
  return [...lines, ...materials].map((line, at) => ({ ...line, job_id: id, line: at + 1 }));
}
