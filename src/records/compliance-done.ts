// Completions of compliance items, with their evidence. Captured through the outbox, also offline.
import { captured } from './captured';
import { date, id, instant, text } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

export const COMPLIANCE_DONE = captured(
  record('compliance_completions', {
    itemId: id().onInsert(),
    forDueOn: date('For the date').optional(),
    doneOn: date('Done on'),
    doneBy: text('Done by', 80).optional(),
    note: text('Note', 2000).optional(),
    referenceNo: text('Reference', 80).optional(),
    expiresOn: date('Valid until').optional(),
    /** The last day of its retention; null if no retention is known, or while it is only on this device. */
    keepUntil: date('Keep until').optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'compliance-done',
    name: 'Evidence',
    version: 1,
    derived: [],
    title: ({ doneOn }) => `Compliance, done on ${doneOn}`,
    groups: [['for_due_on', 'done_on', 'expires_on']],
  },
);

export type ComplianceDone = RecordOf<typeof COMPLIANCE_DONE>;
export type ComplianceDoneFields = EditableOf<typeof COMPLIANCE_DONE>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  compliance_completions: { 'when it was done, by whom, with which paper or note, and how long that counts': '*' },
};
