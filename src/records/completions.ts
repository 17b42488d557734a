// Completed checklists. Questions and answers are one row, so a checklist is stored completely or not at all; its photos
// are sent after it. Saved through the outbox, never changed.
import { upTo, whole } from '@/domain/core/number-rule';
import {
  MAX_MACHINE_LENGTH,
  MAX_NOTES_LENGTH,
  RESULTS,
  type ChecklistAnswer,
  type ChecklistItem,
} from '@/domain/checklists/checklist';
import { answersOf, itemsOf } from '@/domain/checklists/checklist-json';
import { sameJson } from '@/domain/core/same-json';
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { choice, date, flag, id, instant, json, number, person, text } from './record-field';
import { record, type RecordOf, type StoredKinds } from './record';

/** The fields that the list shows. */
const LISTED = {
  templateId: id().onInsert(),
  templateName: text().fromDatabase(),
  version: number(null, whole(2_147_483_647, 1)).onInsert(),
  machine: text('Machine', MAX_MACHINE_LENGTH).optional().onInsert(),
  machineId: id().optional().onInsert(),
  hoursReading: number('Hours', upTo(9_999_999, 1)).optional().onInsert(),
  result: choice(RESULTS).fromDatabase(),
  checked: number().fromDatabase(),
  passed: number().fromDatabase(),
  defects: number().fromDatabase(),
  /** How long it took by the phone's own clock. */
  seconds: number().fromDatabase(),
  /** The date in the farm's time zone. */
  doneOn: date().fromDatabase(),
  completedAt: instant().onInsert(),
  /** When the database received it; empty while it is only on this device. */
  receivedAt: instant().from('created_at').fromDatabase(),
  /** When its questions were replaced or taken off the list; null if they were current when it was sent. */
  supersededAt: instant().optional().fromDatabase(),
  /** The version that was on the list instead; null if there was none. */
  currentVersion: number().optional().fromDatabase(),
  /** The phone's clock was implausible: `completedAt` is when the database received it. */
  clockDoubted: flag().fromDatabase(),
  createdBy: person().optional().fromDatabase(),
  createdByName: text().fromDatabase(),
};

/** A completed checklist as lists show it. */
export const LISTED_COMPLETION = record('checklist_completions', LISTED);

const titleOf = ({ templateName, machine }: Pick<CompletionRow, 'templateName' | 'machine'>): string =>
  [`Checklist: ${templateName}`, machine].filter(Boolean).join(', ');

/** The name of the checklist, from the title of a waiting entry: its fields contain only the id. */
export function templateNameIn(title: string, machine: string | null): string {
  const name = title.replace(/^Checklist: /, '');
  return machine !== null && name.endsWith(`, ${machine}`) ? name.slice(0, -machine.length - 2) : name;
}

export const COMPLETION = captured(
  record('checklist_completions', {
    ...LISTED,
    items: json<ChecklistItem[]>([], itemsOf, (items) => items).onInsert(),
    answers: json<ChecklistAnswer[]>([], answersOf, (answers) =>
      answers.map(({ photos, ...answer }) => ({ ...answer, photos: [...photos] })),
    ).onInsert(),
    /** An SVG path on a canvas of 1000 by 400. It has no label, so a conflict does not show it as text. */
    signature: text(null, 20_000).optional().onInsert(),
    notes: text('Notes', MAX_NOTES_LENGTH).optional().onInsert(),
    startedAt: instant().onInsert(),
  }),
  {
    kind: 'completion',
    name: 'Checklist',
    version: 1,
    title: titleOf,
    // The database corrects times if the phone's clock is far off, and clears a machine that was deleted.
    derived: ['started_at', 'completed_at', 'machine_id'],
    isEquivalent: (column, fields, row) =>
      ((column === 'items' || column === 'answers') && sameJson(fields[column], row[column])) ||
      // The database stores the current name of a machine from the list, also if its name was typed: a different name is
      // no conflict.
      (column === 'machine' && (fields['machine_id'] != null || row['machine_id'] != null)),
    // The database copies its meter reading and defects to the machine.
    invalidates: [
      keys.checklistCompletions,
      keys.latestChecks,
      keys.machines,
      keys.machineDefects,
      keys.machineReadings,
      keys.serviceSchedules,
    ],
  },
);

export type CompletionRow = RecordOf<typeof LISTED_COMPLETION>;
export type Completion = RecordOf<typeof COMPLETION>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  checklist_completions: {
    'the answers, the machine and its hours, the result, who completed it and when, how long it took, and the signature drawn by finger':
      '* signature',
  },
};
