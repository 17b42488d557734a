import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { daysLeft } from '@/domain/access';
import { formatDateLong, todayIn } from '@/domain/time';
import { Page } from '@/ui/page';

/** The account holder's subscription, as far as it is built: its state. */
export function AccountPage() {
  const { subscription, settings, canWrite } = useAccount();
  const now = useNow();
  const trial = subscription.subscriptionStatus === 'trialing';
  const end = trial ? subscription.trialEndsAt : subscription.subscriptionEndsAt;
  // The minute that has begun is not a day more.
  const left = daysLeft(subscription, new Date(now.getTime() + 60_000));
  const until =
    end === null ? null : formatDateLong(todayIn(settings.zone, new Date(end)), todayIn(settings.zone, now));
  return (
    <Page title="Account" narrow>
      <div className="card grid gap-2 p-4">
        <h2 className="text-4">Subscription</h2>
        {canWrite ? (
          <p>
            {trial ? 'Free trial' : 'Active'}, {left} {left === 1 ? 'day' : 'days'} left{until && `, until ${until}`}.
          </p>
        ) : (
          <p>
            Inactive{until && `: ${trial ? 'the trial' : 'it'} ended on ${until}`}. Your records are kept and can be
            read.
          </p>
        )}
        <p className="text-muted">Subscribing is not built yet.</p>
      </div>
    </Page>
  );
}
