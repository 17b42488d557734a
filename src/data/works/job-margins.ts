// Margins of jobs, for the account holder, and the hourly costs from which they are calculated.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric, toNumeric, type Decimal } from '@/domain/core/money';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type Margin = {
  /** The job or the customer. */
  key: string;
  jobs: number;
  revenue: Decimal;
  people: Decimal;
  machines: Decimal;
  materials: Decimal;
  margin: Decimal;
  /** "Dan: cost of an hour": costs that are not known, so the margin does not deduct them. */
  missing: string[];
};

/** The margins of the jobs in these days, one row for each job or for each customer. */
export const marginsQuery = (ownerId: string, from: string, to: string, by: 'job' | 'customer') =>
  queryOptions({
    queryKey: [keys.jobs, ownerId, 'margins', from, to, by],
    queryFn: async ({ signal }): Promise<Margin[]> =>
      unwrap(await supabase.rpc('job_margins', { p_from: from, p_to: to, p_by: by }).abortSignal(signal)).map(
        (row) => ({
          ...{ key: row.key, jobs: row.jobs, missing: row.missing },
          ...{ revenue: fromNumeric(row.revenue), margin: fromNumeric(row.margin) },
          ...{
            people: fromNumeric(row.people),
            machines: fromNumeric(row.machines),
            materials: fromNumeric(row.materials),
          },
        }),
      ),
    meta: { failed: loadFailed },
  });

type NewCost = {
  ownerId: string;
  /** From this day on. */
  validFrom: string;
  people: readonly { personId: string | null; name: string; cost: Decimal }[];
  machines: readonly { machineId: string; cost: Decimal }[];
};

/** Stores the hourly costs. The database fills them in on jobs from that day on that have no cost yet. */
export const addCosts = mutationOptions({
  mutationKey: ['jobs', 'costs'],
  mutationFn: async ({ ownerId, validFrom, people, machines }: NewCost) => {
    if (people.length > 0) {
      unwrap(
        await supabase.from('people_costs').insert(
          people.map(({ personId, name, cost }) => ({
            ...{ id: crypto.randomUUID(), user_id: ownerId, person_id: personId, name },
            ...{ hourly_cost: toNumeric(cost), valid_from: validFrom },
          })),
        ),
      );
    }
    for (const { machineId, cost } of machines) {
      unwrap(
        await supabase
          .from('machine_costs')
          .update({ hourly_cost: toNumeric(cost) })
          .eq('user_id', ownerId)
          .eq('id', machineId)
          .select('id')
          .single(),
      );
    }
  },
  meta: {
    saved: { title: 'Costs saved!' },
    failed: { title: 'Error', description: 'Could not save the costs.' },
    invalidates: [keys.jobs],
  },
});
