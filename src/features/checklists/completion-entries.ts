// Converts a completed checklist to an outbox entry, and an entry back to a row for the list.
import type { Account } from '@/domain/account/account';
import { scoreOf } from '@/domain/checklists/checklist';
import { answersOf, hoursOf, type ChecklistDraft } from '@/domain/checklists/checklist-draft';
import { todayIn } from '@/domain/core/time';
import type { Entry, NewEntry } from '@/offline/outbox/entry';
import { insertOf, rowsFrom } from '@/offline/outbox/record-entries';
import { directMutation, saveMutation } from '@/offline/outbox/save-entries';
import type { RowMapper } from '@/offline/outbox/shown-rows';
import { COMPLETION, templateNameIn, type Completion, type CompletionRow } from '@/records/completions';

export const saveCompletion = saveMutation('Checklist saved!', 'Error Saving Checklist');
export const sendCompletionNow = directMutation('Checklist saved!', 'Error Saving Checklist');

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

/** A completion still in the outbox, scored by the same rules as in the database. */
export function completionOf(entry: Entry, account: Account): Completion {
  const defaults = {
    version: 1,
    completedAt: entry.recordedAt,
    createdBy: account.userId,
    createdByName: [account.firstName, account.lastName].filter(Boolean).join(' '),
  };
  const withDerivedFields = (completion: Completion): Completion => {
    const startedAt = completion.startedAt || completion.completedAt;
    return {
      ...completion,
      ...scoreOf(completion.items, completion.answers),
      templateName: templateNameIn(entry.title, completion.machine),
      startedAt,
      seconds: Math.max(0, Math.round((Date.parse(completion.completedAt) - Date.parse(startedAt)) / 1000)),
      doneOn: todayIn(account.settings.zone, new Date(completion.completedAt)),
    };
  };
  return rowsFrom(COMPLETION, () => defaults, withDerivedFields).fromEntry(entry);
}

/** How completions in the outbox are merged into the list. They are never edited. */
export const completionMapper = (account: Account): RowMapper<CompletionRow> => ({
  kind: COMPLETION.kind,
  applyEntry: (row) => row,
  fromEntry: (entry) => completionOf(entry, account),
});
