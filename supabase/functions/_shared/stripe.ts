// Stripe's client, and whether payments are set up at all.
import Stripe from 'npm:stripe@23.1.0';
import { setting } from './environment.ts';

export type { Stripe };

export type Payments = {
  stripe: Stripe;
  /** Events and subscriptions of the other mode are none of ours. */
  live: boolean;
  /** The price that is sold. */
  price: string;
  /** Prices that count as the subscription: the one that is sold, and those it was sold at before. */
  prices: readonly string[];
};

/** Another address of Stripe's API: a stand-in in tests. */
function place(): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const base = setting('STRIPE_API_BASE');
  if (!base) return {};
  const { hostname, port, protocol } = new URL(base);
  const secure = protocol === 'https:';
  return { host: hostname, port: port || (secure ? '443' : '80'), protocol: secure ? 'https' : 'http' };
}

let made: Payments | undefined;

/** Null where the keys are missing. */
export function payments(): Payments | null {
  const key = setting('STRIPE_SECRET_KEY');
  const prices = (setting('STRIPE_PRICE_ID') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const [price] = prices;
  if (!key || !price) return null;
  made ??= {
    stripe: new Stripe(key, {
      ...place(),
      httpClient: Stripe.createFetchHttpClient(),
      maxNetworkRetries: 2,
      timeout: 15_000,
      telemetry: false,
    }),
    live: /^(sk|rk)_live_/.test(key),
    price,
    prices,
  };
  return made;
}

/** What both buttons say where payments are not set up. */
export const NOT_SET_UP = 'Payments are not set up on this copy of the app yet. Nothing was charged.';

/** Whether Stripe says that what was named does not exist. */
export const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
