import { useQuery } from '@tanstack/react-query';
import { CircleDashed, ClockAlert, ReceiptText } from 'lucide-react';
import { homeSummaryQuery } from '@/data/summaries';
import { formatMoney } from '@/domain/money';
import { useAccount } from '@/session/account';
import { AlertList, AlertRow } from '@/ui/alert-row';
import { Card } from '@/ui/card';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/list-states';
import { CopyNote } from '@/widgets/copy-note';
import { alertsOf, countWords, type Alert } from './alert-words';
import { Day } from './day';

const icons = { overdue: ClockAlert, ready: ReceiptText, needsRate: CircleDashed, needsQuantity: CircleDashed };
const tones = { overdue: 'bad', ready: 'ready', needsRate: 'warn', needsQuantity: 'warn' } as const;

/** What needs the account holder today, most serious first. */
export function Alerts({ today }: { today: string }) {
  const { ownerId, userId, canWrite } = useAccount();
  const summary = useQuery(homeSummaryQuery(ownerId, userId, today));
  const alerts = summary.data ? alertsOf(summary.data) : null;
  return (
    <>
      <CopyNote at={summary.data && summary.dataUpdatedAt} />
      <Day today={today} words={alerts ? countWords(alerts.length) : ''} />
      {alerts === null ? (
        <Card>
          {summary.isError ? <ErrorState onRetry={() => void summary.refetch()} /> : <LoadingRows rows={3} />}
        </Card>
      ) : alerts.length === 0 ? (
        <Card>
          <EmptyState title="All done" text="No work waits for a rate or an invoice, and no invoice is overdue." />
        </Card>
      ) : (
        <AlertList label="Needs you">
          {alerts.map((alert) => (
            // A lapsed account can look, but every other page leads to its subscription.
            <Row key={alert.kind} alert={alert} to={canWrite ? alert.to : undefined} />
          ))}
        </AlertList>
      )}
    </>
  );
}

function Row({ alert, to }: { alert: Alert; to: string | undefined }) {
  const { currency } = useAccount().settings;
  const Icon = icons[alert.kind];
  return (
    <AlertRow
      tone={tones[alert.kind]}
      icon={<Icon />}
      title={alert.title}
      detail={alert.detail}
      figure={alert.value === null ? undefined : formatMoney(alert.value, currency)}
      to={to}
    />
  );
}
