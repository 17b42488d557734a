import { lazy, Suspense } from 'react';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Page } from '@/ui/layout/page';
import { Alerts } from './alerts';
import { Board } from './board';
import { QuickActions } from './quick-actions';
import { optionalPart } from '@/ui/optional-part';

// Loaded on demand: shown only if there is news.
const WhatsNew = optionalPart(async () => (await import('./whats-new')).WhatsNew);
// Loaded on demand: only an account holder with employees sees it.
const CrewToday = optionalPart(async () => (await import('./crew/crew-today')).CrewToday);
// Loaded on demand: only an account holder sees it, below the notices.
const MonthSums = optionalPart(async () => (await import('./month-sums')).MonthSums);
// Loaded on demand: only employees see it.
const YourDay = lazy(async () => ({ default: (await import('./your-day')).YourDay }));

/**
 * Home: today's alerts, quick actions, the account holder's notices, and the day's jobs (an employee's own, or the
 * whole crew's for the account holder). The account holder also sees the sums of this month's work.
 */
export function NoticeboardPage() {
  const { role, canWrite } = useAccount();
  const today = useToday();
  return (
    <Page title="Noticeboard">
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
        <div className="grid gap-4">
          <Alerts today={today} />
          <Suspense>
            <WhatsNew today={today} />
          </Suspense>
        </div>
        {canWrite && <QuickActions />}
        {role === 'employee' && (
          <Suspense>
            <YourDay today={today} />
          </Suspense>
        )}
        {role === 'admin' && canWrite && (
          <Suspense>
            <CrewToday today={today} />
          </Suspense>
        )}
        <Board
          today={today}
          below={
            role === 'admin' &&
            canWrite && (
              <Suspense>
                <MonthSums today={today} />
              </Suspense>
            )
          }
        />
      </div>
    </Page>
  );
}
