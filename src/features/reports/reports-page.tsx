import { lazy, Suspense, type ComponentType } from 'react';
import { Card } from '@/ui/layout/card';
import { LoadingRows } from '@/ui/lists/list-states';
import { useAddress } from '@/ui/use-address';
import { IncomeView } from './income-view';
import { readReportName, type ReportName } from './report-address';
import { ReportFrame } from './report-frame';

/** All but the first are loaded on demand. */
const VIEWS: Record<ReportName, ComponentType> = {
  income: IncomeView,
  unbilled: lazy(async () => ({ default: (await import('./radar-view')).RadarView })),
  owed: lazy(async () => ({ default: (await import('./owed-view')).OwedView })),
  margin: lazy(async () => ({ default: (await import('./margin-view')).MarginView })),
  hours: lazy(async () => ({ default: (await import('./hours-view')).HoursView })),
  machines: lazy(async () => ({ default: (await import('./machines-view')).MachinesView })),
  accountant: lazy(async () => ({ default: (await import('./accountant/accountant-view')).AccountantView })),
};

/** /reports: the report that the URL names. */
export function ReportsPage() {
  const [params] = useAddress();
  const View = VIEWS[readReportName(params)];
  return (
    <Suspense
      fallback={
        <ReportFrame>
          <Card>
            <LoadingRows rows={8} />
          </Card>
        </ReportFrame>
      }
    >
      <View />
    </Suspense>
  );
}
