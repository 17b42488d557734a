// Membership: the signed-in user joins a farm, leaves it, or starts an account of their own.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { hadNoResponse } from '@/lib/no-response';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

/** `farm` is null if its holder has not named it. */
export type Invitation = { farm: string | null; holder: string };

/** The farm that an invitation is for, and its holder. If it can't be accepted, the error's message says why. */
export const invitationQuery = (userId: string, token: string) =>
  queryOptions({
    queryKey: [keys.invitation, userId, token],
    queryFn: async ({ signal }): Promise<Invitation> => {
      const answer: unknown = unwrap(await supabase.rpc('read_invitation', { p_token: token }).abortSignal(signal));
      const field = (name: string): unknown =>
        typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : null;
      const [farm, holder] = [field('farm'), field('holder')];
      return {
        farm: typeof farm === 'string' && farm !== '' ? farm : null,
        holder: typeof holder === 'string' ? holder : 'Somebody',
      };
    },
    // Retried only without a response: the server limits attempts, and a refusal is final.
    retry: (failures, error) => hadNoResponse(error) && failures < 3,
    staleTime: 0,
  });

export const joinFarm = mutationOptions({
  mutationKey: ['profile', 'join'],
  mutationFn: async (token: string) => unwrap(await supabase.rpc('redeem_invite', { p_token: token })),
  meta: {
    saved: { title: 'You are on the farm.' },
    failed: { title: 'Could not join' },
    invalidates: [keys.profile, keys.farmPeople],
  },
});

export const leaveFarm = mutationOptions({
  mutationKey: ['profile', 'leave'],
  mutationFn: async () => unwrap(await supabase.rpc('leave_farm')),
  meta: {
    saved: { title: 'You have left the farm.' },
    failed: { title: 'Could not leave' },
    invalidates: [keys.profile],
  },
});

export const startOwnAccount = mutationOptions({
  mutationKey: ['profile', 'start'],
  mutationFn: async () => unwrap(await supabase.rpc('start_own_account')),
  meta: { failed: { title: 'Could not start an account' }, invalidates: [keys.profile] },
});

/** Records when this user was last active, for the account holder; failures are ignored. */
export const recordLastSeen = async () => supabase.rpc('note_seen');
