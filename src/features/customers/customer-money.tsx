import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { oneCustomerSummaryQuery } from '@/data/customers/customers';
import { worksTotalsQuery } from '@/data/works/works';
import { formatMoney, ZERO } from '@/domain/core/money';
import { counted } from '@/domain/core/word-list';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { worksFilter } from './customer-works-filter';

/** The customer's uninvoiced work, outstanding balance, and value of work this year. */
export function CustomerMoney({ id }: { id: string }) {
  const account = useAccount();
  const today = useToday();
  const { currency, seesRates } = account.settings;
  const summary = useQuery(oneCustomerSummaryQuery(account.ownerId, id));
  const year = today.slice(0, 4);
  const totals = useQuery(worksTotalsQuery({ ...account, seesRates }, worksFilter(id, today, `${year}-01-01`)));
  const amounts = summary.data;
  const money = (amount = ZERO) => formatMoney(amount, currency);
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      <Sum
        label="Uninvoiced"
        value={amounts !== undefined && money(amounts?.unbilled)}
        link={!!amounts?.unbilled && <Link to={`/invoices?customer=${id}`}>Create invoice</Link>}
      />
      <Sum
        label="Outstanding"
        value={amounts !== undefined && money(amounts?.outstanding)}
        link={<Link to={`/view-invoices?customer=${id}`}>Invoices</Link>}
      />
      <Sum
        label={`Worked in ${year}`}
        value={totals.data && money(totals.data.value)}
        link={totals.data && counted(totals.data.entries, 'entry', 'entries')}
      />
    </dl>
  );
}

/** Reserves the space of the figure while it loads. */
function Sum({ label, value, link }: { label: string; value: string | false | undefined; link: ReactNode }) {
  return (
    <div className="card flex flex-wrap items-baseline gap-x-3 px-4 py-3 sm:block">
      <dt className="text-2 text-muted">{label}</dt>
      <dd className="total ml-auto text-5">{value || ' '}</dd>
      {link && <dd className="w-full text-2 text-muted">{link}</dd>}
    </div>
  );
}
