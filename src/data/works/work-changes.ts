// Moves works to another customer, online. Changes of a single entry go through the outbox.
import { mutationOptions } from '@tanstack/react-query';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import type { Work } from '@/records/works';

type Move = { works: readonly Pick<Work, 'id' | 'customer'>[]; customer: string };

const moveTo = async (customer: string, works: Move['works']) =>
  unwrap(await supabase.rpc('move_works', { p_ids: works.map(({ id }) => id), p_customer: customer }));

/** Moves up to 1,000 entries to another customer, all of them or none. A new name becomes a customer. */
export const moveWorks = mutationOptions({
  mutationKey: ['works', 'move'],
  mutationFn: ({ works, customer }: Move) => moveTo(customer, works),
  meta: {
    saved: { title: 'Work entry updated!' },
    undo: (_moved: number, { works }: Move) => ({
      run: async () => {
        for (const customer of new Set(works.map((work) => work.customer)))
          await moveTo(
            customer,
            works.filter((work) => work.customer === customer),
          );
      },
    }),
    failed: { title: 'Error Updating Work' },
    invalidates: [keys.works, keys.recentJobs, keys.workTaskNames, keys.home, keys.customers],
  },
});
