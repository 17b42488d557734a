import { useMutation, useQuery } from '@tanstack/react-query';
import { billingQuery, manageBilling, subscribe } from '@/data/account/billing';
import { crewPeopleQuery, invitesQuery } from '@/data/account/crew';
import { withoutFailureMessage } from '@/data/load-failed';
import { seatsUsed, seatWords, SEATS } from '@/domain/account/seats';
import { YEARLY_PRICE, subscriptionWords } from '@/domain/account/subscription';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { FieldError } from '@/ui/forms/field';
import { AccountCard } from './account-card';

/** Price, end date, seats, and links to the payment provider's own pages. */
export function SubscriptionCard() {
  const { ownerId, subscription, settings, canWrite } = useAccount();
  const currentMinute = useNow();
  // Access ends at an exact second, but `useNow` ticks once a minute. Once writing is refused, use the end time, so
  // that the card says that the subscription is over.
  const { subscriptionStatus: status, subscriptionEndsAt, trialEndsAt } = subscription;
  const end = Date.parse((status === 'active' ? subscriptionEndsAt : trialEndsAt) ?? '');
  const now = canWrite || Number.isNaN(end) || end < currentMinute.getTime() ? currentMinute : new Date(end);
  const billing = useQuery(billingQuery(ownerId, subscription));
  const words = subscriptionWords(subscription, { now, zone: settings.zone, cancels: billing.data?.cancels === true });
  const managed = billing.data?.managed === true;
  return (
    <AccountCard title="Subscription">
      {words.warn ? (
        <Banner tone="warn">
          <State {...words} />
        </Banner>
      ) : (
        <div className="grid gap-1">
          <State {...words} />
        </div>
      )}
      <Plan ownerId={ownerId} now={now} />
      <Buttons
        canSubscribe={words.kind === 'trial' || words.kind === 'over'}
        paymentFailed={words.kind === 'unpaid'}
        managed={managed}
      />
    </AccountCard>
  );
}

function State({ state, next }: { state: string; next: string }) {
  return (
    <>
      <p className="text-4">
        <strong>{state}</strong>
      </p>
      <p className="text-muted">{next}</p>
    </>
  );
}

/** The price, and the seats as ear tags; taken seats are filled. */
function Plan({ ownerId, now }: { ownerId: string; now: Date }) {
  const people = useQuery(withoutFailureMessage(crewPeopleQuery(ownerId)));
  const invites = useQuery(withoutFailureMessage(invitesQuery(ownerId)));
  const used = people.data && invites.data ? seatsUsed(people.data.length, invites.data, now) : null;
  return (
    <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <div>
        <dt className="text-2 text-muted">Price</dt>
        <dd>
          <b className="figure left text-5">{YEARLY_PRICE}</b> a year
        </dd>
      </div>
      <div>
        <dt className="text-2 text-muted">Seats for your crew, at no extra cost</dt>
        <dd className="grid gap-1">
          <SeatTags used={used ?? 0} />
          <span>{used === null ? `${SEATS} seats` : seatWords(used)}</span>
        </dd>
      </div>
    </dl>
  );
}

/** One ear tag per seat; taken seats are filled. Decorative: the text next to it gives the numbers. */
function SeatTags({ used }: { used: number }) {
  const width = 30 * SEATS - 4;
  return (
    <svg viewBox={`-1 0 ${width + 2} 33`} className="h-8 w-auto max-w-full justify-self-start" aria-hidden="true">
      {Array.from({ length: SEATS }, (_, seat) => (
        <g key={seat} transform={`translate(${seat * 30} 0)`}>
          <path
            d="M13 1.5c2.6 0 4.6 2 4.6 4.4 0 1.5.5 2.4 2 2.9 3 1 4.9 2.6 4.9 6.2v11.2c0 2.6-1.9 4.3-4.5 4.3H6c-2.6 0-4.5-1.7-4.5-4.3V15c0-3.6 1.9-5.2 4.9-6.2 1.5-.5 2-1.4 2-2.9 0-2.4 2-4.4 4.6-4.4Z"
            className={seat < used ? 'fill-ear-tag stroke-ear-tag-edge' : 'fill-none stroke-line-strong'}
            strokeWidth="1.5"
          />
          <circle cx="13" cy="5.9" r="1.7" className={seat < used ? 'fill-on-ear-tag' : 'fill-line-strong'} />
        </g>
      ))}
    </svg>
  );
}

/** `canSubscribe`: a subscription can be bought. `managed`: the payment provider has billing details to manage. */
function Buttons({
  canSubscribe,
  paymentFailed,
  managed,
}: {
  canSubscribe: boolean;
  paymentFailed: boolean;
  managed: boolean;
}) {
  const offline = useOffline();
  const buy = useMutation(subscribe);
  const manage = useMutation(manageBilling);
  const failed = buy.error ?? manage.error;
  /** Opens a page of the payment provider; an earlier error of the other button is removed. */
  const openProviderPage = (mutation: typeof buy, other: typeof buy) => {
    other.reset();
    mutation.mutate();
  };
  return (
    <div className="grid gap-2">
      {failed && <FieldError>{failed.message}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {canSubscribe && (
          <Button
            variant="main"
            disabled={offline}
            busy={buy.isPending}
            busyText="Opening the payment page..."
            onClick={() => openProviderPage(buy, manage)}
          >
            Subscribe
          </Button>
        )}
        {(managed || paymentFailed) && (
          <Button
            variant={paymentFailed ? 'main' : 'plain'}
            disabled={offline}
            busy={manage.isPending}
            busyText="Opening billing..."
            onClick={() => openProviderPage(manage, buy)}
          >
            Manage billing
          </Button>
        )}
      </div>
      {offline ? (
        <p className="hint">You need signal for payments.</p>
      ) : (
        canSubscribe && (
          <p className="hint">
            You pay by card on a page of Stripe’s. You can cancel at any time; there is no refund for the current
            period.
          </p>
        )
      )}
    </div>
  );
}
