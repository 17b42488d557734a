// How machines stand: the last check of each template on each machine, whoever of the crew did it.
import { queryOptions } from '@tanstack/react-query';
import type { Account } from '@/domain/account';
import type { Standing } from '@/domain/checklist-board';
import { supabase } from '@/lib/supabase';
import { allRows } from './all-rows';
import { loadFailed } from './load-failed';
import { reachesPeople } from './reaches-people';

const COLUMNS =
  `templateId:template_id, templateName:template_name, machine, completionId:completion_id, result, defects,
  doneOn:done_on, completedAt:completed_at, createdByName:created_by_name` as const;

/** The whole crew sees this much: who takes a machine out has to know that another found its brakes gone. */
export const standingQuery = ({ ownerId }: Pick<Account, 'ownerId'>) =>
  queryOptions({
    queryKey: ['checklist-standing', ownerId],
    queryFn: ({ signal }): Promise<Standing[]> =>
      allRows<Standing>((from, to) =>
        supabase
          .from('checklist_standing')
          .select(COLUMNS)
          .eq('user_id', ownerId)
          .order('completed_at', { ascending: false })
          .order('completion_id')
          .range(from, to)
          .abortSignal(signal)
          // A view's columns are nullable to the type generator; these come from not-null columns but for the machine.
          .overrideTypes<Standing[], { merge: false }>(),
      ),
    // A row for each machine and its check: no smaller question would spare much.
    ...reachesPeople,
    meta: { failed: loadFailed },
  });
