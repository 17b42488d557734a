// The terms of leave: the farm's days of holiday, leave year and working days, and the values that differ for one person.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import type { LeaveTerms } from '@/domain/time-off/leave';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type FarmLeave = LeaveTerms & {
  /** The month in which the leave year begins: 1 to 12. */
  startMonth: number;
};
type PersonRow = {
  personId: string;
  /** Null: the farm's value applies. */
  days: number | null;
  workDays: number[] | null;
};
type Leave = { farm: FarmLeave; people: readonly PersonRow[] };

/** The account holder reads the terms of every person, an employee their own. */
export const leaveQuery = ({ ownerId, userId }: Pick<Account, 'ownerId' | 'userId'>) =>
  queryOptions({
    queryKey: [keys.leaveTerms, ownerId, userId],
    queryFn: async ({ signal }): Promise<Leave> => {
      const [farm, people] = await Promise.all([
        supabase
          .from('farm_settings')
          .select('days:leave_days, startMonth:leave_month, workDays:work_days')
          .eq('user_id', ownerId)
          .abortSignal(signal)
          .single(),
        allRows((first, last) =>
          supabase
            .from('leave_terms')
            .select<string, PersonRow>('personId:person_id, days:leave_days, workDays:work_days')
            .eq('user_id', ownerId)
            .order('person_id')
            .range(first, last)
            .abortSignal(signal),
        ),
      ]);
      return { farm: unwrap(farm), people };
    },
    meta: { failed: loadFailed },
  });

/** The terms that apply to one person. */
export function termsOf({ farm, people }: Leave, personId: string): LeaveTerms {
  const own = people.find((person) => person.personId === personId);
  return { days: own?.days ?? farm.days, workDays: own?.workDays ?? farm.workDays };
}

export const saveFarmLeave = mutationOptions({
  mutationKey: ['leave-terms', 'farm'],
  mutationFn: async ({ ownerId, farm }: { ownerId: string; farm: FarmLeave }) =>
    unwrap(
      await supabase
        .from('farm_settings')
        .update({ leave_days: farm.days, leave_month: farm.startMonth, work_days: [...farm.workDays] })
        .eq('user_id', ownerId)
        .select('user_id')
        .single(),
    ),
  meta: {
    saved: { title: 'Holidays saved!' },
    failed: { title: 'Error Saving' },
    invalidates: [keys.leaveTerms, keys.farmSettings],
  },
});

export const savePersonLeave = mutationOptions({
  mutationKey: ['leave-terms', 'person'],
  mutationFn: async ({ ownerId, person }: { ownerId: string; person: PersonRow }) =>
    unwrap(
      await supabase
        .from('leave_terms')
        .upsert({
          ...{ user_id: ownerId, person_id: person.personId },
          ...{ leave_days: person.days, work_days: person.workDays },
        })
        .select('person_id'),
    ),
  meta: { saved: { title: 'Holidays saved!' }, failed: { title: 'Error Saving' }, invalidates: [keys.leaveTerms] },
});
