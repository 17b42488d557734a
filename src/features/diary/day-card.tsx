import type { Work } from '@/data/works';
import { formatMoney, type Currency, type Decimal } from '@/domain/money';
import { formatDate } from '@/domain/time';
import { formatQuantityWithUnit, formatRateWithUnit } from '@/domain/units';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/card';
import { LedgerCard, LedgerCards } from '@/ui/ledger-cards';
import { WorkState } from '@/widgets/work-state';
import type { DayOfWorks } from './days';

/** One day of the diary: its entries, and what they come to. */
export function DayCard({ day, today }: { day: DayOfWorks; today: string }) {
  const { settings } = useAccount();
  const sum = [
    ...(day.value > 0 ? [formatMoney(day.value, settings.currency)] : []),
    ...(settings.seesRates && day.needRate > 0
      ? [`${day.needRate} ${day.needRate === 1 ? 'needs' : 'need'} a rate`]
      : []),
  ].join(', ');
  return (
    <Card className="overflow-clip">
      <LedgerCards title={day.date === today ? 'Today' : formatDate(day.date, today)} sum={sum || undefined}>
        {day.works.map((work) => (
          <Entry key={work.id} work={work} today={today} />
        ))}
      </LedgerCards>
    </Card>
  );
}

/** Blank while there is no price; a job done for nothing says so. */
const worth = (value: Decimal | null, currency: Currency): string | undefined =>
  value === null ? undefined : value === 0 ? 'No charge' : formatMoney(value, currency);

function Entry({ work, today }: { work: Work; today: string }) {
  const { settings } = useAccount();
  const quantity = work.quantity === null ? null : formatQuantityWithUnit(work.quantity, work.chargeableUnit);
  const rate = work.rate === null ? null : formatRateWithUnit(work.rate, work.chargeableUnit, settings.currency);
  const amount = quantity !== null && rate !== null ? `${quantity} at ${rate}` : (quantity ?? rate);
  return (
    <LedgerCard
      title={work.taskName}
      lines={[work.customer, ...(amount === null ? [] : [amount]), work.createdByName]}
      figure={worth(work.totalValue, settings.currency)}
      state={<WorkState work={work} today={today} />}
      to={`/works-list?from=${work.workDate}&to=${work.workDate}`}
    />
  );
}
