import { statusLabel, workStatus, type WorkStatus } from '@/domain/works/work';
import type { Work } from '@/records/works';
import { StateBadge, type StateKind } from '@/ui/feedback/state-badge';

const KINDS: Record<WorkStatus['kind'], StateKind> = {
  needsQuantity: 'needs',
  needsRate: 'needs',
  ready: 'ready',
  invoiced: 'invoiced',
  sent: 'sent',
  paid: 'paid',
  overdue: 'overdue',
};

/** For employees who may not see prices, the database reports whether there is a rate. */
export const statusOf = (work: Work, today: string): WorkStatus =>
  work.progress === 'ready' ? { kind: 'ready' } : workStatus(work, today);

export const WorkStatusBadge = ({ status }: { status: WorkStatus }) => (
  <StateBadge kind={KINDS[status.kind]} label={statusLabel(status)} />
);

/** The status of an entry as a badge. */
export function WorkState({ work, today }: { work: Work; today: string }) {
  return <WorkStatusBadge status={statusOf(work, today)} />;
}
