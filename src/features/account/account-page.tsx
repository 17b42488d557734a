import { lazy, Suspense } from 'react';
import { Page } from '@/ui/layout/page';
import { DataCard } from './data-card';
import { DeleteCard } from './delete-card';
import { FarmCard } from './farm-card';
import { useOwnProfile } from './own-profile';
import { ProfileCard } from './profile-card';
import { SecurityCard } from './security-card';
import { SubscriptionCard } from './subscription-card';

// Loaded on demand: only where notifications are set up.
const NotificationsCard = lazy(async () => ({ default: (await import('./notifications-card')).NotificationsCard }));

// Loaded on demand: few ever restore.
const RestoreCard = lazy(async () => ({ default: (await import('./restore-card')).RestoreCard }));

/** The account holder's own page, in every state of the subscription. Only the farm settings need write access. */
export function AccountPage() {
  const person = useOwnProfile();
  return (
    <Page title="Account">
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-4">
          <SubscriptionCard />
          {person && <ProfileCard profile={person.profile} email={person.email} />}
          {person?.email && <SecurityCard userId={person.profile.id} email={person.email} />}
        </div>
        <div className="grid grid-cols-1 gap-4">
          <FarmCard />
          <Suspense>
            <NotificationsCard />
          </Suspense>
          <DataCard />
          <Suspense>
            <RestoreCard />
          </Suspense>
          <DeleteCard />
        </div>
      </div>
    </Page>
  );
}
