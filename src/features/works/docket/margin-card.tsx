import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { marginsQuery, type Margin } from '@/data/works/job-margins';
import type { Account } from '@/domain/account/account';
import { formatMoney } from '@/domain/core/money';
import { addDays } from '@/domain/core/time';
import type { Docket } from '@/domain/works/docket';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { CostsDialog } from './costs-dialog';

const YEAR_DAYS = 365;

/** What the job earned, and what the customer's jobs earned in the year up to it. Only for the account holder. */
export function MarginCard({ docket, customerId, account }: { docket: Docket; customerId: string; account: Account }) {
  const { workDate } = docket;
  const { currency } = account.settings;
  const jobs = useQuery(marginsQuery(account.ownerId, workDate, workDate, 'job'));
  const customers = useQuery(marginsQuery(account.ownerId, addDays(workDate, -YEAR_DAYS), workDate, 'customer'));
  const [entering, setEntering] = useState(false);
  const job = jobs.data?.find(({ key }) => key === docket.id);
  const customer = customers.data?.find(({ key }) => key === customerId);
  if (!job) return null;
  // The words come from the database function `job_margins`.
  const lacksCosts = job.missing.some((words) => words.endsWith(': cost of an hour'));
  return (
    <section className="grid gap-2" aria-label="Margin">
      <h3 className="text-3">Margin</h3>
      <MarginFigures margin={job} currency={currency} />
      {job.missing.length > 0 && <Banner tone="warn">Not known, and not taken off: {job.missing.join('; ')}.</Banner>}
      {lacksCosts && (
        <div>
          <Button onClick={() => setEntering(true)}>Enter costs</Button>
        </div>
      )}
      {customer && customer.jobs > 1 && (
        <p className="text-2 text-muted">
          {docket.customer}, {customer.jobs} jobs in the year up to then: {formatMoney(customer.margin, currency)} of{' '}
          {formatMoney(customer.revenue, currency)}
          {customer.missing.length > 0 && `, ${customer.missing.length} costs or prices not known`}.
        </p>
      )}
      {entering && <CostsDialog docket={docket} account={account} onClose={() => setEntering(false)} />}
    </section>
  );
}

function MarginFigures({ margin, currency }: { margin: Margin; currency: Account['settings']['currency'] }) {
  const rows = [
    ['Lines', margin.revenue],
    ['People', margin.people],
    ['Machines', margin.machines],
    ['Materials', margin.materials],
    ['Margin', margin.margin],
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {rows.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="figure text-end">{formatMoney(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
