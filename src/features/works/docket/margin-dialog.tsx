import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { marginReportQuery } from '@/data/reports/margins';
import { marginsQuery, type Margin } from '@/data/works/job-margins';
import type { Account } from '@/domain/account/account';
import { formatMoney, type Currency, type Decimal } from '@/domain/core/money';
import { addDays, formatDateLong } from '@/domain/core/time';
import { docketNumber } from '@/domain/works/docket-number';
import type { Docket } from '@/domain/works/docket';
import { useOffline } from '@/lib/online';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { ErrorState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { Dialog } from '@/ui/popups/dialog';
import { CostsDialog } from './costs-dialog';
import { useDocket } from './use-docket';

const PartsDialog = lazy(async () => ({ default: (await import('./parts-dialog')).PartsDialog }));

const YEAR_DAYS = 365;

/** What a job earned. For the account holder, in the office: the docket, which the customer reads, does not lead here. */
export function MarginDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { account, docket, customerId, read } = useDocket(id);
  const today = useToday();
  const offline = useOffline();
  const [changing, setChanging] = useState(false);
  if (changing && docket) {
    return (
      <Suspense fallback={null}>
        <PartsDialog docket={docket} account={account} onClose={() => setChanging(false)} />
      </Suspense>
    );
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Margin of job ${docketNumber(id)}`}
      actions={
        <Button variant="main" onClick={onClose}>
          Close
        </Button>
      }
    >
      {docket && customerId !== '' ? (
        <div className="grid gap-4">
          <p>
            <strong className="text-4">{docket.customer}</strong>
            <span className="block text-muted">
              {formatDateLong(docket.workDate, today)}, {docket.lines.map(({ taskName }) => taskName).join(', ')}
            </span>
          </p>
          <JobMargin docket={docket} customerId={customerId} account={account} />
          {account.canWrite && !offline && (
            <Button onClick={() => setChanging(true)}>
              <Users aria-hidden="true" />
              Change what was on this job
            </Button>
          )}
        </div>
      ) : docket ? (
        <p>The margin is worked out once this job is in the office.</p>
      ) : (
        <QueryList read={read}>
          <p>This job is not there any more.</p>
        </QueryList>
      )}
    </Dialog>
  );
}

/** What the job earned, and what the customer's jobs earned in the year up to it. */
function JobMargin({ docket, customerId, account }: { docket: Docket; customerId: string; account: Account }) {
  const { workDate } = docket;
  const { currency } = account.settings;
  const jobs = useQuery(marginsQuery(account.ownerId, workDate, workDate));
  const period = { from: addDays(workDate, -YEAR_DAYS), to: workDate };
  const customer = useQuery(marginReportQuery(account.ownerId, { period, customerId }, null)).data?.[0];
  const [entering, setEntering] = useState(false);
  const job = jobs.data?.find(({ jobId }) => jobId === docket.id);
  if (!job)
    return (
      <QueryList read={jobs} loading={{ rows: 3 }}>
        <ErrorState onRetry={() => void jobs.refetch()} />
      </QueryList>
    );
  return (
    <section className="grid gap-2" aria-label="Margin">
      <MarginFigures margin={job} currency={currency} />
      {job.missing.length > 0 && <Banner tone="warn">Not known, and not taken off: {job.missing.join('; ')}.</Banner>}
      {job.lacksCosts && (
        <div>
          <Button onClick={() => setEntering(true)}>Enter costs</Button>
        </div>
      )}
      {customer && customer.jobs > 1 && (
        <p className="text-2 text-muted">
          {docket.customer}, {customer.jobs} jobs with costs in the year up to then:{' '}
          {formatMoney(customer.margin, currency)} of {formatMoney(customer.earned, currency)}
          {customer.incomplete > 0 && `; ${customer.incomplete} of them lack a value, hours or a cost`}.
        </p>
      )}
      {entering && <CostsDialog docket={docket} account={account} onClose={() => setEntering(false)} />}
    </section>
  );
}

function MarginFigures({ margin, currency }: { margin: Margin; currency: Currency }) {
  const words = (amount: Decimal | null, unknown: string) =>
    amount === null ? unknown : formatMoney(amount, currency);
  const rows = [
    ['Lines', words(margin.revenue, 'not entered')],
    ['People', words(margin.people, 'not entered')],
    ['Machines', words(margin.machines, 'not entered')],
    ['Materials', words(margin.materials, 'not entered')],
    ['Margin', words(margin.margin, 'not known')],
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {rows.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="figure text-end">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
