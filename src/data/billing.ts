// Billing: what the account holder's page says of it, and the way to the payment service's own pages.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Subscription } from '@/domain/access';
import { callFunction } from '@/lib/functions';
import { supabase, unwrap } from '@/lib/supabase';

type Billing = {
  /** There has been a subscription: its card, receipts and end can be managed. */
  managed: boolean;
  /** It stops at its end and is not renewed. */
  cancels: boolean;
};

const NONE: Billing = { managed: false, cancels: false };

/** Of the account holder alone; for anybody else there is none. Asked again when the subscription has changed. */
export const billingQuery = (ownerId: string, { subscriptionStatus, subscriptionEndsAt }: Subscription) =>
  queryOptions({
    queryKey: ['billing', ownerId, subscriptionStatus, subscriptionEndsAt],
    // Cancelling leaves status and end as they are.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Billing> => {
      const [row = NONE] = unwrap(await supabase.rpc('billing_state').abortSignal(signal));
      return { managed: row.managed, cancels: row.cancels };
    },
  });

type Page = { url: string };

async function leaveFor(name: string) {
  const { url } = await callFunction<Page>(name, {});
  window.location.assign(url);
}

/** Leaves for the checkout page. What it costs and who pays is decided by the server. The card says what went wrong. */
export const subscribe = mutationOptions({
  mutationKey: ['billing', 'subscribe'],
  networkMode: 'always',
  mutationFn: () => leaveFor('create-checkout-session'),
  // A refusal may be the first news of a subscription that is held already.
  onError: (_error, _variables, _kept, { client }) => void client.invalidateQueries({ queryKey: ['profile'] }),
});

/** Leaves for the page with the card, the receipts and the end of the subscription. */
export const manageBilling = mutationOptions({
  mutationKey: ['billing', 'manage'],
  networkMode: 'always',
  mutationFn: () => leaveFor('create-portal-session'),
});
