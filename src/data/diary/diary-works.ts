// The works of whole days, as the diary shows them beside the planned events.
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { listed, toWork, type Work, type WorkRow, type WorksWho } from '@/data/works/works';
import type { Range } from '@/domain/core/calendar';

/** Every entry of the days, oldest first. */
export const worksOfDaysQuery = (who: WorksWho, { from, to }: Range) =>
  queryOptions({
    queryKey: ['works', who.ownerId, who.userId, who.seesRates, 'days', from, to],
    queryFn: async ({ signal }): Promise<Work[]> => {
      const rows = await allRows<WorkRow>((first, last) =>
        listed(who)
          .eq('user_id', who.ownerId)
          .gte('work_date', from)
          .lte('work_date', to)
          .order('work_date')
          .order('id')
          .range(first, last)
          .abortSignal(signal)
          .overrideTypes<WorkRow[], { merge: false }>(),
      );
      return rows.map(toWork);
    },
    meta: { failed: loadFailed },
  });
