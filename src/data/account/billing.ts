// Billing: its state for the account holder's page, and redirects to the payment service's own pages.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Subscription } from '@/domain/account/access';
import { callFunction } from '@/lib/functions';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

type Billing = {
  /** True if there is or was a subscription: its card, receipts and cancellation can be managed. */
  managed: boolean;
  /** True if the subscription ends with its term instead of renewing. */
  cancels: boolean;
};

const NO_BILLING: Billing = { managed: false, cancels: false };

/** For the account holder only; other users get an empty state. Refetched when the subscription has changed. */
export const billingQuery = (ownerId: string, { subscriptionStatus, subscriptionEndsAt }: Subscription) =>
  queryOptions({
    queryKey: [keys.billing, ownerId, subscriptionStatus, subscriptionEndsAt],
    // Cancelling changes neither the status nor the end, which are in the key.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Billing> => {
      const [row = NO_BILLING] = unwrap(await supabase.rpc('billing_state').abortSignal(signal));
      return { managed: row.managed, cancels: row.cancels };
    },
  });

type Page = { url: string };

async function redirectToPage(name: string) {
  const { url } = await callFunction<Page>(name, {});
  window.location.assign(url);
}

/** Opens the checkout page. The server decides what it costs and who pays. The card on the page shows errors. */
export const subscribe = mutationOptions({
  mutationKey: ['billing', 'subscribe'],
  networkMode: 'always',
  mutationFn: () => redirectToPage('create-checkout-session'),
  // A refusal may be the first sign that there is a subscription already.
  onError: (_error, _variables, _onMutateResult, { client }) =>
    void client.invalidateQueries({ queryKey: [keys.profile] }),
});

/** Opens the page with the payment card, the receipts and the cancellation of the subscription. */
export const manageBilling = mutationOptions({
  mutationKey: ['billing', 'manage'],
  networkMode: 'always',
  mutationFn: () => redirectToPage('create-portal-session'),
});
