import type { ReactNode } from 'react';
import { Card } from '@/ui/layout/card';
import { EmptyState } from '@/ui/lists/list-states';
import { TotalBar } from '@/ui/lists/total-bar';
import { SnapshotAge } from '@/widgets/snapshot-age';
import type { PeriodView } from './report-address';
import { FileButtons, PeriodChip, PeriodDates } from './report-fields';
import { ReportFrame, ReportState } from './report-frame';
import type { Sheet, SheetSums } from './sheet';
import { SheetTable } from './sheet-table';
import type { LoadState } from './use-report-address';

/** A report of one table: its filters and files, the table or that there is nothing, and the sums below it. */
export function SheetReport({
  report,
  period,
  sheet,
  total,
  choice,
  filters,
  notices,
  above,
  empty,
  note,
}: {
  report: LoadState & { set: (changes: Record<string, string>) => void };
  /** Of a report that has one; without a valid one nothing is shown. */
  period?: PeriodView;
  sheet: Sheet;
  total?: { short: string; sums: SheetSums } | undefined;
  /** What is chosen above the filters. */
  choice?: ReactNode;
  filters: ReactNode;
  /** What the figures leave out. */
  notices?: ReactNode;
  /** Above the table, if it has rows. */
  above?: ReactNode;
  /** Shown in place of the table when it has no row; null if a notice explains that already. */
  empty: { title: string; text?: string } | null;
  /** Explains the figures, below the table. */
  note: string;
}) {
  const { set } = report;
  const isReady = sheet.rows.length > 0 && !report.isPending;
  return (
    <ReportFrame foot={isReady && total && <TotalBar {...total} />}>
      {isReady && <SnapshotAge at={report.loadedAt} />}
      <div className="grid min-w-0 gap-3">
        {choice}
        <fieldset className="chips chips-scroll">
          <legend className="sr-only">Filters</legend>
          {period && <PeriodChip view={period} set={set} />}
          {filters}
          <FileButtons sheet={sheet} sums={total?.sums ?? []} ready={isReady} />
        </fieldset>
        {period && <PeriodDates view={period} set={set} />}
      </div>
      {period?.period !== null && (
        <ReportState {...report}>
          <div className="grid gap-4">
            {notices}
            {isReady ? (
              <>
                {above}
                <SheetTable key={sheet.title} sheet={sheet} />
              </>
            ) : (
              empty && (
                <Card>
                  <EmptyState {...empty} />
                </Card>
              )
            )}
            {note !== '' && <p className="hint">{note}</p>}
          </div>
        </ReportState>
      )}
    </ReportFrame>
  );
}
