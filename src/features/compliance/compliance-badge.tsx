import { STATE_WORDS } from '@/domain/compliance/compliance-words';
import type { State } from '@/domain/compliance/item';
import { StateBadge, type StateKind } from '@/ui/feedback/state-badge';

const STATE_KINDS: Readonly<Record<State, StateKind>> = {
  overdue: 'overdue',
  due_soon: 'sent',
  incomplete: 'needs',
  ok: 'paid',
  no_date: 'needs',
  not_applicable: 'cancelled',
};

export const ComplianceBadge = ({ state }: { state: State }) => (
  <StateBadge kind={STATE_KINDS[state]} label={STATE_WORDS[state]} />
);
