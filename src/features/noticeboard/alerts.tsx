import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { homeSummaryQuery } from '@/data/summaries';
import { formatMoney } from '@/domain/core/money';
import { formatDateLong } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { AlertList, AlertRow } from '@/ui/feedback/alert-row';
import { Card } from '@/ui/layout/card';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { headlineWords, type Alert } from './alert-words';
import { useAlerts } from './use-alerts';
import { optionalPart } from '@/ui/optional-part';

// Loaded on demand: only new accounts see it.
const FirstSteps = optionalPart(async () => (await import('./first-steps/first-steps')).FirstSteps);

// Loaded on demand: shown only if somebody asks for time off.
const AnswerButton = optionalPart(async () => (await import('@/widgets/time-off/answer-button')).AnswerButton);

/** How many alerts are shown at first; the rest is shown on request. */
const MAX_SHOWN = 5;

/** The alerts for this person. */
export function Alerts({ today }: { today: string }) {
  const { ownerId, userId, role, canWrite, settings } = useAccount();
  const { alerts, pending, failed, retry } = useAlerts(today);
  const [all, setAll] = useState(false);
  const admin = role === 'admin';
  // For the age of the cached copy that is shown offline.
  const summary = useQuery({ ...homeSummaryQuery(ownerId, userId, today), enabled: admin });
  const isComplete = !pending && !failed;
  const isNew = admin && canWrite && [settings.asksBusiness, settings.asksPrices, settings.asksFirstJob].includes(true);
  return (
    <>
      <SnapshotAge at={summary.data && summary.dataUpdatedAt} />
      <TodayHeadline
        today={today}
        words={isComplete && ((admin && !isNew) || alerts.length > 0) ? headlineWords(alerts.length) : ''}
      />
      {alerts.length > 0 && (
        <AlertList label="Needs you">
          {(all ? alerts : alerts.slice(0, MAX_SHOWN)).map((alert) => (
            // A lapsed account can see the alerts, but every other page redirects to its subscription, so they have no
            // links.
            <Row key={alert.key} alert={alert} to={canWrite ? (alert.to ?? undefined) : undefined} />
          ))}
        </AlertList>
      )}
      {!all && alerts.length > MAX_SHOWN && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          Show all {alerts.length}
        </Button>
      )}
      {admin && failed ? (
        <Card>
          <ErrorState onRetry={retry} />
        </Card>
      ) : admin && pending ? (
        <Card>
          <LoadingRows rows={3} />
        </Card>
      ) : (
        admin &&
        !isNew &&
        alerts.length === 0 && (
          <Card>
            <EmptyState title="All done" text="No work waits for a rate or an invoice, and no invoice is overdue." />
          </Card>
        )
      )}
      {isNew && (
        <Suspense>
          <FirstSteps today={today} />
        </Suspense>
      )}
    </>
  );
}

/** Today's date as a headline, with one line of text. */
function TodayHeadline({ today, words }: { today: string; words: string }) {
  return (
    <div>
      <p className="serif text-5 nav:text-4">{formatDateLong(today)}</p>
      <p className="min-h-6 text-2 text-muted">{words}</p>
    </div>
  );
}

function Row({
  alert: { tone, icon: Icon, title, detail, value, request },
  to,
}: {
  alert: Alert;
  to: string | undefined;
}) {
  const { canWrite, settings } = useAccount();
  const { currency } = settings;
  return (
    <AlertRow
      tone={tone}
      icon={<Icon />}
      title={title}
      detail={detail}
      figure={value === null ? undefined : formatMoney(value, currency)}
      to={to}
      action={
        request &&
        canWrite && (
          <Suspense>
            <AnswerButton request={request} />
          </Suspense>
        )
      }
    />
  );
}
