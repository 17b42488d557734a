import type { Work } from '@/data/works';
import { statusLabel, workStatus, type WorkStatus } from '@/domain/work';
import { StateBadge, type StateKind } from '@/ui/state-badge';

const KINDS: Record<WorkStatus['kind'], StateKind> = {
  needsQuantity: 'needs',
  needsRate: 'needs',
  ready: 'ready',
  invoiced: 'invoiced',
  sent: 'sent',
  paid: 'paid',
  overdue: 'overdue',
};

/** A crew that sees no prices is told by the database whether there is one. */
export const statusOf = (work: Work, today: string): WorkStatus =>
  work.progress === 'ready' ? { kind: 'ready' } : workStatus(work, today);

/** How far an entry has come, in a word with its ring. */
export function WorkState({ work, today }: { work: Work; today: string }) {
  const status = statusOf(work, today);
  return <StateBadge kind={KINDS[status.kind]} label={statusLabel(status)} />;
}
