// Asks for what decides the access of the signed-in person, and decides it.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { farmSettingsQuery } from '@/data/farm-settings';
import { ownerProfileQuery, profileQuery, type OwnerProfile } from '@/data/profiles';
import { accessFor, isSubscriptionActive, type Access, type Loaded } from '@/domain/access';
import type { Account } from '@/domain/account';
import { useOffline } from './contact';
import { serverAhead, type Person } from './kept-session';
import { useOnline } from './online';
import { useNow } from './today';

const ASK_EVERY_MS = 3000;

/** Data as long as there are any; a request that failed or waits for a connection is 'unreachable'. */
function loaded<T>({ data, isError, fetchStatus }: UseQueryResult<T>): 'loading' | 'unreachable' | T {
  if (data !== undefined) return data;
  return isError || fetchStatus === 'paused' ? 'unreachable' : 'loading';
}

/** While nobody can be asked, a subscription counts as it did when it was read: it may have been renewed since. */
function judgedAt({ isFetched, isError, dataUpdatedAt }: UseQueryResult, offline: boolean, now: Date): Date {
  const confirmed = isFetched && !isError && !offline;
  return confirmed || dataUpdatedAt > now.getTime() ? now : new Date(dataUpdatedAt);
}

export type AccessNow = {
  access: Access;
  owner: Loaded<OwnerProfile> | null;
  retry: () => void;
};

/** With `waiting` the profile is asked again every 3 s: a payment has been made and its confirmation is on the way. */
export function useAccess(person: Person, recovering: boolean, waiting: boolean): AccessNow {
  const now = useNow();
  const online = useOnline();
  const profileNow = useQuery({
    ...profileQuery(person.userId),
    enabled: !recovering,
    refetchInterval: ({ state: { data } }) => {
      const confirmed = typeof data === 'object' && isSubscriptionActive(data, now);
      return waiting && !confirmed ? ASK_EVERY_MS : false;
    },
  });
  const offline = useOffline();
  const profile = loaded(profileNow);
  const adminId = typeof profile === 'object' && profile.role === 'employee' ? profile.adminId : null;
  const ownerNow = useQuery({ ...ownerProfileQuery(adminId ?? ''), enabled: adminId !== null });
  const owner = adminId === null ? null : loaded(ownerNow);
  // A subscription runs by the server's clock; this device's may be a year off.
  const judged = judgedAt(adminId === null ? profileNow : ownerNow, offline, now).getTime() + serverAhead();
  const session = recovering ? 'recovery' : { userId: person.userId };
  return {
    access: accessFor({
      session,
      profile,
      adminSubscription: owner,
      now: new Date(judged),
      online,
    }),
    owner,
    retry: () => {
      void profileNow.refetch();
      if (adminId !== null) void ownerNow.refetch();
    },
  };
}

type Entered = Extract<Access, { kind: 'active' | 'adminInactive' }>;

/** The account to work in, once its settings are there; 'failed' comes with a way to ask again. */
export function useAccountOf(
  access: Entered,
  owner: AccessNow['owner'],
  email: string | null,
): { account: Account } | { account: null; failed: boolean; retry: () => void } {
  const { profile } = access;
  const active = access.kind === 'active';
  const ownerId = active ? access.accountId : profile.id;
  const settings = useQuery(farmSettingsQuery(ownerId, profile.role));
  if (!settings.data) {
    return { account: null, failed: loaded(settings) === 'unreachable', retry: () => void settings.refetch() };
  }
  const holder = typeof owner === 'object' && owner !== null ? owner.firstName : profile.firstName;
  return {
    account: {
      userId: profile.id,
      ownerId,
      role: profile.role,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email,
      ownerFirstName: holder,
      canWrite: active,
      subscription: active ? access.subscription : profile,
      settings: settings.data,
    },
  };
}
