// Stripe's events. A signed event only means that something changed for a customer: the current state is read from
// Stripe, so neither the order nor the number of events matters.
import { setting } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { payments, NOT_SET_UP, type Payments, type Stripe } from '../_shared/stripe.ts';
import { bringUpToDate } from '../_shared/subscription.ts';

/** A signature is valid for five minutes. */
const WINDOW_SECONDS = 300;

const KINDS = /^(checkout\.session\.|customer\.subscription\.|customer\.deleted$|invoice\.)/;

/** The id of the customer that an event is about; null if the event is not relevant. */
function customerOfEvent({ type, data: { object } }: Stripe.Event): string | null {
  if (!KINDS.test(type)) return null;
  const named: unknown = type.startsWith('customer.deleted')
    ? Reflect.get(object, 'id')
    : Reflect.get(object, 'customer');
  const id: unknown = typeof named === 'object' && named !== null ? Reflect.get(named, 'id') : named;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The event, if Stripe signed exactly these bytes within the window; else null. */
async function signed({ stripe }: Payments, raw: Uint8Array, signature: string | null, secret: string) {
  if (!signature) return null;
  try {
    return await stripe.webhooks.constructEventAsync(raw, signature, secret, WINDOW_SECONDS);
  } catch {
    return null;
  }
}

serveFunction({ caller: 'anyone', maxBytes: 512 * 1024 }, async ({ request, raw }) => {
  const set = payments();
  const secret = setting('STRIPE_WEBHOOK_SECRET');
  if (!set || !secret) return refuse(409, NOT_SET_UP);
  const event = await signed(set, raw, request.headers.get('stripe-signature'), secret);
  if (!event) return refuse(400, 'The signature does not hold.');
  const customer = event.livemode === set.live ? customerOfEvent(event) : null;
  // On an error the response is 500, and Stripe sends the event again.
  if (customer) await bringUpToDate(set, customer, event);
  return succeed();
});
