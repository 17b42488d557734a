// Converts a completed checklist to an outbox entry, and an entry back to a row for the list.
import type { Completion, CompletionRow } from '@/data/checklists/checklist-completions';
import type { Account } from '@/domain/account/account';
import { scoreOf } from '@/domain/checklists/checklist';
import { answersOf as answersTyped, hoursOf, type ChecklistDraft } from '@/domain/checklists/checklist-draft';
import { answersOf, itemsOf } from '@/domain/checklists/checklist-stored';
import { todayIn } from '@/domain/core/time';
import type { Json } from '@/lib/database.types';
import type { Entry, Fields, NewEntry } from '@/outbox/entry';
import { COMPLETION } from '@/outbox/records';
import type { AsRow } from '@/outbox/shown';

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** `completedAt`: ISO timestamp from the phone's clock. */
export function insertCompletion(account: Account, id: string, draft: ChecklistDraft, completedAt: string): NewEntry {
  const { template, machine, notes, signature, startedAt } = draft;
  const about = orNull(machine);
  const fields: Fields = {
    template_id: template.id,
    version: template.version,
    machine: about,
    hours_reading: hoursOf(draft),
    items: template.items,
    // The cast is safe: the answers are a list of plain JSON values.
    answers: answersTyped(draft) as unknown as Json,
    signature: orNull(signature),
    notes: orNull(notes),
    started_at: startedAt,
    completed_at: completedAt,
  };
  return {
    userId: account.userId,
    accountId: account.ownerId,
    kind: COMPLETION.kind,
    version: COMPLETION.version,
    id,
    action: 'insert',
    fields,
    seen: null,
    parents: [],
    title: [`Checklist: ${template.name}`, about].filter(Boolean).join(', '),
  };
}

const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
const number = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** A completion still in the outbox, scored by the same rules as in the database. */
export function completionOf({ id, fields, recordedAt, title }: Entry, account: Account): Completion {
  const items = itemsOf(fields['items']);
  const answers = answersOf(fields['answers']);
  const completedAt = text(fields['completed_at']) ?? recordedAt;
  const startedAt = text(fields['started_at']) ?? completedAt;
  const machine = text(fields['machine']);
  const name = title.replace(/^Checklist: /, '');
  return {
    id,
    templateId: text(fields['template_id']) ?? '',
    templateName: machine !== null && name.endsWith(`, ${machine}`) ? name.slice(0, -machine.length - 2) : name,
    version: number(fields['version']) ?? 1,
    machine,
    hoursReading: number(fields['hours_reading']),
    seconds: Math.max(0, Math.round((Date.parse(completedAt) - Date.parse(startedAt)) / 1000)),
    doneOn: todayIn(account.settings.zone, new Date(completedAt)),
    completedAt,
    receivedAt: '',
    supersededAt: null,
    currentVersion: null,
    clockDoubted: false,
    createdBy: account.userId,
    createdByName: [account.firstName, account.lastName].filter(Boolean).join(' '),
    ...scoreOf(items, answers),
    items,
    answers,
    signature: text(fields['signature']),
    notes: text(fields['notes']),
  };
}

/** How completions in the outbox are merged into the list. They are never edited. */
export const completionsOf = (account: Account): AsRow<CompletionRow> => ({
  kind: COMPLETION.kind,
  changed: (row) => row,
  made: (entry) => completionOf(entry, account),
});
