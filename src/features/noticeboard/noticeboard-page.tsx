import { lazy, Suspense } from 'react';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Page } from '@/ui/layout/page';
import { Alerts } from './alerts';
import { Board } from './board';
import { QuickActions } from './quick-actions';

// Only employees have it.
const YourDay = lazy(async () => ({ default: (await import('./your-day')).YourDay }));

/** Home: today's alerts, quick actions, an employee's jobs of the day, and the account holder's notices. */
export function NoticeboardPage() {
  const { role, canWrite } = useAccount();
  const today = useToday();
  return (
    <Page title="Noticeboard">
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
        <div className="grid gap-4">
          <Alerts today={today} />
        </div>
        {canWrite && <QuickActions />}
        {role === 'employee' && (
          <Suspense>
            <YourDay today={today} />
          </Suspense>
        )}
        <Board today={today} />
      </div>
    </Page>
  );
}
