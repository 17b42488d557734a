// Describes the subscription: one sentence on its state, and what follows from it.
import { formatDateDated, todayIn, type Zone } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { daysLeft, isSubscriptionActive, subscriptionEnd, type Subscription } from './access';

/** The yearly price of an account, as it is charged. */
export const YEARLY_PRICE = '£15.99';

/** From this many days left on, warn that the trial ends. */
const WARN_DAYS = 7;
const MINUTE_MS = 60_000;
/**
 * With more than this left of a trial, the paid year starts when the trial ends (functions/create-checkout-session).
 */
const TRIAL_CARRY_OVER_MS = 49 * 60 * 60_000;

type SubscriptionWords = {
  kind: 'trial' | 'paid' | 'unpaid' | 'over';
  /** "Free trial – 12 days left (ends 2 Dec 2026)". */
  state: string;
  /** One sentence on what happens next. */
  next: string;
  /** True when the trial ends soon. */
  warn: boolean;
};

const RECORDS_STAY = 'Your records stay. You can export all of them at any time.';
const days = (count: number) => counted(count, 'day', 'days');

function activeWords(subscription: Subscription, now: Date, end: string, cancels: boolean): SubscriptionWords {
  if (subscription.subscriptionStatus !== 'trialing') {
    const next = cancels
      ? `You keep access until ${end}. No refund for the current period.`
      : `It renews by itself then, for ${YEARLY_PRICE}.`;
    return { kind: 'paid', state: `Active until ${end}`, next, warn: false };
  }
  const remainingDays = Math.max(1, daysLeft(subscription, new Date(now.getTime() + MINUTE_MS)));
  const carriesTrialOver = (subscriptionEnd(subscription) ?? 0) - now.getTime() > TRIAL_CARRY_OVER_MS;
  return {
    kind: 'trial',
    state: `Free trial – ${days(remainingDays)} left (ends ${end})`,
    next: carriesTrialOver
      ? 'Subscribe whenever you like: the paid year starts when the trial ends.'
      : 'Subscribe to go on without a break. The paid year starts at once.',
    warn: remainingDays <= WARN_DAYS,
  };
}

/**
 * The state at a given minute, with dates in the farm's zone. `now` is the start of that minute; rounding down must not
 * add a day to the days left. `cancels`: the subscription ends instead of renewing.
 */
export function subscriptionWords(
  subscription: Subscription,
  { now, zone, cancels }: { now: Date; zone: Zone; cancels: boolean },
): SubscriptionWords {
  const { subscriptionStatus: status, subscriptionEndsAt, trialEndsAt } = subscription;
  const dated = (end: string) => formatDateDated(todayIn(zone, new Date(end)));
  const end = status === 'trialing' ? trialEndsAt : (subscriptionEndsAt ?? trialEndsAt);
  if (end !== null && isSubscriptionActive(subscription, now))
    return activeWords(subscription, now, dated(end), cancels);
  const unpaid = { kind: 'unpaid', state: 'Inactive: the last payment did not go through', warn: false } as const;
  if (status === 'past_due') return { ...unpaid, next: `Pay it under Manage billing. ${RECORDS_STAY}` };
  const subject = status === 'trialing' ? 'the free trial' : 'it';
  const state = end === null ? 'Inactive' : `Inactive: ${subject} ended on ${dated(end)}`;
  return { kind: 'over', state, next: RECORDS_STAY, warn: false };
}
