import type { ChecklistResult } from '@/domain/checklists/checklist';
import { RESULT_WORDS } from '@/domain/checklists/checklist-words';
import { StateBadge } from '@/ui/feedback/state-badge';

const KINDS = { pass: 'paid', pass_with_defects: 'needs', fail: 'overdue' } as const;

/** The result of a completed checklist. */
export function ResultBadge({ result }: { result: ChecklistResult }) {
  return <StateBadge kind={KINDS[result]} label={RESULT_WORDS[result]} filled={result === 'fail'} />;
}
