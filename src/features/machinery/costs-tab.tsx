import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { machinePriceQuery } from '@/data/machinery/machines';
import { serviceCostsQuery } from '@/data/machinery/services';
import { formatMoney, toNumeric } from '@/domain/core/money';
import { addDays, addMonths, formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { costPerUnit, countedBetween, sumOf, totalOf } from '@/domain/machinery/costs';
import { formatReading, meterUnit } from '@/domain/machinery/machine';
import { KIND_WORDS } from '@/domain/machinery/machine-words';
import { together } from '@/lib/read-state';
import type { Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Segmented } from '@/ui/forms/segmented';
import { Card } from '@/ui/layout/card';
import { FigureCell, HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { EmptyState } from '@/ui/lists/list-states';
import { Paged } from '@/ui/lists/paged';
import { QueryList } from '@/ui/lists/query-list';
import { servicePath } from './machinery-address';
import { useReadings, useServices } from './use-machine';

const PERIODS = [
  { value: 'year', label: 'Last 12 months' },
  { value: 'all', label: 'All' },
] as const;

/** What the services cost, and the cost per unit of the meter. Account holder only. */
export function CostsTab({ machine }: { machine: Machine }) {
  const account = useAccount();
  const today = useToday();
  const [period, setPeriod] = useState<(typeof PERIODS)[number]['value']>('year');
  const costs = useQuery(serviceCostsQuery(account, machine.id));
  const price = useQuery(machinePriceQuery(account, machine.id));
  const { query, services } = useServices(machine.id);
  const { readings } = useReadings(machine.id);
  const { currency } = account.settings;
  // Services in the outbox alone are not enough: without the stored ones the sum is wrong.
  if (!costs.data || !query.data)
    return (
      <QueryList
        card
        read={together(costs, query)}
        failed={costs.isError ? { text: 'Costs are shown when there is signal.' } : {}}
      />
    );
  const from = period === 'year' ? addDays(addMonths(today, -12), 1) : '1900-01-01';
  const inPeriod = services.map(({ row }) => row).filter(({ serviceDate }) => serviceDate >= from);
  const totals = inPeriod.map((service) => {
    const entered = costs.data.get(service.id);
    return { service, total: entered ? totalOf(entered) : null };
  });
  const sum = sumOf(totals.map(({ total }) => total));
  const units = countedBetween(
    readings.map(({ row }) => row),
    { from, to: '9999-12-31' },
    account.settings.zone,
  );
  const perUnit = units === null ? null : costPerUnit(sum, units);
  const missing = totals.filter(({ total }) => total === null).length;
  const unit = meterUnit(machine.meterType);
  return (
    <div className="grid gap-4">
      <Segmented label="Period" options={PERIODS} value={period} onChange={setPeriod} />
      <Card className="grid gap-1 p-4">
        <p className="text-6 font-bold tabular-nums">
          {perUnit === null ? formatMoney(sum, currency) : `${formatMoney(perUnit, currency)}/${unit}`}
        </p>
        <p className="text-2 text-muted">
          {perUnit === null || units === null
            ? machine.meterType === 'none'
              ? 'Spent on services.'
              : 'Spent on services. Two readings in the period are needed for the cost per unit.'
            : `${formatMoney(sum, currency)} over ${formatReading(toNumeric(units), machine.meterType)}.`}
          {missing > 0 && ` ${counted(missing, 'service has', 'services have')} no costs yet.`}
        </p>
        {price.data != null && (
          <p className="text-2 text-muted">Bought for {formatMoney(price.data, currency)}, not counted here.</p>
        )}
      </Card>
      {totals.length === 0 ? (
        <Card>
          <EmptyState title="No service in this period." />
        </Card>
      ) : (
        <Paged key={period} items={totals}>
          {(part) => (
            <Ledger
              caption="Costs"
              head={
                <>
                  <HeadCell>Date</HeadCell>
                  <HeadCell>Service</HeadCell>
                  <HeadCell figure>Cost</HeadCell>
                </>
              }
            >
              <tbody>
                {part.map(({ service, total }) => (
                  <LedgerRow key={service.id}>
                    <td className="figure left">{formatDate(service.serviceDate, today)}</td>
                    <td>
                      <Link className="link" to={servicePath(machine.id, service.id)}>
                        {service.description || KIND_WORDS[service.kind]}
                      </Link>
                    </td>
                    <FigureCell strong>{total === null ? '' : formatMoney(total, currency)}</FigureCell>
                  </LedgerRow>
                ))}
              </tbody>
            </Ledger>
          )}
        </Paged>
      )}
    </div>
  );
}
