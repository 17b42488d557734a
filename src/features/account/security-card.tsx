import { AccountCard } from './account-card';
import { ChangeEmail } from './change-email';
import { ChangePassword } from './change-password';
import { TwoFactor } from './two-factor';

/** How somebody gets in: address, password, and a second step where the project offers one. */
export function SecurityCard({ userId, email }: { userId: string; email: string }) {
  return (
    <AccountCard title="Signing in">
      <div className="grid grid-cols-1 gap-4">
        <ChangeEmail email={email} />
        <ChangePassword email={email} />
        <TwoFactor userId={userId} email={email} />
      </div>
    </AccountCard>
  );
}
