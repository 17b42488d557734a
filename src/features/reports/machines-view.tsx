import { formatMoney, type Decimal } from '@/domain/core/money';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { COSTS, MACHINES_NOTE, machinesSheet, unpricedWords } from './machines-sheet';
import { ReportChart } from './report-chart';
import { spanWords } from './report-rows';
import { SheetReport } from './sheet-report';
import { useMachines, type Machines } from './use-machines';

/** What machines cost in a period, beside what they did. */
export function MachinesView() {
  const machines = useMachines();
  const { currency, period, sums, view } = machines;
  const unpriced = unpricedWords(sums);
  return (
    <SheetReport
      report={machines}
      period={view}
      sheet={machinesSheet(machines)}
      filters={null}
      total={{
        short: `Services: ${sums.services.toLocaleString('en-GB')}`,
        sums: [
          ...COSTS.map(([label, of]) => ({ label, value: formatMoney(of(sums), currency) })),
          { label: 'Cost', value: formatMoney(sums.cost, currency) },
        ],
      }}
      notices={unpriced !== '' && <Banner tone="note">{unpriced}</Banner>}
      above={sums.cost > 0 && <MachinesCard machines={machines} />}
      empty={{
        title: 'No machine was used or serviced in this period.',
        text: `${spanWords(period)}. Readings, services and the machines of jobs count.`,
      }}
      note={MACHINES_NOTE}
    />
  );
}

/** The cost in large type, and its chart. */
function MachinesCard({ machines: { currency, period, rows, sums } }: { machines: Machines }) {
  return (
    <Card className="report-card">
      <h2 className="report-answer">
        <b className="figure">{formatMoney(sums.cost, currency)}</b> spent on services
      </h2>
      <ReportChart
        title={`Cost of services by machine, ${spanWords(period)}.`}
        columns={false}
        parts={COSTS.map(([label]) => label)}
        rows={rows
          .filter(({ cost }) => cost > 0)
          .map((row) => ({
            ...{ id: row.id, name: row.name, shortName: row.name },
            ...{ parts: COSTS.map(([, of]) => of(row)), total: row.cost, mark: 0 },
          }))}
        words={(amount) => formatMoney(amount as Decimal, currency)}
      />
    </Card>
  );
}
