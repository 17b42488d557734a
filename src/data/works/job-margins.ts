// Margins of jobs, for the account holder, and the hourly costs from which they are calculated.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric, toNumeric, type Decimal } from '@/domain/core/money';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

/** What a job earned and cost; null for an amount of which nothing is known. */
export type Margin = {
  jobId: string;
  revenue: Decimal | null;
  people: Decimal | null;
  machines: Decimal | null;
  materials: Decimal | null;
  /** Null until a value and a cost are known. */
  margin: Decimal | null;
  /** "Dan: cost of an hour": costs that are not known, so the margin does not deduct them. */
  missing: string[];
  /** Whether the cost of an hour of a person or machine is missing. */
  lacksCosts: boolean;
};

// The generated types do not know that a column of a function can be null.
const amountOf = (amount: number | null) => (amount === null ? null : fromNumeric(amount));

/** The margins of the jobs in these days. */
export const marginsQuery = (ownerId: string, from: string, to: string) =>
  queryOptions({
    queryKey: [keys.jobs, ownerId, 'margins', from, to],
    queryFn: async ({ signal }): Promise<Margin[]> =>
      unwrap(await supabase.rpc('job_margins', { p_from: from, p_to: to }).abortSignal(signal)).map((row) => ({
        ...{ jobId: row.key, missing: row.missing, lacksCosts: row.lacks_costs },
        ...{ revenue: amountOf(row.revenue), margin: amountOf(row.margin), people: amountOf(row.people) },
        ...{ machines: amountOf(row.machines), materials: amountOf(row.materials) },
      })),
    meta: { failed: loadFailed },
    // Changed entries do not invalidate a query of jobs.
    staleTime: 0,
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
