import { useQuery } from '@tanstack/react-query';
import { machinePriceQuery } from '@/data/machinery/machines';
import { formatMoney } from '@/domain/core/money';
import { dateIn, formatDate, formatDateDated } from '@/domain/core/time';
import type { DueItem } from '@/domain/machinery/due';
import { formatReading } from '@/domain/machinery/machine';
import { dueWords } from '@/domain/machinery/machine-words';
import type { Machine } from '@/records/machines';
import { MACHINE } from '@/records/machines';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Card, CardHead } from '@/ui/layout/card';
import { Facts } from '@/ui/layout/facts';
import { History } from '@/widgets/history/history';
import { DueBadge, StatusBadge } from './machine-state';

const MAX_DUE = 3;

/** The specification of the machine, for use in the shed, and what is due next. */
export function OverviewTab({ machine, due }: { machine: Machine; due: readonly DueItem[] }) {
  const account = useAccount();
  const today = useToday();
  const admin = account.role === 'admin';
  const price = useQuery({ ...machinePriceQuery(account, machine.id), enabled: admin });
  const dated = (date: string | null) => (date === null ? null : formatDateDated(date));
  const bar = (pressure: number | null) => (pressure === null ? null : `${pressure} bar`);
  const { currentReading, currentReadingAt, meterType, meterOffset } = machine;
  return (
    <div className="grid grid-cols-1 items-start gap-4 nav:grid-cols-2">
      <div className="grid grid-cols-1 gap-4">
        <Card>
          <CardHead title="Now">
            <StatusBadge status={machine.status} />
          </CardHead>
          <div className="grid gap-1 p-4">
            <p className="text-6 font-bold tabular-nums">
              {meterType === 'none'
                ? 'No meter'
                : currentReading === null
                  ? 'No reading yet'
                  : formatReading(currentReading, meterType)}
            </p>
            {currentReadingAt !== null && (
              <p className="text-2 text-muted">
                Read {formatDate(dateIn(account.settings.zone, currentReadingAt), today)}
                {meterOffset > 0 &&
                  currentReading !== null &&
                  `. The meter was replaced: ${formatReading(currentReading + meterOffset, meterType)} in its life`}
              </p>
            )}
          </div>
          {due.length > 0 && (
            <ul className="border-t border-line">
              {due.slice(0, MAX_DUE).map((item) => (
                <li key={item.key} className="grid gap-1 border-b border-line px-4 py-3 last:border-0">
                  <span className="flex flex-wrap items-center justify-between gap-2">
                    <strong>{item.name}</strong>
                    <DueBadge state={item.due.state} />
                  </span>
                  <span className="text-2 text-muted">
                    {dueWords(item.due, item.meterType, today, (date) => formatDate(date, today))}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Facts
          title="Oils, tyres and filters"
          emptyText="Nothing entered yet."
          lines={[
            { label: 'Engine oil', value: machine.engineOil },
            { label: 'Hydraulic oil', value: machine.hydOil },
            { label: 'Coolant', value: machine.coolant },
            { label: 'Front tyres', value: bar(machine.tyreFrontBar) },
            { label: 'Rear tyres', value: bar(machine.tyreRearBar) },
            { label: 'Filters', value: machine.filters },
          ]}
        />
      </div>
      <div className="grid grid-cols-1 gap-4">
        <Facts
          title="Machine"
          emptyText="Nothing entered yet."
          lines={[
            { label: 'Make and model', value: [machine.make, machine.model].filter(Boolean).join(' ') },
            { label: 'Year', value: machine.year },
            { label: 'Serial number', value: machine.serialNo },
            { label: 'Registration', value: machine.registration },
            { label: 'Working width', value: machine.widthM === null ? null : `${machine.widthM} m` },
            {
              label: 'Capacity',
              value:
                machine.capacity === null
                  ? null
                  : [machine.capacity.toLocaleString('en-GB'), machine.capacityUnit].filter(Boolean).join(' '),
            },
            { label: 'Bought on', value: dated(machine.purchaseDate) },
            { label: 'Price', value: price.data == null ? null : formatMoney(price.data, account.settings.currency) },
            { label: 'Sold on', value: dated(machine.soldDate) },
            { label: 'Notes', value: machine.notes },
          ]}
        />
        <Facts
          title="Papers"
          lines={[
            { label: 'Insurance until', value: dated(machine.insuranceExpires) },
            { label: 'Tax until', value: dated(machine.taxExpires) },
            { label: 'MOT due', value: dated(machine.motDue) },
            { label: 'LOLER due', value: dated(machine.lolerDue) },
            { label: 'Sprayer test due', value: dated(machine.sprayerTestDue) },
          ]}
        />
        {admin && (
          <Card>
            <History of={MACHINE} id={machine.id} name={machine.name} createdBy={null} createdAt={machine.createdAt} />
          </Card>
        )}
      </div>
    </div>
  );
}
