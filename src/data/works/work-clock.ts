// The times at which an entry was saved (by its device's clock) and received, if they differ by more than a day.
import { queryOptions } from '@tanstack/react-query';
import * as keys from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

type WorkClock = {
  /** ISO instants. */
  recordedAt: string;
  createdAt: string;
};

/** Null if the two times agree, or if one of them is unknown. */
export const workClockQuery = (ownerId: string, id: string) =>
  queryOptions({
    queryKey: [keys.works, ownerId, 'clock', id],
    queryFn: async ({ signal }): Promise<WorkClock | null> => {
      const { data, error } = await supabase
        .from('listed_works')
        .select('recordedAt:recorded_at, createdAt:created_at')
        .eq('user_id', ownerId)
        .eq('id', id)
        .is('recorded_far', true)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data?.recordedAt && data.createdAt ? { recordedAt: data.recordedAt, createdAt: data.createdAt } : null;
    },
  });
