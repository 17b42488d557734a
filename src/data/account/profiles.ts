// Profiles: the signed-in person's own, the account holder's with the subscription, and the crew's.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Profile, Subscription } from '@/domain/account/access';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

/** PostgREST's code for no row: a missing profile is a state of its own, not an error. */
const NO_ROW = 'PGRST116';

async function readProfile(userId: string, signal: AbortSignal): Promise<Profile | 'missing'> {
  const answer = await supabase
    .from('profiles')
    .select(
      `id, firstName:first_name, lastName:last_name, avatarUrl:avatar_url, phone, role, adminId:admin_id, personStatus:person_status,
       seesRates:sees_rates, seesAllWorks:sees_all_works, isDemo:is_demo,
       subscriptionStatus:subscription_status, trialEndsAt:trial_ends_at, subscriptionEndsAt:subscription_ends_at`,
    )
    .eq('id', userId)
    .abortSignal(signal)
    .single();
  if (answer.error?.code === NO_ROW) return 'missing';
  const row = unwrap(answer);
  // The column's check allows only these values.
  return { ...row, role: row.role as Profile['role'] };
}

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: [keys.profile, userId],
    queryFn: ({ signal }) => readProfile(userId, signal),
    meta: { offline: 'identity' },
  });

export type ProfileChange = { first_name: string; last_name: string | null; phone?: string | null };

/** Changes the user's own name and telephone number; allowed even if the subscription has lapsed. */
export const saveProfile = mutationOptions({
  mutationKey: ['profile', 'save'],
  mutationFn: async ({ userId, change }: { userId: string; change: ProfileChange }) =>
    unwrap(await supabase.from('profiles').update(change).eq('id', userId).select('id').single()),
  meta: {
    saved: { title: 'Profile saved!' },
    failed: { title: 'Error Saving Profile' },
    invalidates: [keys.profile, keys.farmPeople],
  },
});

type HolderRow = Record<'first_name' | 'last_name' | 'active_until', string | null>;

export type OwnerProfile = Subscription & { firstName: string | null; lastName: string | null };

/** The crew may read when the subscription ends, but not its status. */
async function readOwner(signal: AbortSignal): Promise<OwnerProfile | 'missing'> {
  const answer = await supabase
    .rpc('account_holder')
    .abortSignal(signal)
    // The type generator does not know which columns of a function may be null.
    .overrideTypes<HolderRow[], { merge: false }>();
  const [row] = unwrap(answer);
  return row
    ? {
        firstName: row.first_name,
        lastName: row.last_name,
        subscriptionStatus: row.active_until === null ? null : 'active',
        trialEndsAt: null,
        subscriptionEndsAt: row.active_until,
      }
    : 'missing';
}

/** An employee's account holder: their name, and when the subscription ends, after which the crew may not write. */
export const ownerProfileQuery = (adminId: string) =>
  queryOptions({
    queryKey: [keys.profile, 'owner', adminId],
    queryFn: ({ signal }) => readOwner(signal),
    meta: { offline: 'identity' },
  });

export type CrewMember = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  /** As the person entered it. */
  phone: string | null;
  personStatus: string;
};

/** The account's employees by name. Admin only. */
export const crewQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.profile, 'crew', ownerId],
    meta: { offline: 'identity' },
    queryFn: async ({ signal }): Promise<CrewMember[]> =>
      unwrap(
        await supabase
          .from('profiles')
          .select('id, firstName:first_name, lastName:last_name, phone, personStatus:person_status')
          .eq('admin_id', ownerId)
          .order('first_name')
          .order('id')
          .limit(100)
          .abortSignal(signal),
      ),
  });
