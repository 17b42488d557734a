import { useMutation, useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { customersQuery } from '@/data/customers/customers';
import { add, formatMoney, negate } from '@/domain/core/money';
import { BASES, GROUPINGS_OF } from '@/domain/reports/report';
import { useOffline } from '@/session/connection';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { ChipSelect } from '@/ui/forms/chip';
import { FilterDate } from '@/ui/forms/filter-fields';
import { Segmented } from '@/ui/forms/segmented';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { TotalBar } from '@/ui/lists/total-bar';
import { CustomerChip } from '@/widgets/pickers/customer-chip';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { CHOSEN_DATES, periodOptions } from './report-address';
import { ReportChart } from './report-chart';
import { saveReportCsv, saveReportPdf } from './report-files';
import {
  BASIS_NOTES,
  BASIS_WORDS,
  COLUMNS,
  COUNT_WORDS,
  GROUPING_WORDS,
  sharedNote,
  spanWords,
  TOTAL_WORDS,
  unvaluedList,
  unvaluedWords,
} from './report-rows';
import { ReportTable } from './report-table';
import { useReport, type Report } from './use-report';

/** What was earned, invoiced and paid in a period, by groups, beside the same days of the year before. */
export function ReportsPage() {
  const report = useReport();
  const { account, rows, scope, sums } = report;
  const [total, ...others] = COLUMNS[scope.basis];
  const hasRows = rows.length > 0 && !report.isPending;
  return (
    <Page
      title="Reports"
      foot={
        hasRows && (
          <TotalBar
            short={`${COUNT_WORDS[scope.basis]}: ${sums.count.toLocaleString('en-GB')}`}
            sums={[...others, ...(total ? [total] : [])].map(({ head, of }) => ({
              label: head,
              value: formatMoney(of(sums), account.settings.currency),
            }))}
          />
        )
      }
    >
      {rows.length > 0 && <SnapshotAge at={report.loadedAt} />}
      <ReportTools report={report} />
      <ReportContent report={report} />
    </Page>
  );
}

/** What is summed, by what and when, and the files. */
function ReportTools({ report }: { report: Report }) {
  const { account, rows, set, today, view } = report;
  const customers = useQuery(customersQuery(account)).data ?? [];
  const periods = periodOptions(today, account.settings.region);
  const csv = useMutation(saveReportCsv);
  const pdf = useMutation(saveReportPdf);
  const customer = customers.find(({ id }) => id === view.customerId)?.name;
  const isReady = rows.length > 0 && !report.isPending;
  return (
    <div className="grid min-w-0 gap-3">
      <Segmented
        label="What counts"
        className="max-w-form"
        options={BASES.map((value) => ({ value, label: BASIS_WORDS[value] }))}
        value={view.basis}
        onChange={(basis) => set({ basis: basis === 'work' ? '' : basis })}
      />
      <fieldset className="chips chips-scroll">
        <legend className="sr-only">Filters</legend>
        <ChipSelect
          label="Period"
          all={null}
          value={view.periodId}
          options={[...periods, { value: CHOSEN_DATES, label: 'Choose dates' }]}
          onChange={(period) =>
            // The dates that are shown are where a choice of others begins.
            set(period === CHOSEN_DATES ? { period, from: view.from, to: view.to } : { period, from: '', to: '' })
          }
        />
        <ChipSelect
          label="Group by"
          all={null}
          value={view.grouping}
          options={GROUPINGS_OF[view.basis].map((value) => ({
            value,
            label: `By ${GROUPING_WORDS[value].toLowerCase()}`,
          }))}
          onChange={(by) => set({ by: by === 'month' ? '' : by })}
        />
        <CustomerChip value={view.customerId ?? ''} onChange={(customer) => set({ customer })} />
        <Button
          className="nav:ml-auto"
          disabled={!isReady}
          busy={csv.isPending}
          busyText="Making..."
          onClick={() => csv.mutate({ report, customer })}
        >
          <FileSpreadsheet aria-hidden="true" />
          CSV
        </Button>
        <Button
          disabled={!isReady}
          busy={pdf.isPending}
          busyText="Making..."
          onClick={() => pdf.mutate({ report, customer })}
        >
          <FileText aria-hidden="true" />
          PDF
        </Button>
      </fieldset>
      {view.periodId === CHOSEN_DATES && (
        <div className="grid max-w-form grid-cols-2 items-start gap-3">
          <FilterDate label="From" value={view.from} error={view.fromProblem} onChange={(from) => set({ from })} />
          <FilterDate label="To" value={view.to} error={view.toProblem} onChange={(to) => set({ to })} />
        </div>
      )}
    </div>
  );
}

/** Picture and table, or why there are none. */
function ReportContent({ report }: { report: Report }) {
  const { foreign, rows, scope, sums, view } = report;
  const { currency } = report.account.settings;
  const offline = useOffline();
  if (view.period === null) return null;
  if (report.isError || (report.isPending && offline))
    return (
      <Card>
        {offline ? (
          <ErrorState
            title="Reports need signal"
            text="The sums are made over every entry of the account, and this device does not hold them all."
            onRetry={report.retry}
          />
        ) : (
          <ErrorState onRetry={report.retry} />
        )}
      </Card>
    );
  if (report.isPending)
    return (
      <Card>
        <LoadingRows rows={8} />
      </Card>
    );
  if (rows.length === 0 && foreign.length === 0)
    return (
      <Card>
        <EmptyState
          title={scope.basis === 'work' ? 'No work in this period.' : 'No invoices in this period.'}
          text={`${spanWords(scope.period)}, and the same days of the year before.`}
        />
      </Card>
    );
  const unvalued = unvaluedWords(sums);
  return (
    <div className="grid gap-4">
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
      {rows.length > 0 && (
        <>
          <Card className="report-card">
            <h2 className="report-answer">
              <b className="figure">{formatMoney(sums.total, currency)}</b> {TOTAL_WORDS[scope.basis].word}
            </h2>
            <p className="text-muted">{comparisonWords(report)}</p>
            <ReportChart report={report} />
          </Card>
          <ReportTable report={report} />
        </>
      )}
      <p className="hint">
        {BASIS_NOTES[scope.basis]} {sharedNote(scope.grouping)}
      </p>
    </div>
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
