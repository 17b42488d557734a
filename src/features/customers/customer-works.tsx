import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { worksQuery } from '@/data/works/works';
import { formatMoney, type Currency } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { formatQuantityWithUnit } from '@/domain/core/units';
import { workStatus } from '@/domain/works/work';
import type { Work } from '@/records/works';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { WorkStatusBadge } from '@/widgets/work-state';
import { Card, CardHead } from '@/ui/layout/card';
import { QueryList } from '@/ui/lists/query-list';
import { worksFilter } from './customer-works-filter';

const MAX_SHOWN = 5;

/** The latest jobs for a customer, with a link to all of them. */
export function CustomerWorks({ customer }: { customer: { id: string; name: string } }) {
  const account = useAccount();
  const today = useToday();
  const { currency, seesRates } = account.settings;
  const works = useInfiniteQuery(worksQuery({ ...account, seesRates }, worksFilter(customer.id, today)));
  const latest = works.data?.pages[0]?.slice(0, MAX_SHOWN) ?? [];
  return (
    <Card>
      <CardHead title="Latest work">
        <Link className="btn btn-quiet" to={`/works-list?customer=${customer.id}`}>
          All work
        </Link>
      </CardHead>
      <QueryList
        read={works}
        rows={latest}
        loading={{ rows: 3 }}
        empty={<p className="p-4 text-muted">No work for {customer.name} yet.</p>}
      >
        <ul className="ruled overflow-clip rounded-b-3">
          {latest.map((work) => (
            <Row key={work.id} work={work} today={today} currency={currency} />
          ))}
        </ul>
      </QueryList>
    </Card>
  );
}

function Row({ work, today, currency }: { work: Work; today: string; currency: Currency }) {
  const status = workStatus(work, today);
  const quantity = work.quantity === null ? null : formatQuantityWithUnit(work.quantity, work.chargeableUnit);
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <span className="min-w-0 flex-1">
        <strong>{work.taskName}</strong>
        <span className="block text-2 text-muted">
          {[formatDate(work.workDate, today), quantity].filter(Boolean).join(', ')}
        </span>
      </span>
      <span className="grid justify-items-end gap-1 text-2">
        {work.totalValue !== null && (
          <b className="total">{work.totalValue === 0 ? 'No charge' : formatMoney(work.totalValue, currency)}</b>
        )}
        <WorkStatusBadge status={status} />
      </span>
    </li>
  );
}
