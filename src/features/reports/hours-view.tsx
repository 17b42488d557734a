import { formatMoney } from '@/domain/core/money';
import { formatDuration } from '@/domain/core/time';
import { HOURS_GROUPINGS } from '@/domain/reports/hours';
import { Banner } from '@/ui/feedback/banner';
import { ChipSelect } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { hourAmounts, hoursGaps, hoursNotes, hoursSheet, shownHours } from './hours-sheet';
import { ReportChart } from './report-chart';
import { GroupChip } from './report-fields';
import { groupOptions, spanWords } from './report-rows';
import { SheetReport } from './sheet-report';
import { useHours, type Hours } from './use-hours';

/** What people clocked in a period, beside what is logged on jobs. */
export function HoursView() {
  const hours = useHours();
  const { currency, grouping, people, period, personId, set, sums, view } = hours;
  const [worked, ...others] = hourAmounts(hours).map(([label, of]) => ({ label, value: formatDuration(of(sums)) }));
  return (
    <SheetReport
      report={hours}
      period={view}
      sheet={hoursSheet(hours)}
      filters={
        <>
          <GroupChip groups={groupOptions(HOURS_GROUPINGS)} value={grouping} set={set} />
          <ChipSelect
            label="Person"
            all="Everybody"
            value={personId ?? ''}
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(person) => set({ person })}
          />
        </>
      }
      total={{
        short: `Not logged: ${formatDuration(sums.unlogged)}`,
        sums: [
          ...others,
          ...(sums.cost === 0 ? [] : [{ label: 'Cost', value: formatMoney(sums.cost, currency) }]),
          ...(worked ? [worked] : []),
        ],
      }}
      notices={hoursGaps(hours).map((words) => (
        <Banner key={words} tone="note">
          {words}
        </Banner>
      ))}
      above={<HoursCard hours={hours} />}
      empty={{ title: 'No hours in this period.', text: `${spanWords(period)}.` }}
      note={hoursNotes(hours).join(' ')}
    />
  );
}

/** The hours clocked in large type, and their chart. */
function HoursCard({ hours }: { hours: Hours }) {
  const { grouping, hasOvertime, period, sums } = hours;
  const words = (inHours: number) => formatDuration(Math.round(inHours * 60));
  return (
    <Card className="report-card">
      <h2 className="report-answer">
        <b className="figure">{formatDuration(sums.worked)}</b> clocked
      </h2>
      <p className="text-muted">
        {formatDuration(sums.logged)} on jobs. {formatDuration(sums.unlogged)} clocked, but not logged.
      </p>
      <ReportChart
        title={`Hours clocked by ${grouping}, ${spanWords(period)}.`}
        columns={grouping !== 'person'}
        parts={hasOvertime ? ['Normal', 'Overtime'] : ['Clocked']}
        mark="On jobs"
        // In hours, so that the lines of the scale are at whole ones.
        rows={shownHours(hours).map((row) => ({
          ...row,
          parts: [(row.worked - row.overtime) / 60, row.overtime / 60],
          total: row.worked / 60,
          mark: row.logged / 60,
        }))}
        words={words}
      />
    </Card>
  );
}
