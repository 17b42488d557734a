// Loads what decides the signed-in user's access, and decides it.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { farmSettingsQuery } from '@/data/account/farm-settings';
import { ownerProfileQuery, profileQuery, type OwnerProfile } from '@/data/account/profiles';
import {
  accessFor,
  isSubscriptionActive,
  subscriptionEnd,
  type Access,
  type Loaded,
  type Subscription,
} from '@/domain/account/access';
import { settingsFor, type Account } from '@/domain/account/account';
import * as keys from '@/lib/query-keys';
import { useOffline, useOnline } from '@/lib/online';
import { isMissing } from '@/lib/read-state';
import { usePassed } from './use-passed';
import { serverClockAheadMs, type Person } from './stored-session';
import { useNow } from './today';

const POLL_PAYMENT_MS = 3000;
/** An employee whose access is removed must see that on the open page, not only at the next start. */
const POLL_CREW_MS = 60_000;
/** A paid year renews itself; the confirmation may arrive some minutes after its end. */
const RENEWED_WITHIN_MS = 5 * 60_000;
const POLL_RENEWAL_MS = 15_000;
const POLL_LAPSED_MS = 60_000;

/** How soon to refetch a subscription: often after a payment, occasionally while it has lapsed, never while it runs. */
function pollInterval(data: Loaded<Subscription> | undefined, waiting: boolean): number | false {
  if (typeof data !== 'object') return waiting ? POLL_PAYMENT_MS : false;
  const paid = data.subscriptionStatus === 'active';
  const now = new Date(Date.now() + serverClockAheadMs());
  // A running trial is not a payment.
  if (isSubscriptionActive(data, now)) return waiting && !paid ? POLL_PAYMENT_MS : false;
  if (waiting) return POLL_PAYMENT_MS;
  const msSinceEnd = now.getTime() - (subscriptionEnd(data) ?? 0);
  return paid && msSinceEnd < RENEWED_WITHIN_MS ? POLL_RENEWAL_MS : POLL_LAPSED_MS;
}

/** The data if there are any; a request that failed or waits for a connection is 'unreachable'. */
function loaded<T>(query: UseQueryResult<T>): 'loading' | 'unreachable' | T {
  if (query.data !== undefined) return query.data;
  return isMissing(query) ? 'unreachable' : 'loading';
}

/** While offline, a subscription is judged at the time it was read: it may have been renewed since. */
function referenceTime({ isFetched, isError, dataUpdatedAt }: UseQueryResult, offline: boolean, now: Date): Date {
  const confirmed = isFetched && !isError && !offline;
  return confirmed || dataUpdatedAt > now.getTime() ? now : new Date(dataUpdatedAt);
}

/**
 * The end of the subscription in milliseconds, by this device's clock, once that has passed; 0 before. Data that was
 * read before the end is refetched then, because the subscription may have been renewed.
 */
function useReachedEnd({ data, dataUpdatedAt }: UseQueryResult<Loaded<Subscription>>): number {
  const client = useQueryClient();
  const end = typeof data === 'object' ? subscriptionEnd(data) : null;
  const localEnd = end === null ? null : end - serverClockAheadMs();
  const passed = usePassed(localEnd);
  const isStale = passed && localEnd !== null && dataUpdatedAt < localEnd;
  useEffect(() => {
    if (isStale) void client.invalidateQueries({ queryKey: [keys.profile] });
  }, [isStale, client]);
  return passed && localEnd !== null ? localEnd : 0;
}

/** While `enabled`, runs `call` whenever the app becomes visible again or the connection returns. */
function useOnReturn(enabled: boolean, call: () => void) {
  useEffect(() => {
    if (!enabled) return;
    const onVisible = () => {
      if (document.visibilityState === 'visible') call();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', call);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', call);
    };
  });
}

const blocksAccess = ({ kind }: Access) => kind === 'adminInactive' || kind === 'employeeSuspended';

/**
 * True while only the snapshot is known and the request is in progress: the subscription may have been renewed since.
 */
const isChecking = ({ isFetching, isFetchedAfterMount }: UseQueryResult, offline: boolean) =>
  isFetching && !isFetchedAfterMount && !offline;

export type AccessNow = {
  access: Access;
  owner: Loaded<OwnerProfile> | null;
  retry: () => void;
};

/** With `waiting` the profile is refetched every 3 s: a payment was made and its confirmation is pending. */
export function useAccess(person: Person, recovering: boolean, waiting: boolean): AccessNow {
  const now = useNow();
  const online = useOnline();
  const profileNow = useQuery({
    ...profileQuery(person.userId),
    enabled: !recovering,
    refetchInterval: ({ state: { data } }) => {
      const crew = typeof data === 'object' && data.role === 'employee';
      return pollInterval(data, waiting) || (crew && POLL_CREW_MS);
    },
  });
  const offline = useOffline();
  const profile = loaded(profileNow);
  const isActiveEmployee =
    typeof profile === 'object' && profile.role === 'employee' && profile.personStatus !== 'suspended';
  const adminId = isActiveEmployee ? profile.adminId : null;
  const ownerNow = useQuery({
    ...ownerProfileQuery(adminId ?? ''),
    enabled: adminId !== null,
    refetchInterval: ({ state: { data } }) => pollInterval(data, false),
  });
  const owner = adminId === null ? null : loaded(ownerNow);
  const subscriptionNow = adminId === null ? profileNow : ownerNow;
  const end = useReachedEnd(subscriptionNow);
  // Subscriptions follow the server's clock; this device's may be a year off.
  const referenceMs =
    referenceTime(subscriptionNow, offline, new Date(Math.max(now.getTime(), end))).getTime() + serverClockAheadMs();
  const session = recovering ? 'recovery' : { userId: person.userId };
  const access = accessFor({ session, profile, adminSubscription: owner, now: new Date(referenceMs), online });
  const retry = () => {
    void profileNow.refetch();
    if (adminId !== null) void ownerNow.refetch();
  };
  // Refetch on return, so that a renewed subscription or a new invitation shows at once.
  useOnReturn(access.kind !== 'active' && !recovering, retry);
  return {
    access: blocksAccess(access) && isChecking(subscriptionNow, offline) ? { kind: 'loading' } : access,
    owner,
    retry,
  };
}

type GrantedAccess = Extract<Access, { kind: 'active' | 'adminInactive' }>;

/** The account to work in, once its settings are loaded; 'failed' comes with a way to retry. */
export function useAccountOf(
  access: GrantedAccess,
  owner: AccessNow['owner'],
  email: string | null,
): { account: Account } | { account: null; failed: boolean; retry: () => void } {
  const { profile } = access;
  const active = access.kind === 'active';
  const ownerId = active ? access.accountId : profile.id;
  const settings = useQuery(farmSettingsQuery(ownerId, profile.role));
  const { role, seesRates, seesAllWorks } = profile;
  const accountSettings = useMemo(
    () => settings.data && settingsFor(settings.data, { role, seesRates, seesAllWorks }),
    [settings.data, role, seesRates, seesAllWorks],
  );
  if (!accountSettings) {
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
      settings: accountSettings,
    },
  };
}
