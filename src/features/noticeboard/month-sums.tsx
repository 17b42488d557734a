import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { reportQuery } from '@/data/reports/income';
import { addDays, addMonths, shortMonth } from '@/domain/core/time';
import { formatMoney, type Decimal } from '@/domain/core/money';
import { counted } from '@/domain/core/word-list';
import { unbilledOf, yearBefore } from '@/domain/reports/report';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/layout/card';

/**
 * For the account holder: what this month's work earned, and how much of it is invoiced and paid, as in the reports. Shows
 * nothing until the sums are read, and nothing without signal or without work.
 */
export function MonthSums({ today }: { today: string }) {
  const { ownerId, settings } = useAccount();
  const first = `${today.slice(0, 8)}01`;
  const period = { from: first, to: addDays(addMonths(first, 1), -1) };
  const before = yearBefore(period, today);
  const filter = { basis: 'work' as const, period, before, customerId: null };
  const [sums] = useQuery(reportQuery(ownerId, filter, null)).data ?? [];
  if (sums === undefined) return null;
  const figures: readonly [string, Decimal][] = [
    ['Earned', sums.total],
    ['Invoiced', sums.invoiced],
    ['Paid', sums.paid],
    ['Unbilled', unbilledOf(sums)],
  ];
  return (
    <section className="grid gap-3 lg:col-start-1" aria-labelledby="month-sums">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id="month-sums" className="mr-auto text-4">
          Work of {shortMonth(Number(first.slice(5, 7)))} {first.slice(0, 4)}
        </h2>
        <Link to="/reports?period=month" className="inline-flex min-h-11 items-center">
          Reports
          <ChevronRight aria-hidden="true" />
        </Link>
      </div>
      <Card className="grid gap-2 p-4">
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-3 sm:grid-cols-4">
          {figures.map(([label, amount]) => (
            <div key={label} className="min-w-0">
              <dt className="text-2 text-muted">{label}</dt>
              <dd className="figure left font-strong wrap-anywhere">{formatMoney(amount, settings.currency)}</dd>
            </div>
          ))}
        </dl>
        <p className="hint">
          Without VAT. The same days of last year: {formatMoney(sums.before, settings.currency)} earned.
          {sums.unvalued > 0 && ` ${counted(sums.unvalued, 'entry has', 'entries have')} no value yet.`}
        </p>
      </Card>
    </section>
  );
}
