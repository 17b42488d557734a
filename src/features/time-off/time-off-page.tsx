import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Plus, Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { openRequestsQuery } from '@/data/time-off/open-requests';
import { addDays, isDate } from '@/domain/core/time';
import { leaveYearWords } from '@/domain/time-off/time-off-words';
import { useOffline } from '@/lib/online';
import { withParams } from '@/lib/params';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, IconButton } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { ErrorState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { AnswerDialog } from '@/widgets/time-off/answer-dialog';
import { useLeave } from '@/widgets/time-off/use-leave';
import { AskedCard } from './asked-card';
import { LeaveDialog } from './leave-dialog';
import { OwnLeave } from './own-leave';
import { PeopleLeave } from './people-leave';

// Loaded on demand: it can only be used with signal.
const AskDialog = lazy(async () => ({ default: (await import('@/widgets/time-off/ask-dialog')).AskDialog }));

/** /time-off: the balances of a leave year, and the requests. An employee sees only their own. */
export function TimeOffPage() {
  const account = useAccount();
  const { role, canWrite } = account;
  const isHolder = role === 'admin';
  const offline = useOffline();
  const today = useToday();
  const [params, change] = useAddress();
  const day = params.get('date') ?? '';
  const leave = useLeave(isDate(day) ? day : today);
  const requests = useQuery(openRequestsQuery(account));
  const { data: open = [] } = requests;
  const [dialog, setDialog] = useState<'ask' | 'settings' | null>(null);
  const requested = isHolder && canWrite ? open.find(({ id }) => id === params.get('request')) : undefined;
  const set = (changes: Record<string, string>) => change((current) => withParams(current, changes), { replace: true });
  const { year, settings } = leave;
  return (
    <Page
      title="Time Off"
      actions={
        canWrite &&
        (isHolder ? (
          <Button disabled={offline || settings === undefined} onClick={() => setDialog('settings')}>
            <Settings2 aria-hidden="true" />
            Days of holiday
          </Button>
        ) : (
          <Button variant="main" disabled={offline} onClick={() => setDialog('ask')}>
            <Plus aria-hidden="true" />
            Ask for time off
          </Button>
        ))
      }
    >
      {offline && <p className="hint">You need signal to ask for time off and to answer.</p>}
      {isHolder && requests.isLoadingError && <ErrorState onRetry={() => void requests.refetch()} />}
      {isHolder && open.length > 0 && <AskedCard requests={open} onAnswer={(id) => set({ request: id })} />}
      <div className="flex items-center gap-2">
        <IconButton label="Year before" onClick={() => set({ date: addDays(year.from, -1) })}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <h2 className="min-w-0 flex-1 text-center text-4 font-bold" aria-live="polite">
          {leaveYearWords(year)}
        </h2>
        <IconButton label="Year after" onClick={() => set({ date: addDays(year.to, 1) })}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <QueryList read={leave.read}>
        {isHolder ? <PeopleLeave leave={leave} onSettings={() => setDialog('settings')} /> : <OwnLeave leave={leave} />}
      </QueryList>
      {dialog === 'ask' && (
        <Suspense>
          <AskDialog day={today} onClose={() => setDialog(null)} />
        </Suspense>
      )}
      {dialog === 'settings' && settings && <LeaveDialog farm={settings.farm} onClose={() => setDialog(null)} />}
      {requested && <AnswerDialog key={requested.id} request={requested} onClose={() => set({ request: '' })} />}
    </Page>
  );
}
