import type { ReactNode } from 'react';
import { useOffline } from '@/lib/online';
import { Chip } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { useAddress } from '@/ui/use-address';
import { readReportName, REPORT_WORDS, REPORTS, type ReportName } from './report-address';
import type { LoadState } from './use-report-address';

/** These parameters are kept when another report is chosen; the others belong to one report. */
const SHARED = ['period', 'from', 'to', 'customer'] as const;

/** The page of a report, with the choice of reports above it. */
export function ReportFrame({ foot, children }: { foot?: ReactNode; children: ReactNode }) {
  const [params, change] = useAddress();
  const current = readReportName(params);
  const show = (name: ReportName) =>
    change((now) => {
      const next = new URLSearchParams(name === 'income' ? {} : { report: name });
      for (const one of SHARED) if (now.has(one)) next.set(one, now.get(one) ?? '');
      return next;
    });
  return (
    <Page title="Reports" foot={foot}>
      <nav aria-label="Reports" className="chips chips-scroll">
        {REPORTS.map((name) => (
          <Chip key={name} pressed={name === current} onClick={() => show(name)}>
            {REPORT_WORDS[name]}
          </Chip>
        ))}
      </nav>
      {children}
    </Page>
  );
}

/** The content of a report once its figures are loaded, or the reason why they are not. */
export function ReportState({
  isPending,
  isError,
  retry,
  children,
}: {
  children: ReactNode;
} & Pick<LoadState, 'isPending' | 'isError' | 'retry'>) {
  const offline = useOffline();
  if (isError || (isPending && offline))
    return (
      <Card>
        {offline ? (
          <ErrorState
            title="Reports need signal"
            text="The sums are made over every entry of the account, and this device does not hold them all."
            onRetry={retry}
          />
        ) : (
          <ErrorState onRetry={retry} />
        )}
      </Card>
    );
  if (isPending)
    return (
      <Card>
        <LoadingRows rows={8} />
      </Card>
    );
  return children;
}
