import type { DueState } from '@/domain/machinery/due';
import type { DefectStatus, MachineStatus } from '@/domain/machinery/machine';
import { DEFECT_WORDS, DUE_WORDS, STATUS_WORDS } from '@/domain/machinery/machine-words';
import { StateBadge, type StateKind } from '@/ui/feedback/state-badge';

const DUE_KINDS: Readonly<Record<DueState, StateKind>> = {
  overdue: 'overdue',
  due_soon: 'sent',
  ok: 'paid',
  no_date: 'needs',
};

/** How soon something is due: a word and a shape. */
export const DueBadge = ({ state }: { state: DueState }) => (
  <StateBadge kind={DUE_KINDS[state]} label={DUE_WORDS[state]} />
);

const STATUS_KINDS: Readonly<Record<MachineStatus, StateKind>> = {
  in_use: 'paid',
  workshop: 'invoiced',
  do_not_use: 'overdue',
  sold: 'cancelled',
};

/** The state of a machine. */
export const StatusBadge = ({ status }: { status: MachineStatus }) => (
  <StateBadge kind={STATUS_KINDS[status]} label={STATUS_WORDS[status]} filled={status === 'do_not_use'} />
);

const DEFECT_KINDS: Readonly<Record<DefectStatus, StateKind>> = {
  open: 'needs',
  parts_ordered: 'invoiced',
  fixed: 'paid',
  wont_fix: 'cancelled',
};

export const DefectBadge = ({ status }: { status: DefectStatus }) => (
  <StateBadge kind={DEFECT_KINDS[status]} label={DEFECT_WORDS[status]} />
);
