// The latest check of each template on each machine, by anyone in the crew (the view checklist_standing).
import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { polledEveryMinute } from '@/data/polling';
import type { Account } from '@/domain/account/account';
import type { LatestCheck } from '@/domain/checklists/checklist-board';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

const COLUMNS =
  `templateId:template_id, templateName:template_name, machine, completionId:completion_id, result, defects,
  doneOn:done_on, completedAt:completed_at, createdByName:created_by_name` as const;

/** The whole crew may read this: a driver has to know that a colleague found the brakes defective. */
export const latestChecksQuery = ({ ownerId }: Pick<Account, 'ownerId'>) =>
  queryOptions({
    queryKey: [keys.latestChecks, ownerId],
    queryFn: ({ signal }): Promise<LatestCheck[]> =>
      allRows<LatestCheck>((from, to) =>
        supabase
          .from('checklist_standing')
          .select(COLUMNS)
          .eq('user_id', ownerId)
          .order('completed_at', { ascending: false })
          .order('completion_id')
          .range(from, to)
          .abortSignal(signal)
          // The type generator makes a view's columns nullable; these come from not-null columns, except for the
          // machine.
          .overrideTypes<LatestCheck[], { merge: false }>(),
      ),
    // Always read in full: with one row for each machine and check, asking first for changes would not save much.
    ...polledEveryMinute,
    meta: { offline: 'list', failed: loadFailed },
  });
