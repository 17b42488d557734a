import { Link } from 'react-router-dom';
import { add, formatMoney, negate, type Decimal } from '@/domain/core/money';
import { BASES, GROUPINGS_OF, partsOf, type ReportBasis } from '@/domain/reports/report';
import { Banner } from '@/ui/feedback/banner';
import { Segmented } from '@/ui/forms/segmented';
import { Card } from '@/ui/layout/card';
import { CustomerChip } from '@/widgets/pickers/customer-chip';
import { incomeSheet } from './income-sheet';
import { ReportChart } from './report-chart';
import { GroupChip } from './report-fields';
import {
  BASIS_NOTES,
  BASIS_WORDS,
  COLUMNS,
  COUNT_WORDS,
  groupOptions,
  sharedNote,
  spanWords,
  TOTAL_WORDS,
  unvaluedList,
  unvaluedWords,
  YEAR_BEFORE,
} from './report-rows';
import { SheetReport } from './sheet-report';
import { useReport, type Report } from './use-income';
import { useCustomerName } from './use-report-address';

const PART_WORDS: Record<ReportBasis, readonly string[]> = {
  work: ['Paid', 'Invoiced, not paid', 'Unbilled'],
  invoices: ['Paid', 'Outstanding', 'Credited'],
};

/** What was earned, invoiced and paid in a period, by groups, beside the same days of the year before. */
export function IncomeView() {
  const report = useReport();
  const { account, foreign, scope, set, sums, view } = report;
  const [total, ...others] = COLUMNS[scope.basis];
  return (
    <SheetReport
      report={report}
      period={view}
      sheet={incomeSheet(report, useCustomerName(view.customerId))}
      choice={
        <Segmented
          label="What counts"
          className="max-w-form"
          options={BASES.map((value) => ({ value, label: BASIS_WORDS[value] }))}
          value={view.basis}
          onChange={(basis) => set({ basis: basis === 'work' ? '' : basis })}
        />
      }
      filters={
        <>
          <GroupChip groups={groupOptions(GROUPINGS_OF[view.basis])} value={view.grouping} set={set} />
          <CustomerChip value={view.customerId ?? ''} onChange={(customer) => set({ customer })} />
        </>
      }
      total={{
        short: `${COUNT_WORDS[scope.basis]}: ${sums.count.toLocaleString('en-GB')}`,
        sums: [...others, ...(total ? [total] : [])].map(({ head, of }) => ({
          label: head,
          value: formatMoney(of(sums), account.settings.currency),
        })),
      }}
      notices={<IncomeNotices report={report} />}
      above={<IncomeCard report={report} />}
      empty={
        foreign.length > 0
          ? null
          : {
              title: scope.basis === 'work' ? 'No work in this period.' : 'No invoices in this period.',
              text: `${spanWords(scope.period)}, and the same days of the year before.`,
            }
      }
      note={`${BASIS_NOTES[scope.basis]} ${sharedNote(scope.grouping)}`}
    />
  );
}

/** What the sums leave out. */
function IncomeNotices({ report: { account, foreign, scope, sums } }: { report: Report }) {
  const { currency } = account.settings;
  const unvalued = unvaluedWords(sums);
  return (
    <>
      {unvalued !== '' && (
        <Banner
          tone="warn"
          action={
            sums.unvalued > 0 && (
              <Link to={unvaluedList(scope)} className="link py-3">
                Show them
              </Link>
            )
          }
        >
          {unvalued}
        </Banner>
      )}
      {foreign.length > 0 && (
        <Banner tone="note">
          Not in these figures, because currencies are not added up:{' '}
          {foreign
            .map(
              (row) =>
                `${formatMoney(row.total, row.currency ?? currency)} invoiced, ${formatMoney(row.paid, row.currency ?? currency)} of it paid`,
            )
            .join('; ')}
          .
        </Banner>
      )}
    </>
  );
}

/** The total in large type, and its chart. */
function IncomeCard({ report }: { report: Report }) {
  const { account, rows, scope, sums } = report;
  const { currency } = account.settings;
  const { basis, grouping, period } = scope;
  return (
    <Card className="report-card">
      <h2 className="report-answer">
        <b className="figure">{formatMoney(sums.total, currency)}</b> {TOTAL_WORDS[basis].word}
      </h2>
      <p className="text-muted">{comparisonWords(report)}</p>
      <ReportChart
        title={`${TOTAL_WORDS[basis].head} by ${grouping}, ${spanWords(period)}.`}
        columns={grouping === 'month'}
        parts={PART_WORDS[basis]}
        mark={YEAR_BEFORE}
        rows={rows.map((row) => ({ ...row, parts: partsOf(basis, row), mark: row.before }))}
        words={(amount) => formatMoney(amount as Decimal, currency)}
      />
    </Card>
  );
}

/** "£120.00 less than in 6 Apr 2025 – 26 Nov 2025, when it was £400.00." */
function comparisonWords({ account, before, scope, sums }: Report): string {
  const { currency } = account.settings;
  const days = spanWords(before);
  if (sums.before === 0) return `Nothing was ${TOTAL_WORDS[scope.basis].word} in ${days}.`;
  const difference = add(sums.total, negate(sums.before));
  if (difference === 0) return `As much as in ${days}.`;
  const amount = formatMoney(difference < 0 ? negate(difference) : difference, currency);
  const was = formatMoney(sums.before, currency);
  return `${amount} ${difference < 0 ? 'less' : 'more'} than in ${days}, when it was ${was}.`;
}
