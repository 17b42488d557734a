// The rows of a job in each of its tables.
type Query = (text: string) => PromiseLike<readonly { of: string; n: number }[]>;

/** How many rows of this job each table has. */
export async function countJobRows(query: Query, job: string): Promise<Record<string, number>> {
  const tables = ['works', 'job_people', 'job_machines', 'job_fields', 'job_materials'];
  const rows = await query(
    tables
      .map((name) => `select '${name}' as of, count(*)::int as n from public.${name} where job_id = '${job}'`)
      .join(' union all '),
  );
  return Object.fromEntries(rows.map(({ of, n }) => [of, n]));
}

export const NO_JOB_ROWS = { works: 0, job_people: 0, job_machines: 0, job_fields: 0, job_materials: 0 };
