// The works of whole days, as the diary shows them beside the planned events.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { selectWorks, toWork, type WorksReader } from '@/data/works/works';
import type { Range } from '@/domain/core/calendar';
import * as keys from '@/lib/query-keys';
import type { Work } from '@/records/works';

/** Every entry of the days, oldest first. */
export const worksOfDaysQuery = (reader: WorksReader, { from, to }: Range) =>
  queryOptions({
    queryKey: [keys.works, reader.ownerId, reader.userId, reader.seesRates, 'days', from, to],
    queryFn: async ({ signal }): Promise<Work[]> => {
      const rows = await allRows((first, last) =>
        selectWorks(reader)
          .eq('user_id', reader.ownerId)
          .gte('work_date', from)
          .lte('work_date', to)
          .order('work_date')
          .order('id')
          .range(first, last)
          .abortSignal(signal),
      );
      return rows.map(toWork);
    },
    meta: { failed: loadFailed },
  });
