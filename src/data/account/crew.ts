// The crew as its account holder sees it: people with their addresses, open invitations, and who joins and leaves.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { callFunction } from '@/lib/functions';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type CrewPerson = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  /** The path of their picture in the bucket 'avatars'. */
  avatarUrl: string | null;
  email: string;
  /** As the person entered it. */
  phone: string | null;
  suspended: boolean;
  /** What was chosen for this person; null if the farm's settings apply. */
  seesAllWorks: boolean | null;
  seesRates: boolean | null;
  /** ISO instant; null if they have not opened the farm yet. */
  lastSeenAt: string | null;
};

/** The account's employees by name, with their e-mail addresses. Admin only: other users get an empty list. */
export const crewPeopleQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.crew, ownerId, 'people'],
    queryFn: async ({ signal }): Promise<CrewPerson[]> => {
      const [people, profiles] = await Promise.all([
        supabase.rpc('crew_people').abortSignal(signal),
        supabase
          .from('profiles')
          .select('id, phone, seesAllWorks:sees_all_works, seesRates:sees_rates')
          .eq('admin_id', ownerId)
          .limit(100)
          .abortSignal(signal),
      ]);
      const profileById = new Map(unwrap(profiles).map((row) => [row.id, row]));
      return unwrap(people).map((row) => ({
        id: row.id,
        firstName: row.first_name,
        lastName: row.last_name,
        avatarUrl: row.avatar_url,
        email: row.email,
        phone: profileById.get(row.id)?.phone ?? null,
        suspended: row.person_status === 'suspended',
        seesAllWorks: profileById.get(row.id)?.seesAllWorks ?? null,
        seesRates: profileById.get(row.id)?.seesRates ?? null,
        lastSeenAt: row.last_seen_at,
      }));
    },
    meta: { failed: loadFailed },
  });

export type Invite = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  /** ISO instants. */
  createdAt: string;
  expiresAt: string;
};

/** Invitations that were neither accepted nor revoked, newest first; expired ones are included. */
export const invitesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.crew, ownerId, 'invites'],
    queryFn: async ({ signal }): Promise<Invite[]> =>
      unwrap(
        await supabase
          .from('employee_invites')
          .select('id, email, firstName:first_name, lastName:last_name, createdAt:created_at, expiresAt:expires_at')
          .eq('user_id', ownerId)
          .is('accepted_at', null)
          .is('revoked_at', null)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(100)
          .abortSignal(signal),
      ),
    meta: { failed: loadFailed },
  });

/** The token cannot be read again. */
export type CreatedInvite = { id: string; token: string };

function toCreatedInvite(answer: unknown): CreatedInvite {
  const field = (name: string): unknown =>
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : null;
  const [id, token] = [field('id'), field('token')];
  if (typeof id !== 'string' || typeof token !== 'string') throw new Error('The invitation did not come back.');
  return { id, token };
}

/** What an employee may see of jobs and money. */
type Visibility = { seesAllWorks: boolean; seesRates: boolean };
export type NewInvite = Visibility & { email: string; firstName: string; lastName: string };

export const inviteEmployee = mutationOptions({
  mutationKey: ['crew', 'invite'],
  mutationFn: async ({ email, firstName, lastName, seesAllWorks, seesRates }: NewInvite) =>
    toCreatedInvite(
      unwrap(
        await supabase.rpc('invite_employee', {
          p_email: email,
          p_first_name: firstName,
          p_last_name: lastName,
          p_sees_all_works: seesAllWorks,
          p_sees_rates: seesRates,
        }),
      ),
    ),
  // The form shows the error beside the address.
  meta: { invalidates: [keys.crew] },
});

/** Issues a new token for the same address; the old one becomes invalid. */
export const renewInvite = mutationOptions({
  mutationKey: ['crew', 'renew'],
  mutationFn: async (id: string) => toCreatedInvite(unwrap(await supabase.rpc('resend_invitation', { p_invite: id }))),
  meta: { failed: { title: 'Could not renew the invitation' }, invalidates: [keys.crew] },
});

export const mailInvite = mutationOptions({
  mutationKey: ['crew', 'mail'],
  mutationFn: ({ id, token }: CreatedInvite) => callFunction('invite-employee', { invite: id, token }),
  meta: { saved: { title: 'Invitation sent.' }, failed: { title: 'Invitation not sent' } },
});

export const revokeInvite = mutationOptions({
  mutationKey: ['crew', 'revoke'],
  mutationFn: async (id: string) => unwrap(await supabase.rpc('revoke_invitation', { p_invite: id })),
  meta: {
    saved: { title: 'Invitation cancelled.' },
    failed: { title: 'Could not cancel the invitation' },
    invalidates: [keys.crew],
  },
});

export const suspendEmployee = mutationOptions({
  mutationKey: ['crew', 'suspend'],
  mutationFn: async ({ id, suspended }: { id: string; suspended: boolean }) => {
    unwrap(await supabase.rpc('suspend_employee', { p_employee: id, p_suspended: suspended }));
    return suspended;
  },
  meta: {
    saved: (suspended: boolean) => ({ title: suspended ? 'Access suspended.' : 'Access resumed.' }),
    failed: { title: 'Could not change the access' },
    invalidates: [keys.crew, keys.profile],
  },
});

/** Sets what one employee may see. Their devices discard the snapshot once they learn of the change. */
export const setVisibility = mutationOptions({
  mutationKey: ['crew', 'visibility'],
  mutationFn: async ({ id, seesAllWorks, seesRates }: Visibility & { id: string }) =>
    unwrap(
      await supabase.rpc('set_employee_sight', {
        p_employee: id,
        p_sees_all_works: seesAllWorks,
        p_sees_rates: seesRates,
      }),
    ),
  meta: {
    saved: { title: 'What they may see is saved.' },
    failed: { title: 'Could not change what they may see' },
    invalidates: [keys.crew],
  },
});

export const removeEmployee = mutationOptions({
  mutationKey: ['crew', 'remove'],
  mutationFn: async (id: string) => unwrap(await supabase.rpc('remove_employee', { p_employee: id })),
  meta: {
    saved: { title: 'Removed from the farm.' },
    failed: { title: 'Could not remove this person' },
    invalidates: [keys.crew, keys.profile, keys.workingTime],
  },
});
