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

/** How far an entry has come, in a word with its ring. */
export function WorkState({ work, today }: { work: Work; today: string }) {
  const status = workStatus(work, today);
  return <StateBadge kind={KINDS[status.kind]} label={statusLabel(status)} />;
}
