// The state of an account's subscription, always read from Stripe: the content of an event is never trusted.
import { serviceDatabase } from './database.ts';
import { isGone, type Payments, type Stripe } from './stripe.ts';

export type SubscriptionState = {
  subscription: string;
  status: 'active' | 'past_due' | 'canceled';
  /** ISO instant: paid until, or ended at. */
  endsAt: string;
  /** It ends then and is not renewed. */
  cancels: boolean;
};

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

const itemOf = ({ items }: Stripe.Subscription, prices: readonly string[]) =>
  items.data.find(({ price }) => prices.includes(price.id));

/** The state of one subscription; null if it is not one of ours, or its first payment was never made. */
export function stateOf(subscription: Stripe.Subscription, { live, prices }: Payments): SubscriptionState | null {
  const item = itemOf(subscription, prices);
  if (!item || subscription.livemode !== live) return null;
  const { id, status, cancel_at: stops, cancel_at_period_end: stopsThen, ended_at: ended } = subscription;
  const paidUntil = item.current_period_end;
  const end = stops === null ? paidUntil : Math.min(stops, paidUntil);
  switch (status) {
    // A subscription keeps the remaining days of the free trial: nothing is owed, so it counts as paid.
    case 'active':
    case 'trialing':
      return { subscription: id, status: 'active', endsAt: iso(end), cancels: stopsThen || stops !== null };
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return { subscription: id, status: 'past_due', endsAt: iso(end), cancels: stopsThen || stops !== null };
    case 'canceled':
      return { subscription: id, status: 'canceled', endsAt: iso(ended ?? end), cancels: true };
    // The first payment is not made: there is no subscription yet, and the free trial goes on.
    default:
      return null;
  }
}

const RANK = { active: 2, past_due: 1, canceled: 0 };

/** Of several subscriptions, the one that grants access; of those, the one that lasts longest. */
export function decisive(states: readonly SubscriptionState[]): SubscriptionState | null {
  const [first = null] = states.toSorted(
    (one, other) => RANK[other.status] - RANK[one.status] || Date.parse(other.endsAt) - Date.parse(one.endsAt),
  );
  return first;
}

/** The current state of the customer's subscriptions at Stripe; null without one of ours. */
export async function readState(payments: Payments, customer: string): Promise<SubscriptionState | null> {
  const states: SubscriptionState[] = [];
  try {
    for await (const one of payments.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      const state = stateOf(one, payments);
      if (state) states.push(state);
    }
  } catch (error) {
    // The customer was deleted at Stripe: access ends when the paid period ends.
    if (isGone(error)) return null;
    throw error;
  }
  return decisive(states);
}

/** Updates the account to Stripe's current state, once per `id`: that of an event, or of another trigger. */
export async function bringUpToDate(
  payments: Payments,
  customer: string,
  { id, type }: { id: string; type: string },
): Promise<void> {
  const database = serviceDatabase();
  const taken = await database.rpc('begin_billing_event', { p_event: id, p_kind: type, p_customer: customer });
  if (taken.error) throw taken.error;
  if (taken.data === null) return;
  const state = await readState(payments, customer);
  const written = await database.rpc('write_subscription', {
    p_event: id,
    p_customer: customer,
    p_ticket: taken.data,
    ...(state && {
      p_subscription: state.subscription,
      p_status: state.status,
      p_ends_at: state.endsAt,
      p_cancels: state.cancels,
    }),
  });
  if (written.error) throw written.error;
}
