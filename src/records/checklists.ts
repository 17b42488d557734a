// Checklist templates: the newest version of their questions. Written and changed online.
import { CATEGORIES, FREQUENCIES, type ChecklistItem } from '@/domain/checklists/checklist';
import { itemsOf } from '@/domain/checklists/checklist-json';
import { choice, flag, id, instant, json, number, text } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

export const CHECKLIST = record('checklist_templates', {
  name: text('Name', 80),
  category: choice(CATEGORIES),
  frequency: choice(FREQUENCIES),
  /** Shown before the first question. */
  intro: text('Introduction', 500).optional(),
  /** The machines that it is for: one, or all of a type. Both null: any. */
  machineType: text('Type of machine', 30).optional(),
  machineId: id().optional(),
  items: json<ChecklistItem[]>([], itemsOf, (items) => items),
  /** Increases with every change of the questions. */
  version: number().fromDatabase(),
  /** False once it is off the list; checklists completed with it stay. */
  active: flag(),
  createdByName: text().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type ChecklistTemplate = RecordOf<typeof CHECKLIST>;
/** The fields that the account holder edits. */
export type ChecklistFields = Omit<EditableOf<typeof CHECKLIST>, 'active'>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  checklist_templates: { 'Questions and every version of them': '*' },
};
