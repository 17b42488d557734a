// Receives Stripe's events. A signed event only says that something changed for a customer. The current state is read
// from Stripe, so neither the order nor the number of events matters.
import { setting } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { payments, PAYMENTS_NOT_SET_UP, type Payments, type Stripe } from '../_shared/stripe.ts';
import { syncSubscription } from '../_shared/subscription.ts';

/** How old a signature may be. */
const TOLERANCE_SECONDS = 300;

const RELEVANT_TYPES = /^(checkout\.session\.|customer\.subscription\.|customer\.deleted$|invoice\.)/;

/** The id of the customer that an event is about; null if the event is not relevant. */
function customerOfEvent({ type, data: { object } }: Stripe.Event): string | null {
  if (!RELEVANT_TYPES.test(type)) return null;
  const reference: unknown = type.startsWith('customer.deleted')
    ? Reflect.get(object, 'id')
    : Reflect.get(object, 'customer');
  const id: unknown = typeof reference === 'object' && reference !== null ? Reflect.get(reference, 'id') : reference;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The event, if Stripe signed exactly these bytes recently; else null. */
async function verifyEvent({ stripe }: Payments, raw: Uint8Array, signature: string | null, secret: string) {
  if (!signature) return null;
  try {
    return await stripe.webhooks.constructEventAsync(raw, signature, secret, TOLERANCE_SECONDS);
  } catch {
    return null;
  }
}

serveFunction({ caller: 'anyone', maxBytes: 512 * 1024 }, async ({ request, raw }) => {
  const billing = payments();
  const secret = setting('STRIPE_WEBHOOK_SECRET');
  if (!billing || !secret) return refuse(409, PAYMENTS_NOT_SET_UP);
  const event = await verifyEvent(billing, raw, request.headers.get('stripe-signature'), secret);
  if (!event) return refuse(400, 'The signature does not hold.');
  const customer = event.livemode === billing.live ? customerOfEvent(event) : null;
  // An error here leads to a 500 response, after which Stripe sends the event again.
  if (customer) await syncSubscription(billing, customer, event);
  return succeed();
});
