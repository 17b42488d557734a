// The works list in groups: sums by customer, task, person, machine, field or day, calculated in the database over every
// row of the filter.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric } from '@/domain/core/money';
import type { Grouping, WorksGroup } from '@/domain/works/works-list';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { WorksReader } from './works';
import { totalsArguments, type WorksFilter } from './works-filter';

export type { Grouping, WorksGroup };

/** All groups of the filtered works, in no meaningful order. Days alone can be more than a thousand. */
export const worksGroupsQuery = (reader: WorksReader, filter: WorksFilter, grouping: Grouping) =>
  queryOptions({
    queryKey: [keys.works, reader.ownerId, reader.userId, reader.seesRates, 'groups', filter, grouping],
    queryFn: async ({ signal }): Promise<WorksGroup[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .rpc('works_groups', { ...totalsArguments(filter), p_group: grouping })
          .order('key')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        key: row.key,
        label: row.label,
        entries: row.entries,
        minutes: row.minutes,
        value: fromNumeric(row.value),
        needsRate: row.needs_rate,
        needsQuantity: row.needs_quantity,
      }));
    },
    meta: { failed: loadFailed },
  });

/** The filter narrowed to the entries of one group. */
export function filterOfGroup(filter: WorksFilter, grouping: Grouping, key: string): WorksFilter {
  switch (grouping) {
    case 'customer':
      return { ...filter, customers: [key] };
    case 'task':
      return { ...filter, tasks: [key] };
    case 'person':
      return { ...filter, people: [key] };
    case 'machine':
      return { ...filter, machines: [key] };
    case 'field':
      return { ...filter, fields: [key] };
    case 'day':
      return { ...filter, from: key, to: key };
  }
}
