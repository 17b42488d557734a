// Moves works to another customer, online. Changes of a single entry go through the outbox.
import { mutationOptions } from '@tanstack/react-query';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

/** Moves up to 1,000 entries to another customer, all of them or none. A new name becomes a customer. */
export const moveWorks = mutationOptions({
  mutationKey: ['works', 'move'],
  mutationFn: async ({ ids, customer }: { ids: readonly string[]; customer: string }) =>
    unwrap(await supabase.rpc('move_works', { p_ids: [...ids], p_customer: customer })),
  meta: {
    saved: { title: 'Work entry updated!' },
    failed: { title: 'Error Updating Work' },
    invalidates: [keys.works, keys.recentJobs, keys.workTaskNames, keys.home, keys.customers],
  },
});
