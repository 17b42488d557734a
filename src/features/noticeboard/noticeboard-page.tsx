import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Page } from '@/ui/layout/page';
import { Alerts } from './alerts';
import { Board } from './board';
import { QuickActions } from './quick-actions';

/** Home: today's alerts, quick actions, and the account holder's notices. */
export function NoticeboardPage() {
  const { canWrite } = useAccount();
  const today = useToday();
  return (
    <Page title="Noticeboard">
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
        <div className="grid gap-4">
          <Alerts today={today} />
        </div>
        {canWrite && <QuickActions />}
        <Board today={today} />
      </div>
    </Page>
  );
}
