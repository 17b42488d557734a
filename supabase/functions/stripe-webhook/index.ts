// Stripe's events. A signed event says only that something changed for a customer: what holds now is asked of Stripe,
// so neither their order nor their number matters.
import { setting } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { payments, NOT_SET_UP, type Payments, type Stripe } from '../_shared/stripe.ts';
import { bringUpToDate } from '../_shared/subscription.ts';

/** A signature is good for five minutes. */
const WINDOW_SECONDS = 300;

const KINDS = /^(checkout\.session\.|customer\.subscription\.|customer\.deleted$|invoice\.)/;

/** The customer an event is about; null where it is of no interest. */
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
  // An error is told with 500: Stripe sends the event again.
  if (customer) await bringUpToDate(set, customer, event);
  return succeed();
});
