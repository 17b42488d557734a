// The state of an account's subscription, always read from Stripe: the content of an event is never trusted.
import { serviceDatabase } from './database.ts';
import { isMissing, type Payments, type Stripe } from './stripe.ts';

export type SubscriptionState = {
  subscription: string;
  status: 'active' | 'past_due' | 'canceled';
  /** ISO instant: the end of the paid period, or when the subscription ended. */
  endsAt: string;
  /** It ends at `endsAt` and is not renewed. */
  cancels: boolean;
};

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

const itemOf = ({ items }: Stripe.Subscription, prices: readonly string[]) =>
  items.data.find(({ price }) => prices.includes(price.id));

/** The state of one subscription; null if it is not one of ours, or its first payment was never made. */
export function stateOf(subscription: Stripe.Subscription, { live, prices }: Payments): SubscriptionState | null {
  const item = itemOf(subscription, prices);
  if (!item || subscription.livemode !== live) return null;
  const { id, status, cancel_at: cancelAt, cancel_at_period_end: cancelsAtPeriodEnd, ended_at: endedAt } = subscription;
  const paidUntil = item.current_period_end;
  const end = cancelAt === null ? paidUntil : Math.min(cancelAt, paidUntil);
  switch (status) {
    // 'trialing': the subscription starts after the remaining days of the free trial. Nothing is owed, so it counts as paid.
    case 'active':
    case 'trialing':
      return { subscription: id, status: 'active', endsAt: iso(end), cancels: cancelsAtPeriodEnd || cancelAt !== null };
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return {
        subscription: id,
        status: 'past_due',
        endsAt: iso(end),
        cancels: cancelsAtPeriodEnd || cancelAt !== null,
      };
    case 'canceled':
      return { subscription: id, status: 'canceled', endsAt: iso(endedAt ?? end), cancels: true };
    // The first payment was not made, so there is no subscription yet and the free trial continues.
    default:
      return null;
  }
}

const RANK = { active: 2, past_due: 1, canceled: 0 };

/** The subscription that decides about access: the best status wins, then the latest end. */
export function bestState(states: readonly SubscriptionState[]): SubscriptionState | null {
  const [first = null] = states.toSorted(
    (a, b) => RANK[b.status] - RANK[a.status] || Date.parse(b.endsAt) - Date.parse(a.endsAt),
  );
  return first;
}

/**
 * The current state at Stripe of the subscription that decides about access; null if none is for our prices, or if
 * Stripe no longer has the customer.
 */
export async function readState(payments: Payments, customer: string): Promise<SubscriptionState | null> {
  const states: SubscriptionState[] = [];
  try {
    for await (const subscription of payments.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      const state = stateOf(subscription, payments);
      if (state) states.push(state);
    }
  } catch (error) {
    // The customer was deleted at Stripe. The stored state is kept: access ends with the paid period.
    if (isMissing(error)) return null;
    throw error;
  }
  return bestState(states);
}

/** Updates the account to Stripe's current state. Runs once per `id`: an event's id, or one that the caller creates. */
export async function syncSubscription(
  payments: Payments,
  customer: string,
  { id, type }: { id: string; type: string },
): Promise<void> {
  const database = serviceDatabase();
  // Null if this event was handled before or the customer is unknown. Otherwise a number that orders concurrent reads:
  // a state that was read earlier never replaces one that was read later.
  const order = await database.rpc('begin_billing_event', { p_event: id, p_kind: type, p_customer: customer });
  if (order.error) throw order.error;
  if (order.data === null) return;
  const state = await readState(payments, customer);
  const written = await database.rpc('write_subscription', {
    p_event: id,
    p_customer: customer,
    p_ticket: order.data,
    ...(state && {
      p_subscription: state.subscription,
      p_status: state.status,
      p_ends_at: state.endsAt,
      p_cancels: state.cancels,
    }),
  });
  if (written.error) throw written.error;
}
