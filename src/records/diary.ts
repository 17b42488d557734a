// Planned events of the diary: jobs, reminders, deliveries and absences. Added and changed online.
import { ABSENCES, CANCEL_REASONS, DECLINE_REASONS, KINDS, REPEATS, STATUSES } from '@/domain/diary/diary-event';
import { choice, date, id, instant, people, text, texts, time } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

export const DIARY_EVENT = record('diary_events', {
  kind: choice(KINDS).onInsert(),
  title: text('Title', 120).optional(),
  taskName: text('Task', 80).optional(),
  customer: text('Customer', 120).optional(),
  absenceType: choice(ABSENCES).optional(),
  /** Dates, both inclusive. */
  startDate: date(),
  endDate: date(),
  /** Null: all day. */
  startTime: time().optional(),
  endTime: time().optional(),
  /** Empty means that anyone free can do it. */
  assignedTo: people(),
  assignedNames: texts().fromDatabase(),
  status: choice(STATUSES),
  /** Only for a cancelled job. */
  cancelReason: choice(CANCEL_REASONS, 'Why it was cancelled').optional(),
  cancelNote: text('Reason', 300).optional(),
  /** The day from which the job was moved because it rained. */
  rainedOff: date().optional().onUpdate(),
  /** Gate codes, hazards. */
  notes: text('Note', 2000).optional(),
  /** The id of the work entry that this job becomes, the same for everyone, so that it is logged only once. */
  workId: id().fromDatabase(),
  /** The work entry that the job was logged as. */
  convertedWorkId: id().optional().fromDatabase(),
  createdByName: text().fromDatabase(),
  updatedAt: instant().fromDatabase(),
  /** Why a crew member can't do the job; cleared when the job is planned again. */
  declinedReason: choice(DECLINE_REASONS).optional().onUpdate(),
  declinedNote: text(null, 300).optional().onUpdate(),
  declinedBy: id().optional().fromDatabase(),
  declinedByName: text().optional().fromDatabase(),
  /**
   * For a repeating event: the id that its rows share, the day for which this row was planned, and how often it
   * repeats.
   */
  repeatId: id().optional().onInsert(),
  repeatDate: date().optional().onInsert(),
  repeatEvery: choice(REPEATS).optional().onInsert(),
});

export type DiaryEvent = RecordOf<typeof DIARY_EVENT>;
/** The fields that the account holder edits. */
export type EventFields = Omit<EditableOf<typeof DIARY_EVENT>, 'status' | 'cancelReason' | 'cancelNote'>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  diary_events: {
    'What is planned, for when, for whom and how far it is': '*',
    'who can’t do a job, and why': 'declined_reason declined_note declined_by declined_by_name',
    'whether it is a holiday, sickness or something else': 'absence_type',
  },
};
