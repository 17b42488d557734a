import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Page } from '@/ui/page';
import { Alerts } from './alerts';
import { Day } from './day';
import { QuickActions } from './quick-actions';

/** Home: the day, what needs a person, and the usual next steps. */
export function NoticeboardPage() {
  const { role, canWrite } = useAccount();
  const today = useToday();
  return (
    <Page title="Noticeboard">
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
        <div className="grid gap-4">
          {role === 'admin' ? (
            <Alerts today={today} />
          ) : (
            <Day today={today} words="Nothing on the board. Have a safe day." />
          )}
        </div>
        {canWrite && <QuickActions role={role} />}
      </div>
    </Page>
  );
}
