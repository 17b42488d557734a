// A job is queued as one entry. Lists show its lines like works that were saved one by one.
import { listOf } from '@/domain/core/stored-json';
import { JOB, linesOfJob } from '@/records/jobs';
import { WORK } from '@/records/works';
import type { Entry } from './entry';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The entries with each job replaced by its lines. */
export const withJobLines = (entries: readonly Entry[]): readonly Entry[] =>
  entries.some(({ kind }) => kind === JOB.kind) ? entries.flatMap(linesOf) : entries;

function linesOf(entry: Entry): Entry[] {
  if (entry.kind !== JOB.kind) return [entry];
  const asWork = { ...entry, kind: WORK.kind, version: WORK.version };
  if (entry.action === 'insert') {
    return linesOfJob(entry.id, entry.fields).map(({ id, ...fields }) => ({
      ...asWork,
      id: textOf(id),
      fields,
      title: `${textOf(fields['task_name'])}, ${textOf(fields['customer'])}`,
    }));
  }
  return listOf(entry.seen?.['lines']).map((id) => ({ ...asWork, seen: null, id: textOf(id) }));
}

/** The waiting entry of the job that this work is a line of, if the database does not have the job yet. */
export const waitingJob = (entries: readonly Entry[], { jobId }: { jobId: string }): Entry | undefined =>
  entries.find(
    ({ kind, id, action, state }) =>
      kind === JOB.kind && id === jobId && action === 'insert' && state !== 'acknowledged',
  );
