// Stripe's client, and whether payments are set up at all.
import Stripe from 'npm:stripe@23.1.0';
import { setting } from './environment.ts';

export type { Stripe };

export type Payments = {
  stripe: Stripe;
  /** Live mode or test mode: events and subscriptions of the other mode are ignored. */
  live: boolean;
  /** The price offered for sale. */
  price: string;
  /** Prices that count as the subscription: the current one, and earlier ones. */
  prices: readonly string[];
};

/** Where tests run their fake of Stripe's API; empty for the real one. */
function apiAddress(): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const base = setting('STRIPE_API_BASE');
  if (!base) return {};
  const { hostname, port, protocol } = new URL(base);
  const secure = protocol === 'https:';
  return { host: hostname, port: port || (secure ? '443' : '80'), protocol: secure ? 'https' : 'http' };
}

let cached: Payments | undefined;

/** The configured payments; null if the key or the price is missing. */
export function payments(): Payments | null {
  const key = setting('STRIPE_SECRET_KEY');
  const prices = (setting('STRIPE_PRICE_ID') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const [price] = prices;
  if (!key || !price) return null;
  cached ??= {
    stripe: new Stripe(key, {
      ...apiAddress(),
      httpClient: Stripe.createFetchHttpClient(),
      maxNetworkRetries: 2,
      timeout: 15_000,
      telemetry: false,
    }),
    live: /^(sk|rk)_live_/.test(key),
    price,
    prices,
  };
  return cached;
}

/** Shown after pressing Subscribe or Manage billing if payments are not set up. */
export const PAYMENTS_NOT_SET_UP = 'Payments are not set up on this copy of the app yet. Nothing was charged.';

/** Whether Stripe reports that the requested object does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
