import { lazy, Suspense } from 'react';
import { offersSecondStep } from '@/lib/capabilities';
import { AccountCard } from './account-card';
import { ChangeEmail } from './change-email';
import { ChangePassword } from './change-password';

/** Fetched only where the project offers it: it stands last, and nobody waits for it. */
const TwoFactor = lazy(async () =>
  (await offersSecondStep()) ? { default: (await import('./two-factor')).TwoFactor } : { default: () => null },
);

/** How somebody gets in: address, password, and a second step where the project offers one. */
export function SecurityCard({ userId, email }: { userId: string; email: string }) {
  return (
    <AccountCard title="Signing in">
      <div className="grid grid-cols-1 gap-4">
        <ChangeEmail email={email} />
        <ChangePassword email={email} />
        <Suspense>
          <TwoFactor userId={userId} email={email} />
        </Suspense>
      </div>
    </AccountCard>
  );
}
