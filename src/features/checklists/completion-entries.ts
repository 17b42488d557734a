// Converts a completed checklist to an outbox entry, and merges entries into the list.
import type { Account } from '@/domain/account/account';
import { answersOf, hoursOf, type ChecklistDraft } from '@/domain/checklists/checklist-draft';
import type { NewEntry } from '@/offline/outbox/entry';
import { insertOf } from '@/offline/outbox/record-entries';
import type { RowMapper } from '@/offline/outbox/shown-rows';
import { COMPLETION, type CompletionRow } from '@/records/completions';
import { completionOf } from '@/widgets/checklists/use-latest-checks';

const emptyToNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** `completedAt`: ISO timestamp from the phone's clock. */
export function insertCompletion(account: Account, id: string, draft: ChecklistDraft, completedAt: string): NewEntry {
  const { template, machine, machineId, notes, signature, startedAt } = draft;
  return insertOf(COMPLETION, account, id, {
    templateId: template.id,
    // Used only for the entry's title: the database sets the name itself.
    templateName: template.name,
    version: template.version,
    machine: emptyToNull(machine),
    ...(machineId && { machineId }),
    hoursReading: hoursOf(draft),
    items: template.items,
    answers: answersOf(draft),
    signature: emptyToNull(signature),
    notes: emptyToNull(notes),
    startedAt,
    completedAt,
  });
}

/** How completions in the outbox are merged into the list. They are never edited. */
export const completionMapper = (account: Account): RowMapper<CompletionRow> => ({
  kind: COMPLETION.kind,
  applyEntry: (row) => row,
  fromEntry: (entry) => completionOf(entry, account),
});
