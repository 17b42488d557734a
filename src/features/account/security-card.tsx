import { lazy, Suspense } from 'react';
import { offersSecondStep } from '@/lib/device/capabilities';
import { AccountCard } from './account-card';
import { ChangeEmail } from './change-email';
import { ChangePassword } from './change-password';

/** Loaded only if the Supabase project offers two-factor sign-in. As the last row, it does not delay the other rows. */
const TwoFactor = lazy(async () =>
  (await offersSecondStep()) ? { default: (await import('./two-factor')).TwoFactor } : { default: () => null },
);

/** Sign-in settings: email, password, and two-factor sign-in if the project offers it. */
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
